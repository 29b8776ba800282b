import { createHash } from 'node:crypto';
import {
  type AccountId,
  type AgentId,
  addResult,
  leaseIdOf,
  noTotals,
  type ResultStatus,
  type TestId,
  type TestRunId,
  type TestRunnerId,
  type Totals,
} from '@assay/contract';
import {
  type Decider,
  noEarlierTries,
  type ReportedEvent,
  type TestRunCommand,
  type TestRunState,
  testListDecider,
  testResultsDecider,
  testRunDecider,
  workUnitDecider,
} from '@assay/domain';
import type { EventLog } from '@assay/event-log';
import type { DomainEvent, TestRunCreated } from '@assay/event-schemas';

/** The attempts at a test in a run, the last one final. */
export type SimulatedResult = {
  testId: TestId;
  file: string;
  name: string;
  attempts: readonly { status: ResultStatus; durationMs: number }[];
  quarantined: boolean;
};

const agentId = 'agent-1' as AgentId;
const secondMs = 1_000;
const setupMs = 20 * secondMs;
const commitMessage = 'Change';

/** @returns an id as if it had been made then, the same each time for the same account, time and `n` */
export function idAt(at: number, n: number, accountId: AccountId): TestRunId {
  const time = at.toString(16).padStart(12, '0');
  const mark = createHash('sha256').update(accountId).digest('hex');
  const parts = [time.slice(0, 8), time.slice(8), `7${mark.slice(0, 3)}`, `8${mark.slice(3, 6)}`];
  return [...parts, String(n).padStart(12, '0')].join('-') as TestRunId;
}

/** @returns what comes of the commands, one after the other */
export function decideAll<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  commands: readonly Command[],
) {
  let state = decider.initialState();
  return commands.flatMap((command) => {
    const events = decider.decide(command, state);
    state = events.reduce(decider.evolve, state);
    return events;
  });
}

function isFlaky({ attempts }: SimulatedResult): boolean {
  return attempts.at(-1)?.status === 'PASS' && attempts.some(({ status }) => status === 'FAIL');
}

function totalsOfResults(results: readonly SimulatedResult[]): Totals {
  return results.reduce((totals, result) => {
    const { status = 'NOT_RUN', durationMs = 0 } = result.attempts.at(-1) ?? {};
    return addResult(totals, { status, durationMs, quarantined: result.quarantined, flaky: isFlaky(result) });
  }, noTotals);
}

/**
 * A run of the past: what the deciders say of it, recorded at its own times, which no clock needs to reach. Only agents
 * and waiting are left out.
 */
export class SimulatedRun {
  readonly #log: EventLog;
  readonly #request: TestRunCreated;
  readonly #commit: string;
  /** Until a runner is free. */
  readonly #waitMs: number;
  readonly #accountId: AccountId;
  #state: TestRunState = testRunDecider.initialState();
  #revision = -1;
  #imported = testResultsDecider.initialState();
  /** Milliseconds since 1970: when what comes next happens. */
  #now: number;

  constructor(
    log: EventLog,
    request: TestRunCreated,
    { accountId, at, commit, waitMs }: { accountId: AccountId; at: number; commit: string; waitMs: number },
  ) {
    this.#accountId = accountId;
    this.#log = log;
    this.#request = request;
    this.#commit = commit;
    this.#waitMs = waitMs;
    this.#now = at;
  }

  get #context() {
    const occurredAt = new Date(this.#now).toISOString();
    const actor = { kind: 'automation' as const, id: 'simulation' };
    return { accountId: this.#accountId, occurredAt, $correlationId: this.#request.testRunId, actor };
  }

  /** Decides the commands one after the other, and records what comes of them at once. */
  async #run(...commands: TestRunCommand[]): Promise<void> {
    const events = commands.flatMap((command) => {
      const decided = testRunDecider.decide(command, this.#state);
      this.#state = decided.reduce(testRunDecider.evolve, this.#state);
      return decided;
    });
    await this.#append('testRun', this.#request.testRunId, this.#revision, events);
    this.#revision += events.length;
  }

  async #append(category: string, id: string, revision: number, events: DomainEvent[]): Promise<void> {
    await this.#log.append(`${category}-${id}`, revision, events, this.#context);
  }

