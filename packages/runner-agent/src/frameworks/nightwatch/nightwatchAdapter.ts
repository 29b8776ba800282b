import { randomUUID } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { type ListedTest, usualConfigFiles } from '@assay/contract';
import { freePort } from '@assay/ports';
import { findChromeDriver } from '../../browser/findChromeDriver.ts';
import { findReporter } from '../../workspace/installation.ts';
import type { FrameworkCommand } from '../channelProcess.ts';
import { findConfigFile } from '../findConfigFile.ts';
import type { FrameworkAdapter, FrameworkContext } from '../frameworkAdapter.ts';
import { findFrameworkCli } from '../frameworkCli.ts';
import { listThroughChannel } from '../listThroughChannel.ts';
import { runThroughChannel } from '../runThroughChannel.ts';

/**
 * NightWatch: tests are selected by file and name. The tests of a file share a browser and may build on each other; a
 * failed one is retried in a new browser.
 */
export const nightwatchAdapter: FrameworkAdapter = {
  async list(context) {
    return await listThroughChannel(context, await commandOf(context, null, false));
  },

  async run(context, _tests, report) {
    return await runThroughChannel(context, report, (tests, { retry }) => commandOf(context, tests, retry), 0);
  },
};

/** @param tests null to list all */
async function commandOf(
  context: FrameworkContext,
  tests: readonly ListedTest[] | null,
  retry: boolean,
): Promise<FrameworkCommand> {
  const { directory } = context;
  const { script } = await findFrameworkCli(context.host.files, directory, 'nightwatch', 'bin/runner.js');
  const order = {
    list: tests === null,
    directory,
    configFile: await findConfigFile(context, usualConfigFiles.NightWatch),
    files: [...new Set(tests?.map(({ file }) => resolve(directory, file)))],
    keys: (tests ?? []).map(({ selector }) => selector ?? ''),
    retry,
    args: context.run.settings.frameworkArguments,
    browser: await findChromeDriver(context.environment, context.host),
    port: await freePort(),
  };
  const orderFile = join(context.scratch, `order-${randomUUID()}.json`);
  await context.host.files.write(orderFile, JSON.stringify(order));
  return {
    program: await context.host.node(),
    args: [findReporter('runNightwatch.cjs'), dirname(dirname(script))],
    environment: { ASSAY_ORDER: orderFile },
    channel: 'file',
  };
}
