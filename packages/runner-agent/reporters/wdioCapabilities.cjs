'use strict';

/**
 * A local Chrome that the project leaves to WebDriverIO is replaced by the machine's own, with its driver, so that
 * nothing is downloaded. The driver listens only on this machine.
 * @param browser {binary, driver, args} of the machine; null when it has none; with args alone: arguments for a Chrome
 * that WebDriverIO downloads
 */
function fitCapabilities(capabilities, browser) {
  if (!capabilities || typeof capabilities !== 'object') return capabilities;
  if (!('browserName' in capabilities)) {
    const fitted = Object.entries(capabilities).map(([name, value]) => [name, fitBrowser(value, browser)]);
    return Object.fromEntries(fitted);
  }
  return fitOne(capabilities, browser);
}

function fitBrowser(value, browser) {
  if (!value || typeof value !== 'object' || !('capabilities' in value)) return value;
  return { ...value, capabilities: fitOne(value.capabilities, browser) };
}

function fitOne(capabilities, browser) {
  const remote = ['hostname', 'port', 'user', 'key'].some((name) => capabilities[name] !== undefined);
  if (remote || !/^(chrome|chromium)$/i.test(capabilities.browserName ?? '')) return capabilities;
  const driver = { allowedIps: [], ...capabilities['wdio:chromedriverOptions'] };
  const chrome = capabilities['goog:chromeOptions'] ?? {};
  // When the newest version is requested, the machine's counts as that; any other version is downloaded.
  const version = /^(stable|latest)$/i.test(capabilities.browserVersion ?? '')
    ? undefined
    : capabilities.browserVersion;
  const own = chrome.binary || driver.binary || version;
  const fetched = { ...capabilities, 'wdio:chromedriverOptions': driver };
  if (!browser || (own && browser.binary)) return fetched;
  const given = chrome.args ?? [];
  const args = [...given, ...browser.args.filter((arg) => !given.includes(arg))];
  if (!browser.binary) return { ...fetched, 'goog:chromeOptions': { ...chrome, args } };
  return {
    ...capabilities,
    browserVersion: undefined,
    'wdio:chromedriverOptions': { ...driver, binary: browser.driver },
    'goog:chromeOptions': { ...chrome, binary: browser.binary, args },
  };
}

module.exports = { fitCapabilities };
