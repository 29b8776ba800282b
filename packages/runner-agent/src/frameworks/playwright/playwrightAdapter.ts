import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ListedTest } from '@assay/contract';
import { findChromium } from '../../browser/findChromium.ts';
import { findReporter } from '../../workspace/installation.ts';
import { type FrameworkCommand, nodeCommand } from '../channelProcess.ts';
import type { FrameworkAdapter, FrameworkContext } from '../frameworkAdapter.ts';
import { findFrameworkCli } from '../frameworkCli.ts';
import { listThroughChannel } from '../listThroughChannel.ts';
import { runThroughChannel } from '../runThroughChannel.ts';

/** Playwright's own default: a project that sets more has a reason, one that sets less is not to wait longer. */
const defaultTimeoutSeconds = 30;
/** Playwright ends a test by itself, with a picture and a better message; it gets this long to do so. */
const graceMs = 5000;

/** Playwright Test: tests are selected by Playwright's own ids, which name project, file and titles exactly. */
export const playwrightAdapter: FrameworkAdapter = {
  async list(context) {
    const command = await commandOf(context, ['--list'], findReporter('playwrightReporter.cjs'));
    return await listThroughChannel(context, { ...command, environment: { ASSAY_LIST: '1' } });
  },

  async run(context, _tests, report) {
    const environment = await browserEnvironment(context);
    return await runThroughChannel(
      context,
      report,
      async (tests, { retry, round }) => {
        const output = join(context.scratch, `output-${round}`);
        const selection = await selectionOf(context, tests, output);
        const reporters = `list,${findReporter('playwrightReporter.cjs')}`;
        const limit = context.run.testTimeoutSeconds;
        const timeout = limit <= defaultTimeoutSeconds ? [`--timeout=${limit * 1000}`] : [];
        const how = ['--workers=1', `--retries=${retry ? 1 : 0}`, '--max-failures=0', ...timeout];
        const command = await commandOf(context, [...how, `--output=${output}`, ...selection], reporters);
        return { ...command, environment };
      },
      graceMs,
    );
  },
};

async function commandOf(context: FrameworkContext, args: string[], reporters: string): Promise<FrameworkCommand> {
  const { script } = await findFrameworkCli(context.directory, '@playwright/test', 'cli.js');
  const { run } = context;
  const config = run.settings.configFile ? [`--config=${run.settings.configFile}`] : [];
  const project = run.playwrightProject ? [`--project=${run.playwrightProject}`] : [];
  return nodeCommand(script, ['test', ...config, ...project, `--reporter=${reporters}`, ...args]);
}

/**
 * Playwright runs exactly the tests whose ids its record of the last run calls failed, which takes titles of any kind
 * (its test lists know no '›' in a title, and lines are shared by tests made in a loop). The files keep it from
 * loading all others.
 */
async function selectionOf(context: FrameworkContext, tests: readonly ListedTest[], output: string): Promise<string[]> {
  const failedTests = tests.map(({ selector }) => selector ?? '');
  await mkdir(output, { recursive: true });
  await writeFile(join(output, '.last-run.json'), JSON.stringify({ status: 'failed', failedTests }));
  const files = [...new Set(tests.map(({ file }) => resolve(context.directory, file)))];
  return ['--last-failed', ...files.map((file) => `${file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)];
}

async function browserEnvironment(context: FrameworkContext): Promise<NodeJS.ProcessEnv> {
  const found = await findChromium(context.environment, join(context.scratch, '../../../browser'));
  if (!found) return {};
  context.print(`Chromium for the tests: ${found.executable}\n`);
  return { ASSAY_CHROMIUM: found.executable, ASSAY_CHROMIUM_ARGS: JSON.stringify(found.args) };
}
