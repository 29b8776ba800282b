import { isDeepStrictEqual } from 'node:util';
import {
  isFinished,
  type ReplayedRun,
  ReplayedRun as ReplayedRunSchema,
  type ReplayedTest,
  ReplayedTest as ReplayedTestSchema,
  type ReplayFrame,
  type ReplayMark,
  type TestRunnerView,
  type TestRunView,
  testKeyOf,
  unstartedTest,
} from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';
import { runnerViewOf } from '../testRunDetails/findTestRunners.ts';
import { type TestRunDetailDocument, testRunDetails } from '../testRunDetails/testRunDetails.ts';
import { type TestRunSummaryDocument, testRunSummaries } from '../testRunSummaries/testRunSummaries.ts';
import { type RunNames, testRunViewOf } from '../testRunSummaries/testRunView.ts';
import { testResultRowOf } from '../testRunTests/findTestResults.ts';
import { type TestRunTestDocument, testRunTests } from '../testRunTests/testRunTests.ts';

/** Later than that after it happened, the service learned of it late: an agent was cut off, or its clock is wrong. */
const lateMs = 5_000;

const fieldsOf = <Schema extends { properties: object }>({ properties }: Schema) => Object.keys(properties);
const runFields = fieldsOf(ReplayedRunSchema) as (keyof ReplayedRun)[];
const testFields = fieldsOf(ReplayedTestSchema) as (keyof ReplayedTest)[];

/** A run as far as it has been folded: the documents that its events have made. */
export type ReplayFold = {
  summaries: ReadonlyMap<string, TestRunSummaryDocument>;
  details: ReadonlyMap<string, TestRunDetailDocument>;
  tests: ReadonlyMap<string, TestRunTestDocument>;
  /** @returns what the event changed; null: nothing that is shown */
  apply(event: RecordedEvent): ReplayFrame | null;
};

/** The names that a run is shown with, as they are now. */
export type ReplayNames = { run: RunNames; agents: ReadonlyMap<string, string> };

/**
 * Folds the events of a run by the projections of the read models themselves, so that a run is played back as it was
 * shown: there is no second way to get from events to what is shown. Events come in the order of the log.
 */
export function openReplayFold(names: ReplayNames): ReplayFold {
  const summaries = documentsOf(testRunSummaries);
  const details = documentsOf(testRunDetails);
  const tests = documentsOf(testRunTests);
  let shownRun: TestRunView | null = null;
  const shownTests = new Map<string, ReplayedTest>();
  const shownRunners = new Map<string, TestRunnerView>();

  function changedRun(): Pick<ReplayFrame, 'set' | 'add'> {
    const [summary] = summaries.all.values();
    if (!summary) return {};
    const before = shownRun;
    shownRun = testRunViewOf(summary, names.run);
    return difference(before, shownRun);
  }

  function changedTests(ids: Iterable<string>): Pick<ReplayFrame, 'listed' | 'tests'> {
    const [summary] = summaries.all.values();
    const listed: string[] = [];
    const changed: NonNullable<ReplayFrame['tests']> = {};
    for (const id of ids) {
      const test = tests.all.get(id);
      if (!test || !summary) continue;
      const row = testResultRowOf(test, summary, undefined, [], undefined, undefined, undefined);
      const before = shownTests.get(id);
      const change = changeOf(before ?? unstartedTest, row, testFields);
      const key = testKeyOf(test.testId, test.copy);
      if (change) changed[key] = change;
      else if (!before) listed.push(key);
      if (change || !before) shownTests.set(id, { ...(before ?? unstartedTest), ...change });
    }
    return { ...(listed.length > 0 && { listed }), ...(Object.keys(changed).length > 0 && { tests: changed }) };
  }

  function changedRunners(): Pick<ReplayFrame, 'runners'> {
    const [detail] = details.all.values();
    const runners: NonNullable<ReplayFrame['runners']> = {};
    for (const runner of detail?.runners ?? []) {
      const view = runnerViewOf(runner, names.agents, (key) => tests.all.get(`${detail?.testRunId}.${key}`)?.name);
      const before = shownRunners.get(view.id);
      const change = before ? changeOf(before, view, Object.keys(view) as (keyof TestRunnerView)[]) : view;
      shownRunners.set(view.id, view);
      if (change) runners[view.id] = change;
    }
    return Object.keys(runners).length > 0 ? { runners } : {};
  }

  return {
    summaries: summaries.all,
    details: details.all,
    tests: tests.all,
    apply: (event) => {
      const wasFinished = shownRun !== null && isFinished(shownRun.status);
      const ofRun = summaries.apply(event).length > 0;
      const touched = tests.apply(event);
      const ofRunners = details.apply(event).length > 0;
      const run = ofRun ? changedRun() : {};
      // The end of a run changes how its unfinished tests are shown, although no event is about them.
      const ends = shownRun !== null && isFinished(shownRun.status) !== wasFinished;
      const changes = {
        ...run,
        ...changedTests(ends ? tests.all.keys() : touched),
        ...(ofRunners && changedRunners()),
      };
      if (Object.keys(changes).length === 0 || !shownRun) return null;
      const since = Date.parse(shownRun.createdAt);
      const known = Date.parse(event.envelope.occurredAt);
      const happened = happenedAt(event);
      const mark = markOf(event);
      return {
        t: Math.max(0, known - since),
        ...(known - happened >= lateMs && { happened: Math.max(0, happened - since) }),
        position: event.position,
        event: event.type,
        ...(mark && { mark }),
        ...changes,
      };
    },
  };
}