  #create(): Promise<void> {
    return this.#run({ type: 'createTestRun', ...this.#request });
  }

  async #start(results: readonly SimulatedResult[]): Promise<void> {
    const { testRunId, projectId } = this.#request;
    await this.#create();
    this.#now += this.#waitMs;
    await this.#run({ type: 'submitTestRun' }, { type: 'startSetup', agentId });
    this.#now += setupMs;
    const tests = results.map(({ testId, file, name }) => {
      return { testId, file, name, line: 1, tags: [], selector: name };
    });
    const facts = { testRunId, projectId, list: 'blob', tests, copies: 1, foundCount: tests.length };
    const list = { type: 'recordTestList' as const, ...facts, commit: this.#commit, commitMessage };
    await this.#append('testList', testRunId, -1, decideAll(testListDecider, [list, list]));
    const ids = results.map(({ testId }) => testId);
    const quarantined = results.filter((result) => result.quarantined).map(({ testId }) => testId);
    const units = [{ unit: 1, copy: null, tests: ids, expectedMs: 1_000 }];
    const known = { commit: this.#commit, commitMessage, testCount: ids.length, units, quarantined };
    await this.#run({ type: 'startTestRun', ...known });
  }

  /** What a runner reports of the tests, one after the other. */
  async #report(results: readonly SimulatedResult[], isComplete: boolean): Promise<void> {
    const { testRunId, projectId } = this.#request;
    const [tests, quarantined] = [results, results.filter((result) => result.quarantined)].map((some) =>
      some.map(({ testId }) => testId),
    );
    const unit = { testRunId, projectId, unit: 1, attempt: 1, copy: null, agentId, runnerId: 'r' as TestRunnerId };
    const claim = { type: 'claimWorkUnit' as const, ...unit, tests: tests ?? [], quarantined: quarantined ?? [] };
    const told = results.flatMap(({ testId, name, attempts }) =>
      attempts.map(({ status, durationMs }, index): ReportedEvent => {
        const startedAt = new Date(this.#now).toISOString();
        this.#now += durationMs;
        const final = index === attempts.length - 1;
        const errorHead = status === 'FAIL' ? `${name} failed` : null;
        const rest = { timedOut: false, startedAt, durationMs, errorHead, details: null, artifacts: [] };
        return { type: 'testFinished', testId, attempt: index + 1, status, final, ...rest };
      }),
    );
    const end: ReportedEvent[] = isComplete ? [{ type: 'unitCompleted', problem: null }] : [];
    const said = { quarantinedInProject: new Set<TestId>(), earlier: noEarlierTries };
    const report = { type: 'reportEvents' as const, events: [...told, ...end], ...said };
    await this.#append('workUnit', leaseIdOf(testRunId, 1, 1), -1, decideAll(workUnitDecider, [claim, report]));
  }

  /** Runs to its end. */
  async finish(results: readonly SimulatedResult[]): Promise<void> {
    await this.#start(results);
    await this.#report(results, true);
    const totals = totalsOfResults(results);
    await this.#run({ type: 'finishUnit', unit: 1, attempt: 1, totals, problem: null }, { type: 'finishTestRun' });
  }

  /** Ended by a person after some of its tests. */
  async cancel(results: readonly SimulatedResult[]): Promise<void> {
    await this.#start(results);
    await this.#report(results.slice(0, 1), false);
    await this.#run({ type: 'setStatus', status: 'CANCELED' });
  }

  /** Fails before its tests are known. */
  async failSetup(): Promise<void> {
    await this.#create();
    await this.#run({ type: 'submitTestRun' }, { type: 'startSetup', agentId });
    this.#now += setupMs;
    const problem = { code: 'install.failed', message: 'npm ended with 1.' };
    await this.#run({ type: 'finishUnit', unit: 0, attempt: 1, totals: noTotals, problem }, { type: 'finishTestRun' });
  }

  /** Still in progress. */
  async goOn(results: readonly SimulatedResult[]): Promise<void> {
    await this.#start(results);
  }

  /** Results that were made elsewhere; `cutOff`: half of them come first, the run fails, and then the rest comes. */
  async upload(results: readonly SimulatedResult[], { cutOff }: { cutOff: boolean }): Promise<void> {
    await this.#create();
    const half = Math.ceil(results.length / 2);
    const parts = cutOff ? [results.slice(0, half), results.slice(half)] : [results];
    let offset = 0;
    for (const [chunk, part] of parts.entries()) {
      await this.#import(part, chunk, offset);
      offset += part.length;
      this.#now += secondMs;
      const isLast = chunk === parts.length - 1;
      const totals = totalsOfResults(results.slice(0, offset));
      if (!isLast) await this.#run({ type: 'cutOffUpload', totals }, { type: 'resumeUpload' });
      else await this.#run({ type: 'finishUpload', totals, problem: null });
    }
  }

  async #import(part: readonly SimulatedResult[], chunk: number, offset: number): Promise<void> {
    const { testRunId, projectId } = this.#request;
    const results = part.map((result) => ({
      testId: result.testId,
      file: result.file,
      name: result.name,
      quarantined: result.quarantined,
      flaky: isFlaky(result),
      attempts: result.attempts.map(({ status, durationMs }) => ({
        status,
        durationMs,
        error: status === 'FAIL' ? `${result.name} failed` : null,
        hasDetails: false,
      })),
      artifacts: [],
    }));
    const facts = { testRunId, projectId, chunk, offset, details: null, totals: totalsOfResults(part), results };
    const events = testResultsDecider.decide({ type: 'importTestResults', ...facts }, this.#imported);
    this.#imported = events.reduce(testResultsDecider.evolve, this.#imported);
    await this.#append('testResults', testRunId, chunk - 1, events);
  }

  /** A person overrules the verdict, later. */
  async setStatus(status: 'PASS' | 'FAIL' | 'CANCELED'): Promise<void> {
    this.#now += 3_600 * secondMs;
    await this.#run({ type: 'setStatus', status });
  }
}
