import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ProjectSettings } from '@assay/contract';
import { UnitProblem } from '../../units/unitProblem.ts';
import { findReporter } from '../../workspace/installation.ts';
import type { FrameworkCommand } from '../channelProcess.ts';
import type { FrameworkAdapter, FrameworkContext } from '../frameworkAdapter.ts';
import { listThroughChannel } from '../listThroughChannel.ts';
import { runThroughChannel } from '../runThroughChannel.ts';

/** NUnit ends a slow test itself; it gets this much extra time to do so. */
const graceMs = 5000;

/**
 * NUnit 3 and later on .NET, through `dotnet test`: tests are selected by their full names, which include the
 * parameters. Categories are the tags; a list of tests does not contain them, so each category that the run names is
 * queried.
 */
export const nunitAdapter: FrameworkAdapter = {
  async list(context) {
    return await listThroughChannel(context, await commandOf(context, { list: true, keys: [], retry: false }));
  },

  async run(context, _tests, report) {
    return await runThroughChannel(
      context,
      report,
      (tests, { retry }) => {
        const keys = tests.map(({ selector }) => selector ?? '');
        return commandOf(context, { list: false, keys, retry });
      },
      graceMs,
    );
  },
};

async function commandOf(
  context: FrameworkContext,
  order: { list: boolean; keys: string[]; retry: boolean },
): Promise<FrameworkCommand> {
  refuseOtherPlatform(context.run.settings, process.platform);
  const { files } = context.host;
  const dotnet = await context.host.find(context.environment, ['dotnet']);
  if (!dotnet) {
    throw new UnitProblem(
      'framework.notFound',
      'There is no .NET on this runner agent. Install its SDK there, so that dotnet is found in the PATH of the agent.',
    );
  }
  const { settings, testTimeoutSeconds, includeTags, excludedTags } = context.run;
  const folder = join(context.scratch, `nunit-${randomUUID()}`);
  const tags = [...new Set([...includeTags, ...excludedTags])].map((tag) => tag.replace(/^@/, ''));
  const orderFile = join(folder, 'order.json');
  const timeoutMs = testTimeoutSeconds * 1000;
  const dlls = settings.testArtifacts;
  await files.makeFolder(folder);
  await files.write(
    orderFile,
    JSON.stringify({ ...order, folder, tags, timeoutMs, dlls, args: settings.frameworkArguments }),
  );
  return {
    program: await context.host.node(),
    args: [findReporter('runNunit.cjs'), dotnet],
    environment: { ASSAY_ORDER: orderFile },
    channel: 'file',
  };
}

/** @throws UnitProblem framework.notFound for tests of .NET Framework, which exists only on Windows. */
export function refuseOtherPlatform(
  { usingDotnetCore }: Pick<ProjectSettings, 'usingDotnetCore'>,
  platform: NodeJS.Platform,
): void {
  if (usingDotnetCore !== false || platform === 'win32') return;
  throw new UnitProblem(
    'framework.notFound',
    'The tests of this project are for .NET Framework, which runs on Windows only. Give the project runner agents on ' +
      "Windows, or say in the project's settings that it uses .NET Core.",
  );
}
