'use strict';
// Runs CucumberJS through its own API, as its command line would add the paths of the project's configuration to the
// scenarios that were asked for. Usage: node runCucumber.cjs <api module> <file with the order>
const fs = require('node:fs');
const { CucumberEvents } = require('./cucumberEvents.cjs');
const { drained, send } = require('./channel.cjs');

async function main([api, orderFile]) {
  // configFile: null for the usual places. paths: null for those of the configuration.
  const { configFile, paths, dryRun, retry } = JSON.parse(fs.readFileSync(orderFile, 'utf8'));
  const { loadConfiguration, runCucumber } = require(api);
  const { runConfiguration } = await loadConfiguration(configFile ? { file: configFile } : {});
  if (paths) {
    runConfiguration.sources.paths = paths;
    runConfiguration.sources.order = 'defined';
  }
  Object.assign(runConfiguration.runtime, { dryRun, retry, parallel: 0, failFast: false, retryTagFilter: '' });
  runConfiguration.sources.shard = undefined;
  // Reports to files would overwrite each other where several places share a checkout.
  runConfiguration.formats = {
    stdout: 'progress',
    files: {},
    publish: false,
    options: runConfiguration.formats.options,
  };
  const events = new CucumberEvents();
  const { success } = await runCucumber(runConfiguration, {}, (envelope) => events.take(envelope));
  return success ? 0 : 1;
}

async function exitCodeOf(args) {
  try {
    return await main(args);
  } catch (error) {
    console.error(error);
    send({ t: 'problem', message: error.stack ?? String(error) });
    return 2;
  }
}

void exitCodeOf(process.argv.slice(2)).then(async (exitCode) => {
  await drained();
  // What the tests left open (a server, a browser) must not keep the process alive.
  process.exit(exitCode);
});
