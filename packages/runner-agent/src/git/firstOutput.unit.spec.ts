import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstOutput } from './firstOutput.ts';

describe('the first output of git', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-output-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const { signal } = new AbortController();
  const programOf = (script: string) => ({ command: process.execPath, args: ['-e', script], environment: process.env });
  const outputOf = (script: string, limit: number) => firstOutput(programOf(script), [], folder, limit, signal);

  it('ends a program that prints more than is read of it', async () => {
    const endless = "const more = () => process.stdout.write('€'.repeat(1000), more); more();";
    expect(await outputOf(endless, 4)).toBe('€');
    const long = "process.stdout.write('x'.repeat(8_000_000), () => require('node:fs').writeFileSync('all', ''));";
    expect(await outputOf(long, 5)).toBe('xxxxx');
    expect(existsSync(join(folder, 'all'))).toBe(false);
  });

  it('is all of a short one, and an error where the program fails', async () => {
    expect(await outputOf("console.log('short')", 100)).toBe('short\n');
    await expect(outputOf('process.exit(3)', 100)).rejects.toThrow('ended with 3');
  });
});
