import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { findReporter } from '../../workspace/installation.ts';
import { type FrameworkCommand, nodeCommand } from '../channelProcess.ts';
import type { FrameworkAdapter, FrameworkContext } from '../frameworkAdapter.ts';
import { listThroughChannel } from '../listThroughChannel.ts';
import { runThroughChannel } from '../runThroughChannel.ts';
import { findCucumber } from './findCucumber.ts';

/**
 * CucumberJS 7 and later: scenarios are selected by file and line. It has time limits only for steps, so the agent
 * watches tests. The project's configured retries apply unless the run asks for its own.
 */
export const cucumberAdapter: FrameworkAdapter = {
  async list(context) {
    const command = await commandOf(context, { paths: null, dryRun: true, retry: null });
    return await listThroughChannel(context, command);
  },

  async run(context, _tests, report) {
    return await runThroughChannel(
      context,
      report,
      (tests, { retry }) => {
        const paths = tests.map(({ selector }) => selector ?? '');
        const ownRetries = context.run.retryFailedTests ? Number(retry) : null;
        return commandOf(context, { paths, dryRun: false, retry: ownRetries });
      },
      0,
    );
  },
};

async function commandOf(
  context: FrameworkContext,
  order: { paths: string[] | null; dryRun: boolean; retry: number | null },
): Promise<FrameworkCommand> {
  const { files } = context.host;
  const folder = await findCucumber(files, context.directory);
  const { configFile, frameworkArguments: args } = context.run.settings;
  // In a file: the paths of a large unit can exceed the size of one argument.
  const orderFile = join(context.scratch, `order-${randomUUID()}.json`);
  await files.write(orderFile, JSON.stringify({ configFile, args, ...order }));
  return await nodeCommand(context, findReporter('runCucumber.cjs'), [folder, orderFile]);
}
