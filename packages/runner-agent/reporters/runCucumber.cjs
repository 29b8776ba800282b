'use strict';
// Runs CucumberJS through its own API, because its command line would add the paths of the project's configuration to
// the requested scenarios. Usage: node runCucumber.cjs <folder of the package> <file with the order>
const fs = require('node:fs');
const path = require('node:path');
const { Writable } = require('node:stream');
const { CucumberEvents, ignoredOutcomes, relativeOf } = require('./cucumberEvents.cjs');
const { send } = require('./channel.cjs');
const { readPathsLiterally } = require('./literalPaths.cjs');
const { runCucumberSeven } = require('./cucumberSeven.cjs');

async function main([folder, orderFile]) {
  // configFile: null for the usual locations. paths: null for those of the configuration. retry: null leaves it to the
  // configuration.
  const order = JSON.parse(fs.readFileSync(orderFile, 'utf8'));
  const { configFile, paths, dryRun, retry, args } = order;
  refuseWrongNode(folder);
  const api = path.join(folder, 'lib/api/index.js');
  if (!fs.existsSync(api)) return await runCucumberSeven(folder, order);
  const { loadConfiguration, loadSources, runCucumber } = require(api);
  const { runConfiguration } = await loadConfiguration({
    ...(configFile ? { file: configFile } : {}),
    ...providedBy(folder, args),
  });
  if (paths) {
    readPathsLiterally(folder);
    runConfiguration.sources.paths = paths;
    runConfiguration.sources.order = 'defined';
  }
  Object.assign(runConfiguration.runtime, { dryRun, parallel: 0, failFast: false });
  if (retry !== null) Object.assign(runConfiguration.runtime, { retry, retryTagFilter: '' });
  runConfiguration.sources.shard = undefined;
  // Reports to files would overwrite each other where several slots share a checkout.
  runConfiguration.formats = {
    stdout: 'progress',
    files: {},
    publish: false,
    options: runConfiguration.formats.options,
  };
  if (!paths) runConfiguration.sources.paths = await readableFeatures(folder, runConfiguration.sources, loadSources);
  const events = new CucumberEvents(ignoredOutcomes(runConfiguration.runtime.strict));
  const { success } = await runCucumber(runConfiguration, { stdout: forFormatter() }, (envelope) =>
    events.take(envelope),
  );
  return success || dryRun ? 0 : 1;
}

/**
 * Standard output as it is now: from version 13 on formatters write to the stream itself, whose output is tests' by then.
 * Nothing waits in it, because the process exits after the last line.
 */
function forFormatter() {
  const write = process.stdout.write.bind(process.stdout);
  return new Writable({
    write: (chunk, _encoding, done) => {
      write(chunk);
      done();
    },
  });
}

/** What the project's own arguments say, read as CucumberJS itself reads its command line. */
function providedBy(folder, args) {
  if (args.length === 0) return {};
  const { default: ArgvParser } = require(path.join(folder, 'lib/configuration/argv_parser.js'));
  const { options, configuration } = ArgvParser.parse([...process.argv.slice(0, 2), ...args]);
  return { profiles: options.profile, provided: configuration };
}

/**
 * CucumberJS runs no scenario at all when one feature cannot be parsed: that one is reported, and the others remain.
 */
async function readableFeatures(folder, sources, loadSources) {
  const { plan, errors } = await loadSources(sources);
  const features = [...new Set(plan.map(({ uri }) => uri))];
  if (errors.length === 0 || features.length === 0) return sources.paths;
  for (const { uri, message } of errors) send({ t: 'unloaded', file: relativeOf(uri), status: 'FAIL', message });
  readPathsLiterally(folder);
  return features;
}

// CucumberJS itself checks this only on its command line; without the check, the first missing Node function would be
// the error.
function refuseWrongNode(folder) {
  const file = path.join(folder, 'lib/cli/validate_node_engine_version.js');
  const { validateNodeEngineVersion } = fs.existsSync(file) ? require(file) : {};
  const refuse = (message) => {
    throw Object.assign(new Error(message), { isRefusal: true });
  };
  validateNodeEngineVersion?.(process.version, refuse, (warning) => console.error(warning));
}

async function exitCodeOf(args) {
  try {
    return await main(args);
  } catch (error) {
    console.error(error);
    const { isRefusal, message, stack } = error;
    send(isRefusal ? { t: 'refused', message } : { t: 'problem', message: stack ?? String(error) });
    return 2;
  }
}

void exitCodeOf(process.argv.slice(2)).then((exitCode) => {
  // What the tests left open (a server, a browser) must not keep the process alive.
  process.exit(exitCode);
});
