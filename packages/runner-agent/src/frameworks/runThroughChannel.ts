import type { ListedTest, ProblemPost } from '@assay/contract';
import { describeExit } from '../process/describeExit.ts';
import type { ProcessEnd } from '../process/startProcess.ts';
import { identifyTests } from '../testSelection/testIdentity.ts';
import { problemPost } from '../units/unitProblem.ts';
import type { UnitReport } from '../units/unitReport.ts';
import type { ChannelMessage } from './channelMessage.ts';
import { type FrameworkCommand, startChannelProcess } from './channelProcess.ts';
import { filesNamedIn } from './filesNamedIn.ts';
import type { FrameworkContext } from './frameworkAdapter.ts';
import { ProblemList } from './problemList.ts';
import { TestWatch } from './testWatch.ts';

export type RoundCommand = (
  tests: readonly ListedTest[],
  options: { retry: boolean; round: number },
) => Promise<FrameworkCommand>;

/** What became known of a unit while it ran. */
type Discovered = { tests: number; characters: number };
type Round = { end: ProcessEnd; hung: ListedTest | null; anyBegan: boolean; problems: string[] };

/** How often the process may end during a test before the test is given up. */
const deaths = 2;
/** Tests of one unit that become known while it runs, and the characters of all that is stored of them. */
const mostDiscovered = { tests: 100_000, characters: 32 * 1024 * 1024 };
/** After this many files in a row without a started test, and none before: the files are not the cause. */
const hopelessFiles = 3;

/**
 * Runs tests until each has its final result. A process that ends early affects only the running test: it is retried
 * once, after all others, in its own process, and everything else continues in a new one.
 * @param graceMs the time that the framework's own time-out needs to take effect before ours ends the process tree
 */
export async function runThroughChannel(
  context: FrameworkContext,
  report: UnitReport,
  commandOf: RoundCommand,
  graceMs: number,
): Promise<ProblemPost | null> {
  const { run, signal } = context;
  const diedUnder = new Map<string, number>();
  const discovered = { tests: 0, characters: 0 };
  let problem: ProblemPost | null = null;
  let fruitless = 0;
  /** Files that cannot be started together are run one by one. */
  let alone = false;
  let hopeless = 0;
  for (let round = 1; report.unfinished.length > 0; round += 1) {
    signal.throwIfAborted();
    const open = report.unfinished;
    const untried = open.filter((test) => report.attemptsOf(test.testId) === 0);
    const next = untried.length > 0 ? untried : open;
    const group = alone ? next.filter(({ file }) => file === next[0]?.file) : next;
    const retry = run.retryFailedTests && untried.length > 0;
    const done = await runRound(
      context,
      report,
      { group, discovered },
      await commandOf(group, { retry, round }),
      graceMs,
    );
    signal.throwIfAborted();

    // 1. The test that hung, or during which the process ended.
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
      const error = `The test process ended (${describeExit(done.end)}) before this test finished.`;
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

    // 2. A process that started no test at all: the first time may be chance, the second time is final; a single file
    // has no second try.
    fruitless = done.anyBegan ? 0 : fruitless + 1;
    if (done.anyBegan) hopeless = Number.NEGATIVE_INFINITY;
    if (fruitless < (alone ? 1 : deaths)) continue;
    fruitless = 0;
    // One file may keep all others from running.
    if (group.some(({ file }) => file !== group[0]?.file)) {
      alone = true;
      continue;
    }
    hopeless += 1;
    const given = hopeless >= hopelessFiles ? next : group;
    problem = endedProblem(done, 'without starting the remaining tests', context.mask.text(done.problems.join('\n')));
    for (const test of given)
      await report.finished(test.testId, { status: 'NOT_RUN', durationMs: 0, error: problem.message });
  }
  return problem;
}

async function runRound(
  context: FrameworkContext,
  report: UnitReport,
  { group, discovered }: { group: readonly ListedTest[]; discovered: Discovered },
  command: FrameworkCommand,
  graceMs: number,
): Promise<Round> {
  const byKey = new Map(group.map((test) => [test.selector ?? '', test]));
  const problems = new ProblemList();
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
    if (message.t === 'problem' || message.t === 'refused') problems.add(message.message);
    if (message.t === 'listed') discover(message, context, report, byKey, discovered);
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
      steps: message.steps ?? [],
      files: [...message.files, ...(await filesNamedIn(message.output ?? '', context, startedAt))],
    });
    if (report.unfinished.length === 0) watch.allDone();
  };
  try {
    const running = await startChannelProcess(context, command, onMessage);
    endProcess = running.end;
    const end = await running.ended;
    return { end, hung, anyBegan, problems: problems.all };
  } finally {
    watch.stop();
  }
}

/** A test that could not be listed in advance counts too, unless the run is limited to selected tests. */
function discover(
  message: Extract<ChannelMessage, { t: 'listed' }>,
  { run }: FrameworkContext,
  report: UnitReport,
  byKey: Map<string, ListedTest>,
  discovered: Discovered,
): void {
  const chosen = [run.includeTags, run.excludedTags, run.testFilters].some((list) => list.length > 0);
  if (byKey.has(message.key) || chosen || run.selectedTests !== null) return;
  const [test] = identifyTests([message]);
  if (!test || report.knows(test.testId)) return;
  const characters = discovered.characters + JSON.stringify(test).length;
  if (discovered.tests === mostDiscovered.tests || characters > mostDiscovered.characters) return;
  discovered.tests += 1;
  discovered.characters = characters;
  byKey.set(message.key, test);
  report.discovered(test);
}

function endedProblem(round: Round, when: string, said = ''): ProblemPost {
  const output = said || round.end.tail || 'It printed nothing.';
  return problemPost(
    'process.ended',
    `The test process ended (${describeExit(round.end)}) ${when}. Its last words:\n${output}`,
  );
}
