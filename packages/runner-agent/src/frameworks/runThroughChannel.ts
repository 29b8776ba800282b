import { stripVTControlCharacters } from 'node:util';
import type { ListedTest, ProblemPost } from '@assay/contract';
import { exitOf } from '../process/exitOf.ts';
import type { ProcessEnd } from '../process/startProcess.ts';
import { identifyTests } from '../testSelection/testIdentity.ts';
import { problemPost } from '../units/unitProblem.ts';
import type { UnitReport } from '../units/unitReport.ts';
import type { ChannelMessage } from './channelMessage.ts';
import { type FrameworkCommand, startChannelProcess } from './channelProcess.ts';
import { filesNamedIn } from './filesNamedIn.ts';
import type { FrameworkContext } from './frameworkAdapter.ts';
import { TestWatch } from './testWatch.ts';

export type RoundCommand = (
  tests: readonly ListedTest[],
  options: { retry: boolean; round: number },
) => Promise<FrameworkCommand>;

type Round = { end: ProcessEnd; hung: ListedTest | null; anyBegan: boolean; problems: string[] };

/** The process may end twice under a test before the test is given up. */
const deaths = 2;
/** So many files in a row that begin no test each, and nothing was ever begun: then it is not the files. */
const hopelessFiles = 3;

/**
 * Runs tests until each has its final result. A process that ends early costs only the test that was running: that one
 * is tried once more after all others, in a process of its own kind, and everything else goes on in a fresh one.
 *
 * @param graceMs what the framework's own time-out may need to take effect before ours ends the process tree
 */
export async function runThroughChannel(
  context: FrameworkContext,
  report: UnitReport,
  commandOf: RoundCommand,
  graceMs: number,
): Promise<ProblemPost | null> {
  const { run, signal } = context;
  const diedUnder = new Map<string, number>();
  let problem: ProblemPost | null = null;
  let fruitless = 0;
  /** Files of which none can be begun beside the others are run one by one. */
  let alone = false;
  let hopeless = 0;
  for (let round = 1; report.unfinished.length > 0; round += 1) {
    signal.throwIfAborted();
    const open = report.unfinished;
    const untried = open.filter((test) => report.attemptsOf(test.testId) === 0);
    const next = untried.length > 0 ? untried : open;
    const group = alone ? next.filter(({ file }) => file === next[0]?.file) : next;
    const retry = run.retryFailedTests && untried.length > 0;
    const done = await runRound(context, report, group, await commandOf(group, { retry, round }), graceMs);
    signal.throwIfAborted();

    // 1. The test that hung, or under which the process ended.
    for (const test of report.running) {
      const attempt = report.attemptsOf(test.testId);
      const durationMs = Date.now() - (report.startOf(test.testId) ?? Date.now());
      if (test.testId === done.hung?.testId) {
        const error = `The test was still running after ${run.testTimeoutSeconds} seconds and was ended.`;
        const willRetry = run.retryFailedTests && attempt === 1;
        await report.finished(test.testId, {
          status: 'FAIL',
          timedOut: true,
          willRetry,
          durationMs,
          error,
          processOutput: done.end.tail,
        });
        continue;
      }
      const died = (diedUnder.get(test.testId) ?? 0) + 1;
      diedUnder.set(test.testId, died);
      const error = `The test process ended (${exitOf(done.end)}) before this test finished.`;
      const willRetry = died < deaths;
      await report.finished(test.testId, {
        status: 'FAIL',
        willRetry,
        durationMs,
        error,
        processOutput: done.end.tail,
      });
      if (!willRetry) problem ??= endedProblem(done, `twice while '${test.name}' was running`);
    }
    if (done.problems.length > 0 && report.unfinished.length === 0) {
      problem ??= problemPost('framework.error', context.mask.text(done.problems.join('\n')));
    }

    // 2. A process that began no test at all: once may be chance, twice is how it is; a file alone has had its chance.
    fruitless = done.anyBegan ? 0 : fruitless + 1;
    if (done.anyBegan) hopeless = Number.NEGATIVE_INFINITY;
    if (fruitless < (alone ? 1 : deaths)) continue;
    fruitless = 0;
    // One file may keep all others from being run.
    if (group.some(({ file }) => file !== group[0]?.file)) {
      alone = true;
      continue;
    }
    hopeless += 1;
    const given = hopeless >= hopelessFiles ? next : group;
    problem = endedProblem(
      done,
      'without starting the tests that were left',
      context.mask.text(done.problems.join('\n')),
    );
    for (const test of given)
      await report.finished(test.testId, { status: 'NOT_RUN', durationMs: 0, error: problem.message });
  }
  return problem;
}

async function runRound(
  context: FrameworkContext,
  report: UnitReport,
  group: readonly ListedTest[],
  command: FrameworkCommand,
  graceMs: number,
): Promise<Round> {
  const byKey = new Map(group.map((test) => [test.selector ?? '', test]));
  const problems: string[] = [];
  let anyBegan = false;
  let hung: ListedTest | null = null;
  let endProcess = async () => {
    // Replaced as soon as there is a process.
  };
  const watch = new TestWatch({
    testTimeoutMs: context.run.testTimeoutSeconds * 1000 + graceMs,
    onHungTest: (test) => {
      hung = test;
      void endProcess();
    },
    onIdle: () => void endProcess(),
  });
  const onMessage = async (message: ChannelMessage): Promise<void> => {
    if (message.t === 'problem' || message.t === 'refused') problems.push(message.message);
    if (message.t === 'listed') discover(message, context, report, byKey);
    if (message.t !== 'begin' && message.t !== 'end') return;
    const test = byKey.get(message.key);
    if (!test) return;
    anyBegan = true;
    if (message.t === 'begin') {
      report.started(test.testId, message.at);
      watch.began(test);
      return;
    }
    watch.betweenTests();
    const startedAt = report.startOf(test.testId) ?? Date.now();
    await report.finished(test.testId, {
      status: message.status,
      willRetry: message.willRetry,
      timedOut: message.timedOut,
      durationMs: message.durationMs,
      error: message.error,
      stackTrace: message.stack,
      output: message.output,
      files: [...message.files, ...(await filesNamedIn(message.output ?? '', context, startedAt))],
    });
    if (report.unfinished.length === 0) watch.allDone();
  };
  try {
    const running = await startChannelProcess(context, command, onMessage);
    endProcess = running.end;
    const end = await running.ended;
    return { end, hung, anyBegan, problems };
  } finally {
    watch.stop();
  }
}

/** A test that could not be listed before it ran counts as well, unless the run is to have certain tests only. */
function discover(
  message: Extract<ChannelMessage, { t: 'listed' }>,
  { run }: FrameworkContext,
  report: UnitReport,
  byKey: Map<string, ListedTest>,
): void {
  const chosen = [run.includeTags, run.excludedTags, run.testFilters].some((list) => list.length > 0);
  if (byKey.has(message.key) || chosen || run.selectedTests !== null) return;
  const [test] = identifyTests([message]);
  if (!test || report.knows(test.testId)) return;
  byKey.set(message.key, test);
  report.discovered(test);
}

function endedProblem(round: Round, when: string, said = ''): ProblemPost {
  const output = said || stripVTControlCharacters(round.end.tail) || 'It printed nothing.';
  return problemPost(
    'process.ended',
    `The test process ended (${exitOf(round.end)}) ${when}. Its last words:\n${output}`,
  );
}
