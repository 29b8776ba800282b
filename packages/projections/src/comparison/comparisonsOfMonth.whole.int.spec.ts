import { type ComparisonGroup, isFinished, type TestRunId } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import { type PlainRun, type PlainTry, plainRuns, plainTries } from '../../test/plainCounts.ts';
import {
  type SimulatedReadModels,
  simulatedHistory,
  startSimulatedReadModels,
} from '../../test/simulatedReadModels.ts';
import type { AccountReads } from '../readModels.ts';

const simulated = simulatedHistory(Date.parse('2026-10-10T00:00:00Z'), 30);
const { web, mobile, payments } = simulated;

/** What the events of a run say of one of its tests, nothing of any other run being known. */
type PlainTest = {
  testId: string;
  status: string;
  ms: number | null;
  flaky: boolean;
  said: string | null;
};

function listedIn(events: readonly RecordedEvent[], { request }: PlainRun): string[] {
  return events.flatMap(({ type, data }) => {
    if (type === 'TestsListed' && data.testRunId === request.testRunId) return data.tests.map(({ testId }) => testId);
    if (type === 'TestResultsImported' && data.testRunId === request.testRunId) {
      return data.results.map(({ testId }) => testId);
    }
    return [];
  });
}

function plainTests(events: readonly RecordedEvent[], tries: readonly PlainTry[], run: PlainRun): PlainTest[] {
  return listedIn(events, run).map((testId) => {
    const own = tries.filter((one) => one.testRunId === run.request.testRunId && one.testId === testId);
    const last = own.at(-1);
    if (!last) {
      return {
        testId,
        status: isFinished(run.status) ? 'NOT_RUN' : 'PENDING',
        ms: null,
        flaky: false,
        said: null,
      };
    }
    const flaky = own.some(({ status }) => status === 'PASS') && own.some(({ status }) => status === 'FAIL');
    // In this history a test fails of nothing but its own name.
    return {
      testId,
      status: last.status,
      ms: last.durationMs,
      flaky,
      said: last.status === 'FAIL' ? testId : null,
    };
  });
}

/** What became of a test, said in sentences of its own. */
function plainGroup(before: PlainTest | undefined, after: PlainTest | undefined): ComparisonGroup {
  if (!before) return 'added';
  if (!after) return 'removed';
  const how = `${before.status} ${after.status}`.replace('PENDING', 'NOT_RUN');
  if (how === 'FAIL FAIL') return 'stillFailing';
  if (after.status === 'FAIL') return 'newlyFailing';
  if (how === 'FAIL PASS') return 'fixed';
  if (['PASS NOT_RUN', 'FAIL NOT_RUN', 'NOT_RUN PASS'].includes(how)) return 'notRun';
  if (how !== 'PASS PASS') return 'unchanged';
  if (before.flaky !== after.flaky) return 'flakyInOne';
  if (before.flaky) return 'unchanged';
  const [was, is] = [before.ms ?? 0, after.ms ?? 0];
  if (is - was >= 500 && is >= 1.3 * was) return 'slower';
  return was - is >= 500 && was >= 1.3 * is ? 'faster' : 'unchanged';
}

