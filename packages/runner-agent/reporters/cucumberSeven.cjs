'use strict';
// Runs CucumberJS 7, which has no API except the class behind its command line.
const { createRequire } = require('node:module');
const path = require('node:path');
const { CucumberEvents, ignoredOutcomes, relativeOf } = require('./cucumberEvents.cjs');
const { send } = require('./channel.cjs');

/**
 * @param folder of the package
 * @param order as in runCucumber.cjs; config files came with later versions
 */
async function runCucumberSeven(folder, { paths, dryRun, retry, args }) {
  const Cli = require(path.join(folder, 'lib/cli/index.js')).default;
  class AssayCli extends Cli {
    #strict = true;

    async getConfiguration() {
      const configuration = await super.getConfiguration();
      const { runtimeOptions } = configuration;
      Object.assign(runtimeOptions, { dryRun, failFast: false });
      if (retry !== null) Object.assign(runtimeOptions, { retry, retryTagFilter: '' });
      this.#strict = runtimeOptions.strict;
      if (paths) {
        const files = paths.map((each) => path.resolve(each.replace(/(:\d+)*$/, '')));
        configuration.featurePaths = [...new Set(files)];
        configuration.pickleFilterOptions.featurePaths = paths;
        configuration.order = 'defined';
      } else configuration.featurePaths = await readableFeatures(folder, configuration);
      // Reports to files would overwrite each other where several slots share a checkout.
      return { ...configuration, parallel: 0, formats: [{ type: 'progress', outputTo: '' }] };
    }

    async initializeFormatters(options) {
      const events = new CucumberEvents(ignoredOutcomes(this.#strict));
      options.eventBroadcaster.on('envelope', (envelope) => events.take(envelope));
      return await super.initializeFormatters(options);
    }
  }
  const cli = new AssayCli({
    argv: [...process.argv.slice(0, 2), ...args],
    cwd: process.cwd(),
    stdout: process.stdout,
  });
  const { success } = await cli.run();
  // Even in a dry run it treats undefined steps as a failure.
  return success || dryRun ? 0 : 1;
}

/** As with later versions: a feature that cannot be parsed is reported, and the others remain. */
async function readableFeatures(folder, { featurePaths, featureDefaultLanguage }) {
  const unreadable = new Map();
  const options = { defaultDialect: featureDefaultLanguage, relativeTo: process.cwd(), includePickles: false };
  for await (const { parseError } of gherkinOf(folder).GherkinStreams.fromPaths(featurePaths, options)) {
    if (!parseError) continue;
    const file = path.resolve(parseError.source.uri);
    unreadable.set(file, [...(unreadable.get(file) ?? []), parseError.message]);
  }
  for (const [file, messages] of unreadable)
    send({ t: 'unloaded', file: relativeOf(file), status: 'FAIL', message: messages.join('\n') });
  return featurePaths.filter((file) => !unreadable.has(path.resolve(file)));
}

/** From 7.1 on, the feature parser is a separate package. */
function gherkinOf(folder) {
  const ofCucumber = createRequire(path.join(folder, 'package.json'));
  try {
    return ofCucumber('@cucumber/gherkin-streams');
  } catch {
    return ofCucumber('@cucumber/gherkin');
  }
}

module.exports = { runCucumberSeven };
