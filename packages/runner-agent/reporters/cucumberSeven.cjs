'use strict';
// Runs CucumberJS 7, which has no API but the class behind its command line.
const path = require('node:path');

/**
 * @param folder of the package
 * @param order as runCucumber.cjs has it; a config file is of versions after this one
 */
async function runCucumberSeven(folder, { paths, dryRun, retry }, events) {
  const Cli = require(path.join(folder, 'lib/cli/index.js')).default;
  class AssayCli extends Cli {
    async getConfiguration() {
      const configuration = await super.getConfiguration();
      const { runtimeOptions } = configuration;
      Object.assign(runtimeOptions, { dryRun, failFast: false });
      if (retry !== null) Object.assign(runtimeOptions, { retry, retryTagFilter: '' });
      if (paths) {
        const files = paths.map((each) => path.resolve(each.replace(/(:\d+)*$/, '')));
        configuration.featurePaths = [...new Set(files)];
        configuration.pickleFilterOptions.featurePaths = paths;
        configuration.order = 'defined';
      }
      // Reports to files would overwrite each other where several places share a checkout.
      return { ...configuration, parallel: 0, formats: [{ type: 'progress', outputTo: '' }] };
    }

    async initializeFormatters(options) {
      options.eventBroadcaster.on('envelope', (envelope) => events.take(envelope));
      return await super.initializeFormatters(options);
    }
  }
  const cli = new AssayCli({ argv: process.argv.slice(0, 2), cwd: process.cwd(), stdout: process.stdout });
  const { success } = await cli.run();
  // Without running anything it still calls steps that are not written yet a failure.
  return success || dryRun ? 0 : 1;
}

module.exports = { runCucumberSeven };
