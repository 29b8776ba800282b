import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patienceMs } from '../../../test/support/patience.ts';
import { extractChromium } from '../src/browser/extractChromium.ts';
import { findChromium, searchAsAgent } from '../src/browser/findChromium.ts';
import { handOver } from '../src/sandbox/handOver.ts';
import { firstUser } from '../src/sandbox/testUser.ts';

const hasOne = process.platform === 'linux' && process.arch === 'x64';

const drawPage = `
  const { executable, args } = JSON.parse(process.argv[1]);
  void (async () => {
    const browser = await require('playwright-core').chromium.launch({ executablePath: executable, args });
    const page = await browser.newPage();
    await page.goto('data:text/html,<script>document.title = [..."yassa"].reverse().join("")</script>');
    process.stdout.write((await page.title()) + ' ' + (await page.screenshot()).subarray(1, 4));
    await browser.close();
  })();
`;

describe('a Chromium for tests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-chromium-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is the one given to the agent, before any other', async () => {
    const environment = { ASSAY_CHROMIUM: '/opt/chromium', ASSAY_CHROMIUM_ARGS: '["--headless=new"]' };
    expect(await findChromium(searchAsAgent, environment, folder)).toEqual({
      executable: '/opt/chromium',
      args: ['--headless=new'],
    });
  });

  (hasOne ? it : it.skip)('comes with Assay, unpacked once for all who ask, and draws pages', async () => {
    const browser = join(folder, 'browser');
    const [first, second] = await Promise.all([extractChromium(browser), extractChromium(browser)]);
    expect(second).toEqual(first);
    expect(await extractChromium(browser)).toEqual(first);
    expect(readdirSync(folder)).toEqual(['browser']);
    const drawn = execFileSync(process.execPath, ['--eval', drawPage, JSON.stringify(first)], { timeout: patienceMs });
    expect(drawn.toString()).toBe('assay PNG');
  });

  const isRoot = process.getuid?.() === 0;
  (hasOne && isRoot ? it : it.skip)('draws pages for tests with a user of their own too (needs root)', async () => {
    const agent = join(folder, 'agent');
    const home = join(agent, 'home');
    mkdirSync(home, { recursive: true });
    // As the agent's folder, which others may pass through.
    for (const each of [folder, agent]) chmodSync(each, 0o711);
    await handOver(home, firstUser);
    const chromium = await extractChromium(join(agent, 'browser'));
    const drawn = execFileSync(process.execPath, ['--eval', drawPage, JSON.stringify(chromium)], {
      ...firstUser,
      env: { PATH: process.env.PATH, HOME: home },
      timeout: patienceMs,
    });
    expect(drawn.toString()).toBe('assay PNG');
  });
});
