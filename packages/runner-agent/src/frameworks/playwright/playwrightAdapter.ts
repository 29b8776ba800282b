import { dirname, join, resolve } from 'node:path';
import type { ListedTest } from '@assay/contract';
import { findChromium, systemChromium } from '../../browser/findChromium.ts';
import type { FoundChromium } from '../../browser/foundChromium.ts';
import { type PlaywrightBrowsers, playwrightBrowsers } from '../../browser/playwrightBrowsers.ts';
import { findReporter } from '../../workspace/installation.ts';
import { type FrameworkCommand, nodeCommand } from '../channelProcess.ts';
import type { FrameworkAdapter, FrameworkContext } from '../frameworkAdapter.ts';
import { findFrameworkCli, findPackageOf } from '../frameworkCli.ts';
import { listThroughChannel } from '../listThroughChannel.ts';
import { runThroughChannel } from '../runThroughChannel.ts';
import { needsTurns, serverTurn, turnsNote } from '../serverTurn.ts';
import { outputFolder } from './outputFolder.ts';
import { escaped, titlePattern } from './titlePattern.ts';
import { findPlaywrightConfig, type VideoConfig, writeVideoConfig } from './videoConfig.ts';
import { noteOnMissingFfmpeg } from './videoNote.ts';

/**
 * Playwright's own default: a project with a longer limit has a reason, and one with a shorter limit need not wait
 * longer.
 */
const defaultTimeoutSeconds = 30;
/** Playwright ends a slow test itself, with a picture and a better message; it gets this much extra time to do so. */
const graceMs = 5000;

/**
 * Playwright Test: tests are selected by Playwright's own ids, which name project, file and titles exactly. The
 * project's configured retries apply unless the run asks for its own.
 */
export const playwrightAdapter: FrameworkAdapter = {
  async list(context) {
    const { files } = context.host;
    const { script } = await findFrameworkCli(files, context.directory, '@playwright/test', 'cli.js');
    const { configFile } = context.run.settings;
    const own = await findPlaywrightConfig(files, context.directory, configFile);
    if (context.run.recordVideo && !(await findBrowsers(context, script)).hasFfmpeg) {
      context.note(await noteOnMissingFfmpeg(files, own));
    }
    const listing = async (...selection: string[]): Promise<FrameworkCommand> => {
      const reporter = findReporter('playwrightReporter.cjs');
      const command = await commandOf(context, script, configFile, ['--list', ...selection], reporter);
      return { ...command, environment: { ASSAY_LIST: '1' } };
    };
    // Playwright lists no tests at all when one file cannot be loaded.
    const patternOf = (file: string) => escaped(resolve(context.directory, file));
    return await listThroughChannel(context, await listing(), {
      without: (files) => listing(`^(?!(?:${files.map(patternOf).join('|')})$)`),
      only: (files) => listing(...files.map((file) => `^${patternOf(file)}$`)),
    });
  },

  async whyTurns({ host, directory, run }) {
    // Each container has a network of its own.
    if (host.inContainer) return null;
    const own = await findPlaywrightConfig(host.files, directory, run.settings.configFile);
    return (await needsTurns(host.files, 'Playwright', own)) ? turnsNote : null;
  },

  async run(context, _tests, report) {
    const { files } = context.host;
    const { script, version } = await findFrameworkCli(files, context.directory, '@playwright/test', 'cli.js');
    const { environment, hasFfmpeg } = await findBrowsers(context, script);
    const { ASSAY_CHROMIUM: chromium } = environment;
    if (chromium) context.print(`Chromium for the tests: ${chromium}\n`);
    const place = await outputFolder(context);
    const own = await findPlaywrightConfig(files, context.directory, context.run.settings.configFile);
    const turnOver = await serverTurn(context, 'Playwright', own);
    const video = await videoConfigOf(context, own, hasFfmpeg);
    try {
      return await runThroughChannel(
        context,
        report,
        async (tests, { retry, round }) => {
          const output = join(place, `output-${round}`);
          const selection = await selectionOf(context, version, tests, output);
          const reporters = `list,${findReporter('playwrightReporter.cjs')}`;
          const limit = context.run.testTimeoutSeconds;
          const timeout = limit <= defaultTimeoutSeconds ? [`--timeout=${limit * 1000}`] : [];
          const retries = context.run.retryFailedTests ? [`--retries=${retry ? 1 : 0}`] : [];
          const args = ['--workers=1', ...retries, '--max-failures=0', ...timeout, `--output=${output}`, ...selection];
          const config = video?.path ?? context.run.settings.configFile;
          return { ...(await commandOf(context, script, config, args, reporters)), environment };
        },
        graceMs,
      );
    } finally {
      turnOver();
      await video?.remove();
    }
  },
};

