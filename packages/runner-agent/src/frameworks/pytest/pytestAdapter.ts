import { randomUUID } from 'node:crypto';
import { delimiter, join } from 'node:path';
import { readReporter } from '../../workspace/installation.ts';
import { sourceFolder } from '../../workspace/sourceFolder.ts';
import type { FrameworkCommand } from '../channelProcess.ts';
import type { FrameworkAdapter, FrameworkContext } from '../frameworkAdapter.ts';
import { listThroughChannel } from '../listThroughChannel.ts';
import { runThroughChannel } from '../runThroughChannel.ts';
import { findPytest } from './findPytest.ts';

type PytestOrder = {
  list: boolean;
  keys: string[] | null;
  /** Those of the tests, relative to the working directory. */
  files: string[] | null;
  retry: boolean;
  noReruns: boolean;
};

/**
 * Pytest: tests are selected by node id from its own collection. A failed test is retried in a new process, after all
 * others: module and session fixtures are then as fresh as for the first try.
 */
export const pytestAdapter: FrameworkAdapter = {
  async list(context) {
    const command = await commandOf(context, { list: true, keys: null, files: null, retry: false }, [
      '--collect-only',
      '-q',
    ]);
    return await listThroughChannel(context, command);
  },

  async run(context, _tests, report) {
    return await runThroughChannel(
      context,
      report,
      async (tests, { retry }) => {
        const keys = tests.map(({ selector }) => selector ?? '');
        const files = [...new Set(tests.map(({ file }) => file))];
        return await commandOf(context, { list: false, keys, files, retry }, ['-v', '--continue-on-collection-errors']);
      },
      0,
    );
  },
};

async function commandOf(
  context: FrameworkContext,
  order: Omit<PytestOrder, 'noReruns'>,
  args: string[],
): Promise<FrameworkCommand> {
  const python = await findPytest(context);
  // Copied, because Python writes compiled files beside a module.
  const folder = join(context.scratch, `pytest-${randomUUID()}`);
  const { files } = context.host;
  await files.makeFolder(folder);
  await files.write(join(folder, 'assay_pytest.py'), await readReporter('assay_pytest.py'));
  // In a file: the node ids of a large unit can exceed the size of a command line.
  const orderFile = join(folder, 'order.json');
  await files.write(
    orderFile,
    JSON.stringify({ ...order, noReruns: context.run.retryFailedTests } satisfies PytestOrder),
  );
  const { configFile, frameworkArguments } = context.run.settings;
  return {
    program: python,
    args: [
      ...['-m', 'pytest', '-p', 'assay_pytest', '--color=no', '--maxfail=0'],
      ...(configFile ? ['-c', configFile] : []),
      ...frameworkArguments,
      ...args,
    ],
    environment: {
      PYTHONPATH: [folder, await sourceFolder(files, context.directory), context.environment.PYTHONPATH]
        .filter(Boolean)
        .join(delimiter),
      PYTHONUNBUFFERED: '1',
      ASSAY_ORDER: orderFile,
    },
    channel: 'file',
  };
}
