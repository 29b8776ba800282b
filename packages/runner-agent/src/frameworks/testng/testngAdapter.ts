import { randomUUID } from 'node:crypto';
import { delimiter, join } from 'node:path';
import { UnitProblem } from '../../units/unitProblem.ts';
import { reporterClass, reporterSource } from '../../workspace/javaReporter.ts';
import type { FrameworkCommand } from '../channelProcess.ts';
import { findConfigFile } from '../findConfigFile.ts';
import type { FrameworkAdapter, FrameworkContext } from '../frameworkAdapter.ts';
import { listThroughChannel } from '../listThroughChannel.ts';
import { runThroughChannel } from '../runThroughChannel.ts';

/**
 * TestNG 7: a suite file, or all tests of the project's packages. A test is selected by suite test, class, method and
 * the index of its invocation, which distinguishes the rows of a data provider; its dependencies run with it.
 */
export const testngAdapter: FrameworkAdapter = {
  async list(context) {
    return await listThroughChannel(context, await commandOf(context, ['list 1'], ['-Dtestng.mode.dryrun=true']));
  },

  async run(context, _tests, report) {
    return await runThroughChannel(
      context,
      report,
      (tests, { retry }) => {
        const keys = tests.map(({ selector }) => `key ${selector}`);
        return commandOf(context, retry ? ['retry 1', ...keys] : keys, []);
      },
      0,
    );
  },
};

/** Arguments that replace CLASSPATH, or are about a source. */
const onlyWithSource = /^(-cp|-classpath|--class-path|--source)\b/;

async function commandOf(context: FrameworkContext, order: string[], options: string[]): Promise<FrameworkCommand> {
  const java = await context.host.find(context.environment, ['java']);
  if (!java) {
    throw new UnitProblem(
      'framework.notFound',
      'There is no Java on this runner agent. Install a JDK (11 or newer) there, so that java is found in the PATH of the agent.',
    );
  }
  const orderFile = join(context.scratch, `order-${randomUUID()}.txt`);
  await context.host.files.write(orderFile, `${[...(await whatToRun(context)), ...order].join('\n')}\n`);
  const { frameworkArguments } = context.run.settings;
  const { CLASSPATH: classPath = '', ASSAY_TESTNG_CLASSES: classes } = context.environment;
  const compiled = frameworkArguments.some((argument) => onlyWithSource.test(argument)) ? undefined : classes;
  const withReporter = compiled ? { CLASSPATH: [classPath, compiled].filter(Boolean).join(delimiter) } : {};
  return {
    program: java,
    args: [...frameworkArguments, ...options, compiled ? reporterClass : reporterSource()],
    environment: { ASSAY_ORDER: orderFile, ...withReporter },
    channel: 'file',
  };
}

async function whatToRun(context: FrameworkContext): Promise<string[]> {
  const { configFile, testPackages } = context.run.settings;
  if (configFile || testPackages.length === 0) return [`suite ${await findConfigFile(context, ['testng.xml'])}`];
  return testPackages.map((name) => `package ${name}`);
}