describe('the comparisons of a month', () => {
  let shown: SimulatedReadModels;
  let mine: AccountReads;
  let tests: Map<string, PlainTest[]>;
  let ordered: PlainRun[];
  beforeAll(async () => {
    shown = await startSimulatedReadModels(simulated);
    mine = shown.openReads();
    const tries = plainTries(shown.events);
    ordered = plainRuns(shown.events).toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    tests = new Map(ordered.map((run) => [run.request.testRunId, plainTests(shown.events, tries, run)]));
  });
  afterAll(() => shown.stop());

  /** Each run of a project beside the one before, and beside one much later. */
  function pairs(projectId: string): [PlainRun, PlainRun][] {
    const own = ordered.filter(({ request }) => request.projectId === projectId);
    return own.flatMap((run, index) =>
      (index % 3 === 0 ? [index + 1, index + 29] : [index + 1]).flatMap((other) =>
        own[other] ? [[run, own[other]] as [PlainRun, PlainRun]] : [],
      ),
    );
  }

  /** What is said of two runs, beside what a plain look at the events of both says. @returns the groups seen */
  async function compare(first: TestRunId, second: TestRunId): Promise<ComparisonGroup[]> {
    const [before, after] = [tests.get(first) ?? [], tests.get(second) ?? []];
    const ids = [...new Set([...before, ...after].map(({ testId }) => testId))];
    const became = ids.map((testId) => {
      const [was, is] = [before, after].map((side) => side.find((one) => one.testId === testId));
      return { testId, was, is, group: plainGroup(was, is) };
    });
    const of = (group: ComparisonGroup) => became.filter((one) => one.group === group);
    const msOf = (group: ComparisonGroup) =>
      of(group).reduce((sum, { was, is }) => sum + Math.abs((is?.ms ?? 0) - (was?.ms ?? 0)), 0);
    const answer = await mine.comparison({ first, second, filter: null });
    if (typeof answer === 'string') throw new Error(answer);
    const { counts, ...facts } = answer;
    const seen = Object.entries(counts).flatMap(([group, count]) => (count > 0 ? [group as ComparisonGroup] : []));
    expect([first, second, counts]).toEqual([
      first,
      second,
      Object.fromEntries(Object.keys(counts).map((group) => [group, of(group as ComparisonGroup).length])),
    ]);
    expect(facts).toEqual({
      tests: { first: before.length, second: after.length },
      sameError: 0,
      flakyInSecond: of('flakyInOne').filter(({ is }) => is?.flaky).length,
      addedFailing: of('added').filter(({ is }) => is?.status === 'FAIL').length,
      removedFailing: of('removed').filter(({ was }) => was?.status === 'FAIL').length,
      slowerMs: msOf('slower'),
      fasterMs: msOf('faster'),
    });
    for (const group of seen.filter((one) => one !== 'unchanged')) {
      const query = {
        group,
        folded: false,
        problemId: null,
        offset: 0,
        limit: 100,
      };
      const page = await mine.comparedTests({ first, second, filter: null }, query);
      if (typeof page === 'string') throw new Error(page);
      expect(page.tests.map(({ testId }) => testId as string).toSorted()).toEqual(
        of(group)
          .map(({ testId }) => testId)
          .toSorted(),
      );
      for (const { testId, first: one, second: other, sameError } of page.tests) {
        const plain = became.find((each) => each.testId === testId);
        expect([one?.status, one?.duration, other?.status, other?.duration]).toEqual(
          [plain?.was, plain?.is].flatMap((side) => [side?.status, side?.ms]),
        );
        expect(sameError).toBe(group === 'stillFailing' ? plain?.was?.said === plain?.is?.said : null);
      }
    }
    return seen;
  }

  it.each([
    ['that retries and quarantines', web, ['newlyFailing', 'stillFailing', 'fixed', 'flakyInOne', 'notRun', 'added']],
    ['that does neither', mobile, ['newlyFailing', 'stillFailing', 'fixed', 'unchanged']],
    ['that uploads', payments, ['newlyFailing', 'stillFailing', 'slower', 'unchanged']],
  ])('say what the events of both runs say, of a team %s', async (_, projectId, groups) => {
    const seen = new Set<ComparisonGroup>();
    for (const [one, other] of pairs(projectId)) {
      for (const group of await compare(one.request.testRunId, other.request.testRunId)) seen.add(group);
    }
    expect([...seen]).toEqual(expect.arrayContaining(groups));
  });

  it('are the same after a rebuild', async () => {
    const both = pairs(web).filter((_, index) => index % 9 === 0);
    const everything = () =>
      Promise.all(
        both.map(([one, other]) =>
          mine.comparison({
            first: one.request.testRunId,
            second: other.request.testRunId,
            filter: null,
          }),
        ),
      );
    const before = await everything();
    for (const name of ['testRunTests', 'testRunSummaries', 'importedResults']) await shown.projector.rebuild(name);
    mine = shown.openReads();
    expect(await everything()).toEqual(before);
    for (const [one, other] of both) await compare(one.request.testRunId, other.request.testRunId);
  });
});
