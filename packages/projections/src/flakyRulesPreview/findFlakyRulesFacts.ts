import { setImmediate } from 'node:timers/promises';
import {
  type AccountId,
  daysJudged,
  type FlakyRules,
  type ProjectId,
  type Span,
  type TestId,
  usualFlakyRules,
} from '@assay/contract';
import type { Collections } from '../collections.ts';
import {
  type EndedRun,
  type FoundTest,
  hasEnded,
  knownFrom,
  verdictAtEnd,
  withDetails,
} from '../quarantinePreview/withDetails.ts';
import type { RunsReader } from '../runStats/openRuns.ts';
import type { RunFacts } from '../runStats/runFacts.ts';
import { everyRun } from '../runStats/runsQuery.ts';
import { findOpinions, type Opinions } from '../testStats/findOpinions.ts';
import { type EndedResult, type FlakyTime, judgeOverTime } from '../testStats/judgeOverTime.ts';
import { unpack } from '../testStats/packedResults.ts';
import type { FlakyRulesFacts, FlakyTimes, RulesToTry } from './flakyRulesFacts.ts';

const windowMs = daysJudged * 24 * 3_600_000;
/** As many judgements are made, some two seconds of them; a test that comes back and forth takes hundreds. */
const maxJudgements = 60_000;
/** Others get their turn after so many. */
const judgementsInTurn = 400;

type Asked = {
  accountId: AccountId;
  projectId: ProjectId;
  span: Span;
  /** What is tried in place of the project's own rules. */
  changes: Partial<FlakyRules>;
  /** Ends the search: whoever asked does not wait any longer. */
  signal: AbortSignal;
};

type Judged = { tests: FoundTest[]; flaky: Map<TestId, FlakyTimes>; unseenTests: number };

function placed(packed: string, testId: TestId, runs: ReadonlyMap<string, EndedRun>, calledFlakyAt: Opinions) {
  const results = unpack(packed).flatMap((result): EndedResult[] => {
    const run = runs.get(result.testRunId);
    if (!run) return [];
    const endedAt = Date.parse(run.endedAt);
    return [{ result, run, endedAt, calledFlakyAt: calledFlakyAt(result.testRunId, testId) }];
  });
  return results.sort((a, b) => (a.run.createdAt < b.run.createdAt ? -1 : 1));
}

async function judgeTests(
  { testStats }: Collections,
  { accountId, projectId, span, signal }: Asked,
  runs: ReadonlyMap<string, EndedRun>,
  calledFlakyAt: Opinions,
  rules: RulesToTry,
  isDefaultBranch: (run: RunFacts) => boolean,
): Promise<Judged> {
  const filter = { accountId, projectId, hasFailed: true };
  const judged: Judged = { tests: [], flaky: new Map(), unseenTests: 0 };
  let judgements = 0;
  let turn = judgementsInTurn;
  let seen = 0;
  const timesBy = (results: readonly EndedResult[], by: FlakyRules): FlakyTime[] => {
    const times = judgeOverTime(results, {
      rules: by,
      isDefaultBranch,
      windowMs,
      end: span.end,
      onJudge: () => {
        judgements += 1;
      },
    });
    return times.filter(({ until }) => until === null || until > span.start);
  };
  for await (const { testId, results: packed } of testStats.find(filter, { projection: { testId: 1, results: 1 } })) {
    signal.throwIfAborted();
    if (judgements >= maxJudgements) break;
    seen += 1;
    const results = placed(packed, testId, runs, calledFlakyAt);
    const times = { now: timesBy(results, rules.now), tried: timesBy(results, rules.tried) };
    if (times.now.length > 0 || times.tried.length > 0) {
      judged.flaky.set(testId, times);
      const inTime = results.filter(({ run }) => Date.parse(run.createdAt) >= span.start);
      judged.tests.push({ testId, results: inTime.map(({ result }) => result) });
    }
    if (judgements >= turn) {
      await setImmediate();
      turn = judgements + judgementsInTurn;
    }
  }
  if (judgements >= maxJudgements) judged.unseenTests = Math.max(0, (await testStats.countDocuments(filter)) - seen);
  return judged;
}

/**
 * How the rules of a project, and others, would have found tests flaky in a time: by the function that judges tests now,
 * at each moment by what was known then. Verdicts and totals of runs are those that they ended with.
 * @param asked.span in which the runs were created that it is about; tests are judged by runs before it, too
 * @returns null when the project is not the account's
 * @throws the signal's reason, when it is aborted
 */
export async function findFlakyRulesFacts(
  readRuns: RunsReader,
  collections: Collections,
  asked: Asked,
): Promise<FlakyRulesFacts | null> {
  const { accountId, projectId, span, changes, signal } = asked;
  const project = await collections.projects.findOne(
    { _id: projectId, accountId },
    { projection: { 'settings.defaultBranch': 1, 'settings.flakyRules': 1 } },
  );
  if (!project) return null;
  const { defaultBranch, flakyRules = usualFlakyRules } = project.settings;
  const rules = { now: flakyRules, tried: { ...flakyRules, ...changes } };
  const query = { ...everyRun, start: span.start - windowMs, end: span.end, project: [projectId] };
  const all = await readRuns(collections, accountId, query);
  signal.throwIfAborted();
  const ended = all.filter(hasEnded).map((run) => ({ ...run, status: verdictAtEnd(run) }));
  const byId = new Map<string, EndedRun>(ended.map((run) => [run.testRunId, run]));
  const opinions = await findOpinions(collections, accountId);
  const isDefaultBranch = ({ branch }: RunFacts) => branch === defaultBranch;
  const { tests, flaky, unseenTests } = await judgeTests(collections, asked, byId, opinions, rules, isDefaultBranch);
  signal.throwIfAborted();
  const inTime = ended.filter(({ createdAt }) => Date.parse(createdAt) >= span.start);
  const details = await withDetails(collections, projectId, inTime, tests);
  return { ...details, rules, flaky, knownFrom: knownFrom(all), unseenTests };
}
