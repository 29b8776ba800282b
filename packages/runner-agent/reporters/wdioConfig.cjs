'use strict';
// The project's own WebDriverIO configuration with the changes that the agent needs.
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const order = require('./order.cjs');
const { readKey, titlePattern } = require('./specKey.cjs');
const { fitCapabilities } = require('./wdioCapabilities.cjs');
const { cucumberPart } = require('./wdioCucumber.cjs');
const AssayReporter = require('./wdioReporter.cjs');

/** @param project what the project's configuration file exports as `config` */
function makeConfig(project) {
  const wanted = order.keys.map(readKey);
  const all = placesOf(project.capabilities);
  const chosen = order.places.map((place) => {
    const specs = specsOf(wanted.filter((test) => test.place === place));
    return { ...fitCapabilities(all[place], order.browser), 'wdio:specs': specs, 'wdio:exclude': [] };
  });
  const several = !Array.isArray(project.capabilities);
  return {
    ...project,
    rootDir: project.rootDir ?? path.dirname(order.configFile),
    specs: specsOf(wanted),
    exclude: [],
    suites: {},
    capabilities: several ? fitCapabilities(project.capabilities, order.browser) : chosen,
    // Tests run one after another: the agent has slots for parallel work.
    maxInstances: 1,
    maxInstancesPerCapability: 1,
    specFileRetries: 0,
    bail: 0,
    logLevel: !project.logLevel || project.logLevel === 'info' ? 'warn' : project.logLevel,
    ...(project.framework === 'cucumber' ? cucumberPart(project, order) : mochaPart(project, wanted)),
  };
}

/** As URLs, because WebDriverIO reads paths as globs. */
function specsOf(tests) {
  return [...new Set(tests.map(({ file }) => pathToFileURL(path.resolve(order.directory, file)).href))];
}

function mochaPart(project, wanted) {
  return {
    reporters: [[AssayReporter, {}]],
    mochaOpts: {
      ...project.mochaOpts,
      // Retried by the agent, in a new browser, or as the project configures it.
      ...(order.triesAgain ? { retries: 0 } : {}),
      bail: false,
      invert: false,
      fgrep: undefined,
      grep: titlePattern(wanted.map(({ title }) => title)),
    },
  };
}

/** Multiremote browsers are one capability; otherwise each capability runs every test. */
function placesOf(capabilities) {
  return Array.isArray(capabilities) ? capabilities : [capabilities];
}

module.exports = { makeConfig, placesOf };
