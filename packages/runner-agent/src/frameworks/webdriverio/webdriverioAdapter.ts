import { randomUUID } from 'node:crypto';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { usualConfigFiles } from '@assay/contract';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { findChromeDriver } from '../../browser/findChromeDriver.ts';
import { findReporter } from '../../workspace/installation.ts';
import type { FrameworkCommand } from '../channelProcess.ts';
import { findConfigFile } from '../findConfigFile.ts';
import type { FrameworkAdapter, FrameworkContext } from '../frameworkAdapter.ts';
import { findFrameworkCli } from '../frameworkCli.ts';
import { listThroughChannel } from '../listThroughChannel.ts';
import { runThroughChannel } from '../runThroughChannel.ts';
import { needsTurns, serverTurn, turnsNote } from '../serverTurn.ts';

/** A session is opened before the first test and closed after the last, each within its own time limit. */
const graceMs = 0;

/** With titles for Mocha, with a line for Cucumber; see specKey.cjs. */
const SpecKey = Type.Union([
  Type.Tuple([Type.Integer(), Type.String(), Type.String(), Type.Integer()]),
  Type.Tuple([Type.Integer(), Type.String(), Type.Integer()]),
]);

/**
 * WebDriverIO with Mocha or Cucumber: tests are selected by browser, file and titles, scenarios by browser, file and
 * line. The project's configuration stays in force, except for which tests run, that they run one at a time, and our
 * reporter.
 */
export const webdriverioAdapter: FrameworkAdapter = {
  async list(context) {
    const { script } = await findFrameworkCli(context.host.files, context.directory, '@wdio/cli', 'bin/wdio.js');
    const { environment } = await writeOrder(context, [], false);
    return await listThroughChannel(context, {
      program: await context.host.node(),
      args: [findReporter('listWdio.cjs'), dirname(dirname(script))],
      environment,
      channel: 'file',
    });
  },

  async whyTurns(context) {
    // Each container has a network of its own.
    if (context.host.inContainer) return null;
    const own = await findConfigFile(context, usualConfigFiles.WebDriverIO);
    return (await needsTurns(context.host.files, 'WebDriverIO', own)) ? turnsNote : null;
  },

  async run(context, _tests, report) {
    const own = await findConfigFile(context, usualConfigFiles.WebDriverIO);
    const turnOver = await serverTurn(context, 'WebDriverIO', own);
    try {
      return await runThroughChannel(
        context,
        report,
        async (tests, { retry }): Promise<FrameworkCommand> => {
          const { script } = await findFrameworkCli(context.host.files, context.directory, '@wdio/cli', 'bin/wdio.js');
          const keys = tests.map(({ selector }) => selector ?? '');
          const { environment, configFile } = await writeOrder(context, keys, retry);
          const config = await writeConfig(context, configFile);
          return {
            program: await context.host.node(),
            args: [script, 'run', config, ...context.run.settings.frameworkArguments],
            environment,
            channel: 'file',
          };
        },
        graceMs,
      );
    } finally {
      turnOver();
    }
  },
};

async function writeOrder(
  context: FrameworkContext,
  keys: readonly string[],
  retry: boolean,
): Promise<{ environment: NodeJS.ProcessEnv; configFile: string }> {
  const configFile = await findConfigFile(context, usualConfigFiles.WebDriverIO);
  const places = [...new Set(keys.map((key) => parseKey(key)[0]))].sort((a, b) => a - b);
  const browser = await findChromeDriver(context.environment, context.host);
  const orderFile = join(context.scratch, `order-${randomUUID()}.json`);
  const { directory, run } = context;
  const triesAgain = run.retryFailedTests;
  await context.host.files.write(
    orderFile,
    JSON.stringify({ directory, configFile, keys, places, retry, triesAgain, browser }),
  );
  return { environment: { ASSAY_ORDER: orderFile }, configFile };
}

/** A configuration that wraps the project's own, in the same language, which WebDriverIO can load. */
async function writeConfig(context: FrameworkContext, configFile: string): Promise<string> {
  const ending = extname(configFile).endsWith('ts') ? 'mts' : 'mjs';
  const path = join(context.scratch, `wdio-${randomUUID()}.conf.${ending}`);
  const ours = JSON.stringify(pathToFileURL(findReporter('wdioConfig.cjs')).href);
  const theirs = JSON.stringify(pathToFileURL(configFile).href);
  const code = `import ours from ${ours};\nimport * as theirs from ${theirs};\n`;
  await context.host.files.write(
    path,
    `${code}export const config = ours.makeConfig(theirs.config ?? theirs.default?.config ?? {});\n`,
  );
  return path;
}

function parseKey(key: string): Static<typeof SpecKey> {
  const parsed: unknown = JSON.parse(key);
  return Value.Parse(SpecKey, parsed);
}
