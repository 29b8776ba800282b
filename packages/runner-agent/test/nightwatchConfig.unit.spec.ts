import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

describe('the browser of a NightWatch project', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-nightwatch-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const config = resolve('packages/runner-agent/reporters/nightwatchConfig.cjs');

  /** The resulting default environment of the project. */
  function fitted(settings: object, browser: object | null) {
    const [configFile, order] = [join(folder, 'nightwatch.json'), join(folder, 'order.json')];
    writeFileSync(configFile, JSON.stringify({ test_settings: { default: settings } }));
    writeFileSync(order, JSON.stringify({ configFile, browser, port: 4321 }));
    const script = `JSON.stringify(require(${JSON.stringify(config)}).test_settings.default)`;
    const env = { ...process.env, ASSAY_ORDER: order };
    return JSON.parse(execFileSync(process.execPath, ['-p', script], { env, encoding: 'utf8' }));
  }
  const chrome = { desiredCapabilities: { browserName: 'chrome', 'goog:chromeOptions': { args: ['--mute-audio'] } } };

  it("is the machine's, with its driver, where there is one", () => {
    const found = { binary: '/usr/bin/chromium', driver: '/usr/bin/chromedriver', args: ['--no-sandbox'] };
    expect(fitted(chrome, found)).toMatchObject({
      webdriver: { port: 4321, start_process: true, server_path: '/usr/bin/chromedriver' },
      desiredCapabilities: {
        'goog:chromeOptions': { binary: '/usr/bin/chromium', args: ['--mute-audio', '--no-sandbox'] },
      },
    });
  });

  it('gets its container arguments where NightWatch downloads it', () => {
    const own = { ...chrome, webdriver: { start_process: true, server_path: 'node_modules/.bin/chromedriver' } };
    expect(fitted(own, { binary: null, driver: null, args: ['--no-sandbox'] })).toEqual({
      webdriver: { ...own.webdriver, port: 4321 },
      desiredCapabilities: { browserName: 'chrome', 'goog:chromeOptions': { args: ['--mute-audio', '--no-sandbox'] } },
    });
  });

  it('is left alone where it is another browser, or the machine has none', () => {
    const firefox = { desiredCapabilities: { browserName: 'firefox' } };
    expect(fitted(firefox, { binary: null, driver: null, args: ['--no-sandbox'] })).toMatchObject(firefox);
    expect(fitted(chrome, null)).toMatchObject(chrome);
  });
});
