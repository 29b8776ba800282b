'use strict';
// The project's own NightWatch configuration with the changes that the agent needs.
const { configFile, browser, port } = require('./order.cjs');
const loaded = require(configFile);
const project = loaded.default ?? loaded;

/**
 * A driver that NightWatch starts here gets a port of its own, because several runners share the machine. If the
 * project leaves the choice of Chrome to NightWatch, the machine's own is used together with its driver; a downloaded
 * Chrome gets the arguments that it needs to run here.
 */
function fitSettings(settings, inherited) {
  const webdriver = { ...inherited.webdriver, ...settings.webdriver };
  const capabilities = settings.desiredCapabilities ?? settings.capabilities ?? inherited.desiredCapabilities ?? {};
  const isRemote = settings.selenium !== undefined || /^(?!localhost$|127\.)./.test(webdriver.host ?? '');
  if (isRemote || webdriver.start_process === false) return settings;
  const fitted = { ...settings, webdriver: { ...settings.webdriver, port } };
  if (!browser || !/^(chrome|chromium)$/i.test(capabilities.browserName ?? '')) return fitted;
  const chrome = capabilities['goog:chromeOptions'] ?? {};
  const args = [...(chrome.args ?? []), ...browser.args];
  if (!browser.binary) {
    fitted.desiredCapabilities = { ...capabilities, 'goog:chromeOptions': { ...chrome, args } };
    return fitted;
  }
  if (webdriver.server_path || chrome.binary) return fitted;
  fitted.webdriver = { ...fitted.webdriver, start_process: true, server_path: browser.driver };
  fitted.desiredCapabilities = {
    ...capabilities,
    'goog:chromeOptions': { ...chrome, binary: browser.binary, args },
  };
  return fitted;
}

const environments = { default: {}, ...project.test_settings };
const inherited = { ...project, ...environments.default };
module.exports = {
  ...project,
  test_workers: false,
  test_settings: Object.fromEntries(
    Object.entries(environments).map(([name, settings]) => [name, fitSettings(settings, inherited)]),
  ),
};
