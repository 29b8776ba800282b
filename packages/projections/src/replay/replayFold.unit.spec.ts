import { type ReplayFrame, type TestId, unstartedTest } from '@assay/contract';
import type { DomainEvent } from '@assay/event-schemas';
import { at, documentsOf, recorded } from '../../test/eventOf.ts';
import {
  canceled,
  claimed,
  completed,
  created,
  finished,
  listed,
  lost,
  replanned,
  runnerCreated,
  runnerExited,
  runnerId,
  setupStarted,
  started,
  submitted,
  testFinished,
  testStarted,
} from '../../test/runEvents.ts';
import { testRunDetails } from '../testRunDetails/testRunDetails.ts';
import { testRunSummaries } from '../testRunSummaries/testRunSummaries.ts';
import { testRunTests } from '../testRunTests/testRunTests.ts';
import { openReplayFold, type ReplayNames } from './replayFold.ts';

const nameless: ReplayNames = {
  run: {
    accountNameOf: new Map(),
    projectOf: new Map(),
    environmentNameOf: new Map(),
    stageNameOf: new Map(),
    suiteNameOf: new Map(),
    deployOf: new Map(),
    numberOf: new Map(),
    triggerNameOf: new Map(),
    planRunOf: new Map(),
    usualOf: new Map(),
    actors: new Map(),
  },
  agents: new Map([['agent-1', 'builder']]),
};

const inOrder = (...events: DomainEvent[]) => events.map((event, second) => recorded(event, { at: at(second) }));
const ready = [created, submitted, setupStarted, listed('a', 'b', 'c'), started(3, 'c'), runnerCreated];
const story = inOrder(
  ...ready,
  claimed(1, 'a', 'b', 'c'),
  testStarted('a'),
  testFinished('a', 'FAIL', { final: false }),
  testStarted('a', 2),
  testFinished('a', 'PASS', { attempt: 2, flaky: true }),
  testStarted('b'),
  lost({ running: ['b' as TestId], unfinished: ['b' as TestId, 'c' as TestId] }),
  replanned({}),
  claimed(1, 'b', 'c'),
  testStarted('b'),
  testFinished('b', 'FAIL', { error: 'no' }),
  completed(),
  runnerExited,
  finished('FAIL'),
);

function replayed(events = story): ReplayFrame[] {
  const fold = openReplayFold(nameless);
  return events.flatMap((event) => fold.apply(event) ?? []);
}

describe('the replay of a run', () => {
  it('ends in the documents of the read models, field by field', () => {
    const fold = openReplayFold(nameless);
    for (const event of story) fold.apply(event);
    const withoutPlace = <Document extends object>(documents: ReadonlyMap<string, Document>) =>
      [...documents].map(([id, { ...document }]) => [id, { ...document, _id: undefined, position: undefined }]);
    const projected = <Document extends object>(documents: Map<string, Document>) =>
      [...documents].map(([id, document]) => [id, { ...document, _id: undefined, position: undefined }]);
    expect(withoutPlace(fold.summaries)).toEqual(projected(documentsOf(testRunSummaries, story)));
    expect(withoutPlace(fold.details)).toEqual(projected(documentsOf(testRunDetails, story)));
    expect(withoutPlace(fold.tests)).toEqual(projected(documentsOf(testRunTests, story)));
  });

  it('says what each event changed, and nothing else', () => {
    const frames = replayed(story.slice(0, 9));
    expect(frames[0]).toMatchObject({ t: 0, event: 'TestRunCreated', set: { status: 'QUEUED', totalCount: 0 } });
    expect(frames.find(({ event }) => event === 'TestsListed')).toMatchObject({ t: 3_000, listed: ['a', 'b', 'c'] });
    expect(frames.find(({ event }) => event === 'TestRunStarted')).toMatchObject({
      set: { status: 'RUNNING', commit: 'abc' },
      add: { totalCount: 3, testCount: 2, quarantineTotalCount: 1, remainingTests: 3 },
      tests: { c: { quarantined: true } },
    });
    const [begun, ended] = frames.slice(-2);
    expect(begun).toMatchObject({ t: 7_000, add: { runningCount: 1 }, runners: { [runnerId]: { currentTest: 'a' } } });
    expect(begun?.tests).toEqual({
      a: { status: 'RUNNING', startTime: at(5), testRunnerId: runnerId, runnerUuid: runnerId, attempts: 1 },
    });
    expect(ended?.tests).toEqual({ a: { duration: 100, hasResults: true } });
  });

  it('adds up to the last result of each test, whatever it was in between', () => {
    const shown: Record<string, object> = {};
    for (const { listed: keys = [], tests = {} } of replayed()) {
      for (const key of keys) shown[key] = unstartedTest;
      for (const [key, change] of Object.entries(tests)) shown[key] = { ...(shown[key] ?? unstartedTest), ...change };
    }
    expect(shown).toMatchObject({
      a: { status: 'PASS', flaky: true, attempts: 2 },
      b: { status: 'FAIL', error: 'no', attempts: 1 },
      c: { status: 'NOT_RUN' },
    });
  });

  it('marks what somebody may look for', () => {
    const marks = replayed([...story, ...inOrder(canceled())]).flatMap(({ mark, event }) =>
      mark ? [[mark, event]] : [],
    );
    expect(marks).toEqual([
      ['retry', 'TestStarted'],
      ['agentLost', 'WorkUnitLost'],
      ['failure', 'TestFinished'],
      ['statusSet', 'TestRunCanceled'],
    ]);
  });

  it('tells apart when something happened and when it was known', () => {
    const late = recorded(testFinished('a', 'PASS', { startedAt: at(5), durationMs: 1_000 }), { at: at(30) });
    const soon = recorded(testFinished('b', 'PASS', { startedAt: at(28), durationMs: 1_000 }), { at: at(30) });
    const [first, second] = replayed([...inOrder(...ready), late, soon]).slice(-2);
    expect(first).toMatchObject({ t: 30_000, happened: 6_000 });
    expect(second).toMatchObject({ t: 30_000 });
    expect(second).not.toHaveProperty('happened');
  });
});
