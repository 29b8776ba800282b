import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const { fitCapabilities } = createRequire(resolve('package.json'))(
  resolve('packages/runner-agent/reporters/wdioCapabilities.cjs'),
);
const browser = { binary: '/usr/bin/chromium', driver: '/usr/bin/chromedriver', args: ['--no-sandbox'] };

describe('the browser of a WebDriverIO project', () => {
  it.each([undefined, 'stable', 'latest'])("is the machine's where it asks for version %s", (browserVersion) => {
    expect(fitCapabilities({ browserName: 'chrome', browserVersion }, browser)).toMatchObject({
      browserVersion: undefined,
      'wdio:chromedriverOptions': { binary: '/usr/bin/chromedriver' },
      'goog:chromeOptions': { binary: '/usr/bin/chromium', args: ['--no-sandbox'] },
    });
  });

  it.each([{}, { browserVersion: '120' }, { 'goog:chromeOptions': { binary: '/opt/chrome' } }])(
    'gets its container arguments where WebDriverIO downloads it, or the project names it (%j)',
    (asked) => {
      const fetched = { binary: null, driver: null, args: ['--no-sandbox'] };
      const fitted = fitCapabilities({ browserName: 'chrome', ...asked }, fetched);
      expect(fitted).toMatchObject({ ...asked, 'goog:chromeOptions': { args: ['--no-sandbox'] } });
      expect(fitted['wdio:chromedriverOptions']).toEqual({ allowedIps: [] });
    },
  );

  it('is left to the project where it asks for a specific version, another browser or another machine', () => {
    const fitted = (capabilities: object) => fitCapabilities(capabilities, browser);
    expect(fitted({ browserName: 'chrome', browserVersion: '120' })).not.toHaveProperty('goog:chromeOptions');
    expect(fitted({ browserName: 'firefox' })).toEqual({ browserName: 'firefox' });
    expect(fitted({ browserName: 'chrome', hostname: 'grid' })).toEqual({ browserName: 'chrome', hostname: 'grid' });
  });
});
