import { withTimeout } from '@assay/concurrency';
import type { ListedTest, ProblemPost } from '@assay/contract';
import { describeExit } from '../../process/describeExit.ts';
import type { ProcessEnd } from '../../process/startProcess.ts';
import { problemPost, UnitProblem } from '../../units/unitProblem.ts';
import type { UnitReport } from '../../units/unitReport.ts';
import type { FrameworkAdapter, FrameworkContext } from '../frameworkAdapter.ts';
import { JunitReport } from './junitReport.ts';
import { namePattern } from './namePattern.ts';
import { reporterEnvironment } from './reporterEnvironment.ts';
import { ResultFiles } from './resultFiles.ts';

const lookMs = 300;

/** Any command that writes JUnit XML. Its tests are known only from its results, so the set-up lists none. */
export const commandAdapter: FrameworkAdapter = {
  async list(context) {
    commandOf(context);
    return null;
  },

  async run(context, tests, report) {
    const command = commandOf(context);
    const { files: projectFiles } = context.host;
    const files = new ResultFiles(projectFiles, context.directory, context.run.settings.resultFiles);
    await files.begin();
    const results = new JunitReport(context, report, files);
    context.print(`$ ${context.mask.text(command)}\n`);
    const { end, silent } = await runToEnd(context, command, tests, results).finally(() => files.end());
    for (const sentence of results.notCountedAgain) context.print(`${sentence}\n`);
    await finishMissing(report);
    return problemOfCommand(context, end, silent, results);
  },
};

function commandOf({ run }: FrameworkContext): string {
  const command = run.settings.testCommand?.trim();
  if (command) return command;
  throw new UnitProblem(
    'command.missing',
    "The project has no test command. Enter the command that runs the tests in the project's settings.",
  );
}

async function runToEnd(
  context: FrameworkContext,
  command: string,
  tests: readonly ListedTest[],
  results: JunitReport,
): Promise<{ end: ProcessEnd; silent: boolean }> {
  const ended = await runCommand(context, command, tests, results);
  if (context.signal.aborted) await results.finishHeld();
  context.signal.throwIfAborted();
  await results.finish();
  return ended;
}

async function runCommand(
  context: FrameworkContext,
  command: string,
  tests: readonly ListedTest[],
  results: JunitReport,
): Promise<{ end: ProcessEnd; silent: boolean }> {
  const limitMs = context.run.testTimeoutSeconds * 1000;
  const own = await reporterEnvironment(context.host.files, context.directory, context.environment);
  let silent = false;
  let lastSign = performance.now();
  const running = context.host.start({
    command,
    directory: context.directory,
    environment: { ...own, ...context.environment, ...selectionEnvironment(context, tests) },
    mask: context.mask,
    signal: context.signal,
    onOutput: (text) => {
      lastSign = performance.now();
      context.print(text);
    },
  });
  let ended = false;
  const end = running.ended.finally(() => {
    ended = true;
  });
  while (!ended) {
    await withTimeout(end, lookMs);
    if (ended || context.signal.aborted) break;
    // A file that cannot be read now is read again; errors count only at the end.
    const anything = await results.update().catch((error) => {
      context.logger.debug({ err: error }, 'result files could not be read yet');
      return false;
    });
    if (anything) lastSign = performance.now();
    if (silent || performance.now() - lastSign < limitMs) continue;
    silent = true;
    await running.end();
  }
  return { end: await end, silent };
}

/** Variables with which a command may run only the requested tests; other results are ignored. */
function selectionEnvironment({ run }: FrameworkContext, tests: readonly ListedTest[]): NodeJS.ProcessEnv {
  const names = tests.length > 0 ? tests.map(({ name }) => name) : run.testFilters;
  if (names.length === 0) return {};
  return { ASSAY_TEST_FILTERS: JSON.stringify(names), ASSAY_TEST_NAME_PATTERN: namePattern(names) };
}

async function finishMissing(report: UnitReport): Promise<void> {
  for (const test of report.unfinished) {
    const error = 'The command wrote no result of this test.';
    await report.finished(test.testId, { status: 'NOT_RUN', durationMs: 0, error });
  }
}

function problemOfCommand(
  { run, mask }: FrameworkContext,
  end: ProcessEnd,
  silent: boolean,
  results: JunitReport,
): ProblemPost | null {
  const { cases, reported, failed, failedFiles } = results.counts;
  const output = mask.text(end.tail) || 'It printed nothing.';
  const command = mask.text(run.settings.testCommand ?? '');
  const globs = run.settings.resultFiles.join(', ') || '(none is named: enter them in the project’s settings)';
  if (silent) {
    const seconds = run.testTimeoutSeconds;
    return problemPost(
      'timeout',
      `'${command}' was ended: for ${seconds} seconds, the time that one test may take, it neither printed anything nor ` +
        `wrote a result. Raise the test timeout if its tests take longer. Its last output:\n${output}`,
    );
  }
  if (results.unreadable.length > 0) {
    return problemPost(
      'results.unreadable',
      'Result files cannot be read to their end; what stands before counts. Check that whatever writes them writes ' +
        `JUnit XML, and is not ended before it is done.\n${results.unreadable.slice(0, 5).join('\n')}`,
    );
  }
  if (results.doubts.length > 0) {
    return problemPost(
      'results.overwritten',
      'Result files were written several times, so failures may be missing. Let each command write to a file of its ' +
        `own.\n${results.doubts.slice(0, 5).join('\n')}`,
    );
  }
  if (end.exitCode !== 0 && failed > 0 && failedFiles === reported) {
    return problemPost(
      'command.filesFailed',
      `'${command}' failed (${describeExit(end)}), as no test file could begin its tests. It ended with:\n${output}`,
    );
  }
  if (end.exitCode !== 0 && failed === 0) {
    return problemPost(
      'command.failed',
      `'${command}' failed (${describeExit(end)}) though no test did. It ended with:\n${output}`,
    );
  }
  if (!results.anyFile) {
    return problemPost(
      'results.missing',
      `The command ended well but wrote no results matching ${globs}. It ended with:\n${output}`,
    );
  }
  if (cases === 0) {
    return problemPost(
      'results.missing',
      `The results matching ${globs} hold no test. The command ended with:\n${output}`,
    );
  }
  if (reported === 0) {
    return problemPost(
      'list.noneSelected',
      `No test matches: none of the ${cases} results is of a test that this run was to run.`,
    );
  }
  return null;
}
