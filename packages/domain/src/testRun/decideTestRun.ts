import { addTotals, countOf, isFinished, noTotals, type Totals } from '@assay/contract';
import type { TestRunEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';
import type { NotFoundTests, TestRunCommand } from './testRunCommands.ts';
import type { PlannedUnit, Problem, TestRunState, UnitState } from './testRunState.ts';
import { verdictOf } from './verdict.ts';

/** A unit is given up after losing this many runners, so that a run cannot loop forever. */
const maxAttempts = 3;
/** Tests named in one append, so that it stays well under 256 KiB. */
const testsInOneAppend = 8_000;

/** Differing tests in one append, however many copies each has. */
const differingInOneAppend = 400;

const cutOffCode = 'upload.cutOff';

type Active = Exclude<TestRunState, { status: 'none' }>;

function inProgress(state: Active): boolean {
  return !isFinished(state.status);
}

/** The rest of an upload may still come, unless a person has set the status in between. */
function isCutOff(state: Active): boolean {
  return 'cutOff' in state && state.cutOff;
}

/** A run has one verdict at a time, so it is reopened before it gets the verdict of the whole. */
function resumed(state: Active): TestRunEvent[] {
  return isCutOff(state) ? [{ type: 'UploadResumed', data: { testRunId: state.testRunId } }] : [];
}

/** As many of the units as one append holds; at least one. */
function planned(testRunId: Active['testRunId'], units: PlannedUnit[]): TestRunEvent {
  let count = 0;
  let tests = 0;
  for (const unit of units) {
    if (count > 0 && tests + unit.tests.length > testsInOneAppend) break;
    count += 1;
    tests += unit.tests.length;
  }
  const complete = count === units.length;
  return { type: 'WorkUnitsPlanned', data: { testRunId, units: units.slice(0, count), complete } };
}

function startTestRun(state: Active, command: Extract<TestRunCommand, { type: 'startTestRun' }>): TestRunEvent[] {
  const { testRunId } = state;
  const { commit, commitMessage, testCount, units, quarantined } = command;
  if (state.status === 'RUNNING' && !state.planned) {
    const rest = units.filter(({ unit }) => !state.units.has(unit));
    return rest.length > 0 ? [planned(testRunId, rest)] : [];
  }
  if (state.status !== 'SETUP') return [];
  return [
    {
      type: 'TestRunStarted',
      data: {
        testRunId,
        commit,
        commitMessage,
        testCount,
        unitCount: units.length,
        quarantined,
        copies: state.request.copies,
      },
    },
    units.length > 0 ? planned(testRunId, units) : { type: 'TestRunTearDownStarted', data: { testRunId } },
  ];
}

/** Whether this attempt is the current one and still open: anything else repeats what was already handled. */
function isOpen(state: Active, unit: number, attempt: number): boolean {
  const known = state.units.get(unit);
  return known !== undefined && !known.done && known.attempt === attempt;
}

function withUnit(state: Active, unit: number, change: Partial<UnitState>): Active['units'] {
  const known = state.units.get(unit) ?? { attempt: 1, done: false, listed: false, copy: null };
  return new Map(state.units).set(unit, { ...known, ...change });
}

/** No unit is the last while more are being planned. */
function allOthersDone(state: Active, unit: number): boolean {
  if (!state.planned) return false;
  for (const [number, { done }] of state.units) {
    if (number !== unit && !done) return false;
  }
  return true;
}

function finishUnit(state: Active, command: Extract<TestRunCommand, { type: 'finishUnit' }>): TestRunEvent[] {
  const { testRunId } = state;
  const { unit, attempt, totals, problem } = command;
  const finished: TestRunEvent = { type: 'WorkUnitFinished', data: { testRunId, unit, attempt, totals, problem } };
  // A successful set-up is followed by the list; a failed one ends the run.
  const last = unit === 0 ? problem !== null : allOthersDone(state, unit);
  return last ? [finished, { type: 'TestRunTearDownStarted', data: { testRunId } }] : [finished];
}

function loseUnit(state: Active, command: Extract<TestRunCommand, { type: 'loseUnit' }>): TestRunEvent[] {
  const { testRunId } = state;
  const { unit, attempt, finished, unfinished, undiscovered, undiscoveredQuarantined, reason } = command;
  const finish = (totals: Totals, problem: Problem | null) =>
    finishUnit(state, { type: 'finishUnit', unit, attempt, totals, problem });
  const notRun: Totals = {
    ...finished,
    notRun: finished.notRun + unfinished.length + undiscovered - undiscoveredQuarantined,
    quarantinedOther: finished.quarantinedOther + undiscoveredQuarantined,
  };
  // When tests are only discovered while running, the next attempt runs them all again, so the lost results are
  // dropped.
  const listed = state.units.get(unit)?.listed ?? false;
  // A test discovered beside listed ones cannot be requested on its own: with nothing else left it is not run.
  if (listed && unfinished.length === 0) return finish(notRun, null);
  // Stopping a runner on purpose says nothing against its tests.
  if (attempt >= maxAttempts && reason !== 'runnerStopped') {
    const message = `Runners were lost ${attempt} times while they worked on the same tests. Look at the agents' memory and disk, then rerun.`;
    return finish(notRun, { code: 'unit.lostTooOften', message });
  }
  return [
    {
      type: 'WorkUnitReplanned',
      data: {
        testRunId,
        unit,
        attempt: attempt + 1,
        tests: unfinished,
        reason,
        undiscovered,
        undiscoveredQuarantined,
        finished: listed ? finished : noTotals,
        dropped: listed ? noTotals : finished,
      },
    },
  ];
}

function setStatus(state: Active, command: Extract<TestRunCommand, { type: 'setStatus' }>): TestRunEvent[] {
  const { testRunId, totals, status } = state;
  if (isFinished(status)) {
    if (status === command.status) return [];
    return [{ type: 'TestRunStatusSet', data: { testRunId, from: status, to: command.status } }];
  }
  const data = { testRunId, from: status, totals, supersededBy: null };
  const canceled: TestRunEvent = { type: 'TestRunCanceled', data };
  if (command.status === 'CANCELED') return [canceled];
  // A manual verdict also cancels the work, so that nothing overrules it later.
  return [canceled, { type: 'TestRunStatusSet', data: { testRunId, from: 'CANCELED', to: command.status } }];
}

/** Where a unit had another problem, that is why tests have no result. */
function problemsWith(notFound: NotFoundTests | null, problems: readonly Problem[]): readonly Problem[] {
  if (notFound === null || problems.some(({ code }) => code !== 'list.noneSelected')) return problems;
  const { count, of, names } = notFound;
  const more = count > names.length ? ` and ${count - names.length} more` : '';
  const which =
    of === 1 ? 'The selected test was' : `${count} of the ${of} selected tests ${count === 1 ? 'was' : 'were'}`;
  const them = count === 1 ? 'it was' : 'they were';
  const message = `${which} not found: ${names.join(', ')}${more}. Check whether ${them} renamed, moved or removed.`;
  return [{ code: 'testRun.testsNotFound', message }];
}

function decide(command: TestRunCommand, state: TestRunState): TestRunEvent[] {
  if (command.type === 'createTestRun') {
    if (state.status !== 'none') throw new DomainError('testRun.exists');
    const { type, ...data } = command;
    return [{ type: 'TestRunCreated', data }];
  }
  if (state.status === 'none') throw new DomainError('testRun.notFound');
  const { testRunId } = state;
  switch (command.type) {
    case 'submitTestRun':
      return state.status === 'QUEUED' ? [{ type: 'TestRunSubmitted', data: { testRunId } }] : [];
    case 'startSetup':
      if (state.status !== 'SUBMITTED') return [];
      return [{ type: 'TestRunSetupStarted', data: { testRunId, agentId: command.agentId } }];
    case 'startTestRun':
      return startTestRun(state, command);
    case 'finishUnit':
      return inProgress(state) && isOpen(state, command.unit, command.attempt) ? finishUnit(state, command) : [];
    case 'loseUnit':
      return inProgress(state) && isOpen(state, command.unit, command.attempt) ? loseUnit(state, command) : [];
    case 'tellDifferingCopies': {
      // Canceled and timed-out runs may have differing copies too.
      if (state.status !== 'TEAR_DOWN' && inProgress(state)) return [];
      const tests = command.tests.slice(state.differed, state.differed + differingInOneAppend);
      const counted = tests.filter(({ testId }) => !command.quarantined?.has(testId));
      const flaky = counted.reduce((sum, { passed }) => sum + passed.length, 0);
      return tests.length > 0 ? [{ type: 'CopiesDiffered', data: { testRunId, tests, flaky } }] : [];
    }
    case 'finishTestRun':
      if (state.status !== 'TEAR_DOWN') return [];
      return [
        {
          type: 'TestRunFinished',
          data: {
            testRunId,
            ...verdictOf(state.totals, problemsWith(command.notFound ?? null, state.problems)),
            totals: state.totals,
          },
        },
      ];
    case 'finishUpload': {
      if (!state.request.upload || !(inProgress(state) || isCutOff(state))) return [];
      const { totals, problem } = command;
      const verdict = verdictOf(totals, problem ? [problem] : []);
      return [...resumed(state), { type: 'TestRunFinished', data: { testRunId, ...verdict, totals } }];
    }
    case 'resumeUpload':
      return resumed(state);
    case 'cutOffUpload': {
      if (!inProgress(state) || !state.request.upload) return [];
      const { totals } = command;
      const statusInfo = `Taking in these results was cut off: ${countOf(totals)} of ${state.request.upload.testCount} are here. Upload the same files again.`;
      return [{ type: 'TestRunFinished', data: { testRunId, status: 'FAIL', code: cutOffCode, statusInfo, totals } }];
    }
    case 'timeOutTestRun': {
      if (!inProgress(state)) return [];
      const { timeoutMinutes } = state.request;
      const minutes = timeoutMinutes === 1 ? 'one minute' : `${timeoutMinutes} minutes`;
      const statusInfo = `The run took longer than its ${minutes}. Raise the run time-out, use more runners, or look at what hangs.`;
      const { totals } = state;
      return [
        { type: 'TestRunFinished', data: { testRunId, status: 'FAIL', code: 'testRun.timedOut', statusInfo, totals } },
      ];
    }
    case 'setStatus':
      return setStatus(state, command);
    case 'supersedeTestRun': {
      const { status: from, totals } = state;
      if (isFinished(from)) return [];
      return [{ type: 'TestRunCanceled', data: { testRunId, from, totals, supersededBy: command.by } }];
    }
    default:
      return never(command);
  }
}

function evolve(state: TestRunState, event: TestRunEvent): TestRunState {
  if (event.type === 'TestRunCreated') {
    const { testRunId, upload } = event.data;
    // Runs may predate builds, suites, deploys, copies and the first run of reruns.
    const { build = null, testSuiteId = null, deployId = null, copies = 1, rerunOf: parent } = event.data;
    const rerunOf = parent && { ...parent, firstTestRunId: parent.firstTestRunId ?? parent.testRunId };
    const request = { ...event.data, build, testSuiteId, deployId, copies, rerunOf };
    const known = { testRunId, request, totals: noTotals, problems: [], differed: 0 };
    // An uploaded run has no units and is never queued.
    if (upload) return { status: 'RUNNING', ...known, units: new Map(), planned: true };
    const units = new Map([[0, { attempt: 1, done: false, listed: false, copy: null }]]);
    return { status: 'QUEUED', ...known, units, planned: false };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'TestRunSubmitted':
      return { ...state, status: 'SUBMITTED' };
    case 'TestRunSetupStarted':
      return { ...state, status: 'SETUP' };
    case 'TestRunStarted':
      return { ...state, status: 'RUNNING', units: withUnit(state, 0, { done: true }) };
    case 'WorkUnitsPlanned': {
      const units = new Map(state.units);
      for (const { unit, tests, copy } of event.data.units)
        units.set(unit, { attempt: 1, done: false, listed: tests.length > 0, copy: copy ?? null });
      return { ...state, units, planned: event.data.complete };
    }
    case 'WorkUnitFinished': {
      const { unit, attempt, totals, problem } = event.data;
      return {
        ...state,
        units: withUnit(state, unit, { attempt, done: true }),
        totals: addTotals(state.totals, totals),
        problems: problem ? [...state.problems, problem] : state.problems,
      };
    }
    case 'WorkUnitReplanned': {
      const { unit, attempt, finished } = event.data;
      return {
        ...state,
        units: withUnit(state, unit, { attempt }),
        totals: addTotals(state.totals, finished),
      };
    }
    case 'TestRunTearDownStarted':
      return { ...state, status: 'TEAR_DOWN' };
    case 'CopiesDiffered': {
      const { tests, flaky } = event.data;
      const totals = { ...state.totals, flaky: state.totals.flaky + flaky };
      return { ...state, totals, differed: state.differed + tests.length };
    }
    case 'TestRunFinished': {
      const { status, code, totals } = event.data;
      return { ...state, status, verdict: status, totals, cutOff: code === cutOffCode };
    }
    case 'UploadResumed': {
      const { testRunId, request, units, planned: complete, totals, problems, differed } = state;
      return { status: 'RUNNING', testRunId, request, units, planned: complete, totals, problems, differed };
    }
    case 'TestRunCanceled':
      return { ...state, status: 'CANCELED', verdict: 'CANCELED', cutOff: false };
    case 'TestRunStatusSet':
      return { ...state, status: event.data.to, verdict: event.data.to, cutOff: false };
    default:
      return never(event);
  }
}

export const testRunDecider: Decider<TestRunState, TestRunCommand, TestRunEvent> = {
  category: 'testRun',
  initialState: () => ({ status: 'none' }),
  decide,
  evolve,
};
