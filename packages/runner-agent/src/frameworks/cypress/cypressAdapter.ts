import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type ListedTest, usualConfigFiles } from '@assay/contract';
import { loadingTheFile } from '../../testSelection/unloadedFile.ts';
import { findReporter } from '../../workspace/installation.ts';
import type { FrameworkCommand } from '../channelProcess.ts';
import { findConfigFile } from '../findConfigFile.ts';
import type { FrameworkAdapter, FrameworkContext } from '../frameworkAdapter.ts';
import { findFrameworkCli } from '../frameworkCli.ts';
import { listThroughChannel } from '../listThroughChannel.ts';
import { runThroughChannel } from '../runThroughChannel.ts';
import { cypressSpecFiles } from './specFiles.ts';
import { specTitlesOf } from './specTitles.ts';

type ListedSpec = { file: string; line: number | null; titles: string[] };
type CypressOrder = {
  list: ListedSpec[] | null;
  keys: string[];
  /** The keys among `keys` of files without any known test. */
  loading: string[];
  files: string[];
  retry: boolean;
};

/**
 * Cypress: its tests run in the browser and cannot be loaded here, so they are listed from the text of their files, and
 * titles computed at run time are found when they run. Cypress runs whole files: results of other tests are not
 * reported. A file without any known title is listed as one test, which reports that it was loaded. The video of a file
 * is kept with its last test.
 */
export const cypressAdapter: FrameworkAdapter = {
  async list(context) {
    const config = await findConfigFile(context, configFilesOf(context));
    const files = await cypressSpecFiles(context, config);
    const list: ListedSpec[] = [];
    for (const file of files) {
      const tests = specTitlesOf((await context.host.files.readText(join(context.directory, file))) ?? '');
      list.push(...tests.map((test) => ({ file, ...test })));
      if (tests.length === 0) list.push({ file, line: null, titles: [loadingTheFile] });
    }
    const order = { list, keys: [], loading: [], files: [], retry: false };
    return await listThroughChannel(context, await commandOf(context, order));
  },

  async run(context, _tests, report) {
    return await runThroughChannel(
      context,
      report,
      (tests, { retry }) => {
        const keysOf = (chosen: readonly ListedTest[]) => chosen.map(({ selector }) => selector ?? '');
        const loading = tests.filter(({ name }) => name === loadingTheFile);
        const files = [...new Set(tests.map(({ file }) => file))];
        return commandOf(context, { list: null, keys: keysOf(tests), loading: keysOf(loading), files, retry });
      },
      0,
    );
  },
};

async function commandOf(context: FrameworkContext, order: CypressOrder): Promise<FrameworkCommand> {
  const { script } = await findFrameworkCli(context.host.files, context.directory, 'cypress', 'bin/cypress');
  const { settings, recordVideo, retryFailedTests: triesAgain } = context.run;
  const folder = join(context.scratch, `cypress-${randomUUID()}`);
  const orderFile = join(folder, 'order.json');
  const { configFile, frameworkArguments: args } = settings;
  const whole = { ...order, triesAgain, folder, configFile, args, video: recordVideo };
  await context.host.files.makeFolder(folder);
  await context.host.files.write(orderFile, JSON.stringify(whole));
  return {
    program: await context.host.node(),
    args: [findReporter('runCypress.cjs'), script],
    environment: { ASSAY_ORDER: orderFile },
    channel: 'file',
  };
}

/** A project in the middle of a migration may have both: versions up to 9 read JSON, later ones run a script. */
function configFilesOf({ run }: FrameworkContext): readonly string[] {
  const isOld = Number.parseInt(run.settings.testingFrameworkVersion ?? '', 10) < 10;
  return isOld ? usualConfigFiles.Cypress.toReversed() : usualConfigFiles.Cypress;
}
