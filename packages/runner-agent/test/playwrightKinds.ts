/** A spec file with a test of every kind. */
export const playwrightKinds = `import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
test('passes', async () => { console.log('to stdout'); console.error('to stderr'); });
test('a › b', () => {});
test('runs a script in its output', ({}, info) => {
  writeFileSync(info.outputPath('script.mjs'), "import.meta.resolve('@playwright/test');");
  execFileSync(process.execPath, [info.outputPath('script.mjs')]);
});
for (const n of [1, 2]) test('row ' + n, { tag: '@rows' }, () => { expect(n).toBeLessThan(9); });
test.fail('is expected to fail', () => { throw new Error('as expected'); });
test.fail('is expected to fail and passes', () => {});
test.fixme('is to be mended', () => {});
test('is skipped on the way', () => { test.skip(true, 'not here'); });
test('fails once', async ({}, info) => {
  await info.attach('notes', { body: 'attempt ' + info.retry, contentType: 'text/plain' });
  if (info.retry === 0) throw new Error('not this time');
});
test('fails always', () => { expect(1, 'one and two').toBe(2); });
test('takes too long', async () => { test.setTimeout(500); await new Promise((resolve) => setTimeout(resolve, 60_000)); });
test('ends its worker', () => { process.exit(3); });
test.describe.serial('in a row', () => {
  test('breaks off', () => { throw new Error('broken off'); });
  test('comes after', () => {});
});
`;
/** Two projects that try again up to three times. */
export const playwrightConfig = `import { defineConfig } from '@playwright/test';
export default defineConfig({ retries: 3, projects: [{ name: 'desk' }, { name: 'phone' }] });`;
