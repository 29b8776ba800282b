import {
  type AlertId,
  type AlertSettings,
  type HeldBackReason,
  isTrouble,
  type Position,
  type TestRunId,
} from '@assay/contract';
import type { AlertRaised, AlertWatchEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { type AlertFinding, findingOf, isOutage, type WatchedRun } from './alertFinding.ts';

/** The last message about a group. */
type Told = { tests: ReadonlySet<string>; count: number; testRunId: string; asOutage: boolean };

/** The runs of one suite of a project on one branch, since something is found in them. */
type Group = { state: string; since: string; firstRunId: TestRunId; inARow: number; told: Told | null; at: string };

export type AlertWatchState = {
  /** Up to where facts have been looked at. */
  position: Position | null;
  groups: ReadonlyMap<string, Group>;
  /** While the environment itself fails: since when and which run, and how many messages that has spared. */
  outage: { since: string; firstRunId: TestRunId; heldBack: number; at: string } | null;
};

export type AlertWatchCommand = {
  type: 'watchRun';
  alertId: AlertId;
  settings: AlertSettings;
  /** When the alert was last changed or turned on: what was told before is forgotten. */
  changedAt: string;
  run: WatchedRun;
  silenced: boolean;
};

/** Tests that are remembered, to see which ones are new. */
const maxTests = 500;

function groupKeyOf({ projectId, branch, testSuiteId }: Pick<AlertRaised, 'projectId' | 'branch' | 'testSuiteId'>) {
  return JSON.stringify([projectId, testSuiteId, branch]);
}

/** Positions can be compared within one history only; another one is newer. */
function isSeen(position: Position, upTo: Position | null): boolean {
  const historyOf = (of: Position) => of.slice(0, of.lastIndexOf('-'));
  return upTo !== null && historyOf(upTo) === historyOf(position) && position <= upTo;
}

function newTests({ tests, count }: { tests: readonly string[]; count: number }, told: Told | null): number {
  if (told === null) return count;
  // Of more tests than are remembered, only their number can be compared.
  if (count > tests.length || told.count > told.tests.size) return Math.max(0, count - told.count);
  return tests.filter((test) => !told.tests.has(test)).length;
}

function elapsedMs(since: string, at: string): number {
  return Math.max(0, Date.parse(at) - Date.parse(since));
}

/** @returns why what was found is no message; null: it is one. */
function reasonToWait(
  { settings, run, silenced }: AlertWatchCommand,
  found: Extract<AlertFinding, { finding: 'found' }>,
  group: Group | null,
  outage: AlertWatchState['outage'],
): HeldBackReason | null {
  const told = group?.told ?? null;
  if (run.isAnswered) return silenced ? 'silenced' : null;
  if (told?.testRunId === run.testRunId) return 'told';
  if (silenced) return 'silenced';
  if ((group?.inARow ?? 0) + 1 < settings.inARow) return 'notYet';
  if (outage !== null && isOutage(run)) return 'outage';
  return told !== null && settings.send !== 'everyRun' && newTests(found, told) === 0 ? 'unchanged' : null;
}

function decideRun(command: AlertWatchCommand, state: AlertWatchState): AlertWatchEvent[] {
  const { alertId, settings, changedAt, run, silenced } = command;
  const { testRunId, projectId, environmentId, branch, testSuiteId, position, at } = run;
  if (isSeen(position, state.position)) return [];
  const isCurrent = <Past extends { at: string }>(past: Past | null | undefined) =>
    past && past.at >= changedAt ? past : null;
  const known = isCurrent(state.groups.get(groupKeyOf(run)));
  const outage = isCurrent(state.outage);
  const found = findingOf(settings, run);
  if (found.finding === 'neither') return [];
  const about = {
    alertId,
    environmentId,
    projectId,
    branch,
    testSuiteId,
    testRunId,
    at,
    upTo: position,
    state: found.state,
  };
  const nothing = { since: null, lastedMs: null, tests: [], testCount: 0, newCount: 0, heldBack: 0 };
  const events: AlertWatchEvent[] = [];
  const canBeOutage = settings.eventType === 'TESTRUN_FAIL';

  if (!run.ended) {
    const isWanted = settings.send === 'firstFailure' && (known?.inARow ?? 0) + 1 >= settings.inARow;
    if (found.finding !== 'found' || !isTrouble(settings.eventType) || !isWanted) return [];
    if (known?.told || outage || silenced) return [];
    const begun = { since: known?.since ?? at, firstRunId: known?.firstRunId ?? testRunId };
    const failing = { ...about, ...nothing, ...begun, kind: 'failing', testCount: 1, newCount: 1 };
    return [{ type: 'AlertRaised', data: failing }];
  }

  if (outage !== null && !isOutage(run)) {
    const lastedMs = elapsedMs(outage.since, at);
    const { heldBack, firstRunId } = outage;
    const recovered = { ...about, ...nothing, kind: 'recovered', firstRunId, lastedMs, heldBack };
    events.push({ type: 'AlertRaised', data: recovered });
  }
  if (found.finding === 'over') {
    if (known === null) return events;
    const isTold = known.told !== null && !known.told.asOutage && isTrouble(settings.eventType);
    const { firstRunId } = known;
    const lastedMs = elapsedMs(known.since, at);
    events.push(
      isTold
        ? { type: 'AlertRaised', data: { ...about, ...nothing, kind: 'fixed', firstRunId, lastedMs } }
        : { type: 'AlertCleared', data: about },
    );
    return events;
  }

  const group = known?.state === found.state ? known : null;
  const tests = found.tests.slice(0, maxTests);
  const reason = reasonToWait(command, found, group, canBeOutage ? outage : null);
  if (reason !== null) {
    const final = reason === 'told' ? tests : null;
    return [...events, { type: 'AlertHeldBack', data: { ...about, reason, tests: final } }];
  }
  const newCount = newTests(found, group?.told ?? null);
  const kind = canBeOutage && isOutage(run) ? 'outage' : found.kind;
  const since = group?.since ?? at;
  // What is no trouble never ends: each run is a matter of its own.
  const firstRunId = (isTrouble(settings.eventType) && group?.firstRunId) || testRunId;
  const what = { kind, since, firstRunId, lastedMs: null, tests, testCount: found.count, newCount, heldBack: 0 };
  return [...events, { type: 'AlertRaised', data: { ...about, ...what } }];
}

function evolvedGroup(group: Group | null, event: AlertWatchEvent): Group | null {
  const { state, at, testRunId } = event.data;
  const before = group?.state === state ? group : null;
  const since = before?.since ?? at;
  const firstRunId = before?.firstRunId ?? testRunId;
  const inARow = (before?.inARow ?? 0) + 1;
  const told = before?.told ?? null;
  switch (event.type) {
    case 'AlertCleared':
      return null;
    case 'AlertHeldBack': {
      const { tests } = event.data;
      const final = tests && told && { ...told, tests: new Set(tests), count: tests.length };
      return { state, since, firstRunId, inARow, told: final ?? told, at };
    }
    case 'AlertRaised': {
      const { kind, tests, testCount: count } = event.data;
      if (kind === 'recovered') return group;
      if (kind === 'fixed') return null;
      const message = { tests: new Set(tests), count, testRunId, asOutage: kind === 'outage' };
      // Of a run that goes on, it is not known yet how it ends.
      // A run that raises the alert again, because a model has answered, counts once.
      const isCounted = kind === 'failing' || (kind === 'analyzed' && told?.testRunId === testRunId);
      return { state, since, firstRunId, inARow: isCounted ? inARow - 1 : inARow, told: message, at };
    }
    default:
      return never(event);
  }
}

function evolvedOutage(outage: AlertWatchState['outage'], event: AlertWatchEvent): AlertWatchState['outage'] {
  const { at, testRunId } = event.data;
  if (event.type === 'AlertRaised' && event.data.kind === 'outage') {
    const { since, firstRunId } = event.data;
    return { since: since ?? at, firstRunId: firstRunId ?? testRunId, heldBack: 0, at };
  }
  if (event.type === 'AlertRaised' && event.data.kind === 'recovered') return null;
  if (event.type === 'AlertHeldBack' && event.data.reason === 'outage') {
    return outage && { ...outage, heldBack: outage.heldBack + 1, at };
  }
  return outage;
}

/**
 * How one alert handles the runs in one environment, in the order in which they ended: a message, nothing, or a reason
 * for sending none. It remembers reported failures, so that each failure is reported once, and its fix too.
 */
export const alertWatchDecider: Decider<AlertWatchState, AlertWatchCommand, AlertWatchEvent> = {
  category: 'alertWatch',
  initialState: () => ({ position: null, groups: new Map(), outage: null }),
  decide: decideRun,
  evolve: (state, event) => {
    const key = groupKeyOf(event.data);
    const groups = new Map(state.groups);
    const group = evolvedGroup(groups.get(key) ?? null, event);
    if (group === null) groups.delete(key);
    else groups.set(key, group);
    return { position: event.data.upTo, groups, outage: evolvedOutage(state.outage, event) };
  },
};