/** The documents of one read model, made in memory as the projector makes them in the store. */
function documentsOf<Document extends ReadModelDocument>({ idsOf, evolve }: Projection<Document>) {
  const all = new Map<string, Document>();
  return {
    all,
    /** @returns the ids of what the event changed */
    apply: (event: RecordedEvent): readonly string[] => {
      const ids = idsOf(event);
      for (const id of ids) {
        const evolved = evolve(all.get(id) ?? null, event, id);
        if (evolved !== null) all.set(id, { _id: id, ...evolved, position: event.position } as Document);
      }
      return ids;
    },
  };
}

/** Numbers as what they grew by: counts then come out right in whatever order the frames are played. */
function difference(before: TestRunView | null, after: TestRunView): Pick<ReplayFrame, 'set' | 'add'> {
  const set: Record<string, unknown> = {};
  const add: Record<string, number> = {};
  for (const field of runFields) {
    const [was, is] = [before?.[field], after[field]];
    if (was === is) continue;
    if (typeof was === 'number' && typeof is === 'number') add[field] = is - was;
    else set[field] = is;
  }
  return {
    ...(Object.keys(set).length > 0 && { set }),
    ...(Object.keys(add).length > 0 && { add }),
  };
}

function changeOf<Shown extends object>(before: Shown, after: Shown, fields: readonly (keyof Shown)[]) {
  let change: Partial<Shown> | null = null;
  for (const field of fields) {
    if (before[field] === after[field] || isDeepStrictEqual(before[field], after[field])) continue;
    change ??= {};
    change[field] = after[field];
  }
  return change;
}

/** By the clock of the agent that reports it, in milliseconds since 1970; anything else happened when it was recorded. */
function happenedAt({ type, data, envelope }: RecordedEvent): number {
  if (type === 'TestStarted') return Date.parse(data.startedAt);
  if (type === 'TestFinished') return Date.parse(data.startedAt) + data.durationMs;
  return Date.parse(envelope.occurredAt);
}

function markOf({ type, data }: RecordedEvent): ReplayMark | null {
  switch (type) {
    case 'TestStarted':
      return data.attempt > 1 ? 'retry' : null;
    case 'TestFinished':
      return data.final && data.status === 'FAIL' ? 'failure' : null;
    case 'WorkUnitLost':
      return data.reason === 'leaseExpired' ? 'agentLost' : null;
    case 'TestRunStatusSet':
    case 'TestRunCanceled':
      return 'statusSet';
    default:
      return null;
  }
}
