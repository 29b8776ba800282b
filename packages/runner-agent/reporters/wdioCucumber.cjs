'use strict';
// The differences for a WebDriverIO project whose tests are Cucumber scenarios.
const { EventEmitter } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { inspect } = require('node:util');
const { send } = require('./channel.cjs');
const { readPathsLiterally } = require('./literalPaths.cjs');
const { folderOf } = require('./packageFolder.cjs');
const { readLineKey } = require('./specKey.cjs');
const AssayPictures = require('./wdioPictures.cjs');

/** The agent's changes to the project's configuration, in addition to those for every framework. */
function cucumberPart(project, order) {
  // In the process of a feature.
  if (process.env.WDIO_WORKER_ID) takeFilesAsTheyAre(folderOf(process.cwd(), '@wdio/cucumber-framework'));
  return {
    reporters: [[AssayPictures, {}]],
    cucumberFeaturesWithLineNumbers: linesOf(order),
    cucumberOpts: {
      ...withFormatter(project.cucumberOpts),
      failFast: false,
      order: 'defined',
      // Retried by the agent, in a new browser, or as the project configures it.
      ...(order.triesAgain ? { retry: 0, retryTagFilter: '' } : {}),
    },
    after: [project.after, tellProblem].flat().filter(Boolean),
  };
}

/** @param folder of @wdio/cucumber-framework, which names files only to its CucumberJS */
function takeFilesAsTheyAre(folder) {
  readPathsLiterally(folderOf(folder, '@cucumber/cucumber'));
}

/** The project's reports to files would overwrite each other where several slots share a checkout. */
function withFormatter(options, given = {}) {
  // Only one formatter may write to standard output, and that is WebDriverIO's own; ours writes nothing.
  const formatter = [pathToFileURL(require.resolve('./wdioFormatter.cjs')).href, `${process.env.ASSAY_ORDER}.out`];
  const formatOptions = { ...options?.formatOptions, ...given, _assayStrict: Boolean(options?.strict) };
  return { ...options, format: [formatter], formatOptions, publish: false };
}

/** The process of one feature file runs in one browser: only the scenarios requested there. */
function linesOf({ directory, keys, places }) {
  const index = process.env.WDIO_WORKER_ID;
  const here = keys.map(readLineKey).filter(({ place }) => index && place === places[Number.parseInt(index, 10)]);
  const files = [...new Set(here.map(({ file }) => file))];
  return files.map((file) => {
    const lines = here.filter((test) => test.file === file).map(({ line }) => line);
    return [path.resolve(directory, file), ...lines].join(':');
  });
}

// Step files that cannot be loaded, and hooks around all scenarios.
function tellProblem(result) {
  if (result instanceof Error) send({ t: 'problem', message: inspect(result) });
}

/**
 * Lists the scenarios of a feature file as WebDriverIO's own Cucumber adapter selects them, by the tags and names of
 * the configuration and what the browser skips. No step file is loaded: it may need a browser.
 * @param folder of @wdio/cucumber-framework
 * @throws what is wrong with the feature
 */
async function listScenarios(folder, file, config, place, capabilities, onListed) {
  takeFilesAsTheyAre(folder);
  const { default: framework } = await import(pathToFileURL(path.join(folder, 'build/index.js')).href);
  const options = withFormatter(config.cucumberOpts, { _assayListed: onListed });
  const listing = { ...options, dryRun: true, order: 'defined', require: [], import: [], requireModule: [] };
  const quiet = { ...config, cucumberFeaturesWithLineNumbers: [], after: [], cucumberOpts: listing };
  const adapter = await framework.init(`${place}-0`, quiet, [file], capabilities, new EventEmitter());
  if (adapter.hasTests()) await adapter.run();
  fs.rmSync(`${process.env.ASSAY_ORDER}.out`, { force: true });
}

module.exports = { cucumberPart, listScenarios };