async function commandOf(
  context: FrameworkContext,
  script: string,
  configFile: string | null,
  args: string[],
  reporters: string,
): Promise<FrameworkCommand> {
  const { run } = context;
  const config = configFile ? [`--config=${configFile}`] : [];
  const project = run.playwrightProject ? [`--project=${run.playwrightProject}`] : [];
  return await nodeCommand(context, script, [
    'test',
    // Before ours, which end the list of values that an option may take.
    ...run.settings.frameworkArguments,
    ...config,
    ...project,
    `--reporter=${reporters}`,
    ...args,
  ]);
}

/** Null where the project's configuration is used unchanged: videos are wanted, and nothing can record them. */
async function videoConfigOf(
  { directory, run, host }: FrameworkContext,
  own: string | null,
  hasFfmpeg: boolean,
): Promise<VideoConfig | null> {
  if (run.recordVideo && !hasFfmpeg) return null;
  return await writeVideoConfig(host.files, directory, own, run.recordVideo);
}

/**
 * Playwright runs exactly the tests whose ids are listed as failed in its record of the last run; unlike its test
 * lists, that works for titles with a '›' and for tests created in a loop, which share a line. Before 1.44 tests are
 * selected by title; results of others are not reported. Naming the files keeps Playwright from loading all others.
 */
async function selectionOf(
  context: FrameworkContext,
  version: string,
  tests: readonly ListedTest[],
  output: string,
): Promise<string[]> {
  const files = [...new Set(tests.map(({ file }) => resolve(context.directory, file)))];
  const ofFiles = files.map((file) => `${escaped(file)}$`);
  if (!isFrom(version, 1, 44)) return [`--grep=${titlePattern(tests.map(({ name }) => name))}`, ...ofFiles];
  const failedTests = tests.map(({ selector }) => selector ?? '');
  await context.host.files.makeFolder(output);
  await context.host.files.write(join(output, '.last-run.json'), JSON.stringify({ status: 'failed', failedTests }));
  return ['--last-failed', ...ofFiles];
}

async function findBrowsers(
  context: FrameworkContext,
  script: string,
): Promise<{ environment: NodeJS.ProcessEnv; hasFfmpeg: boolean }> {
  // An image brings Playwright's browsers, or the project's install command does; another Chromium in the image is
  // passed by name.
  if (context.host.inContainer) {
    const own = await context.host.find(context.environment, ['chromium', 'chromium-browser', 'google-chrome']);
    const named = { ASSAY_CHROMIUM: own ?? '', ASSAY_CHROMIUM_ARGS: JSON.stringify(['--no-sandbox']) };
    return { environment: own === null ? {} : named, hasFfmpeg: true };
  }
  const { files } = context.host;
  const found = await findChromium(files, context.environment, join(context.scratch, '../../../browser'));
  const framework = await findPackageOf(files, script, 'playwright');
  const core = await findPackageOf(files, framework ?? script, 'playwright-core');
  const browsers: PlaywrightBrowsers = core
    ? await playwrightBrowsers(context, dirname(core), found ?? (await ofMachine(context)))
    : { folder: null, hasFfmpeg: false };
  const environment: NodeJS.ProcessEnv = browsers.folder ? { PLAYWRIGHT_BROWSERS_PATH: browsers.folder } : {};
  if (found) {
    Object.assign(environment, { ASSAY_CHROMIUM: found.executable, ASSAY_CHROMIUM_ARGS: JSON.stringify(found.args) });
  }
  return { environment, hasFfmpeg: browsers.hasFfmpeg };
}

/** Whether Playwright has a Chromium of its own, possibly of another version. */
async function ofMachine({ host, environment }: FrameworkContext): Promise<FoundChromium | null> {
  const executable = await systemChromium(host.files, environment);
  return executable ? { executable, args: ['--no-sandbox'] } : null;
}

function isFrom(version: string, major: number, minor: number): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}
