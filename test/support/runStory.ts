import {
  type AccountId,
  type AgentId,
  type FinishedStatus,
  type ListedTest,
  leaseIdOf,
  type ResultStatus,
  type TestId,
  type TestRunId,
  type TestRunnerId,
  type UnitEvent,
} from '@assay/contract';
import {
  type DifferingTest,
  type PlannedUnit,
  type ReportedEvent,
  type TestRunCommand,
  testListDecider,
  testRunDecider,
  testRunnerDecider,
  workUnitDecider,
} from '@assay/domain';
import type { AppendContext, EventLog } from '@assay/event-log';
import type { TestRunCreated } from '@assay/event-schemas';
import { earlierTriesOf } from '../../packages/api/src/agentProtocol/earlierTriesOf.ts';

export { requestFor } from '../../packages/launcher/src/simulation/requestFor.ts';

export const testId = (name: string) => name as TestId;

export function listedTest(name: string, file = 'cart.spec.ts', tags: string[] = []): ListedTest {
  return { testId: testId(name), file, name: `${file} ${name}`, line: 1, tags, selector: name };
}

const startedAt = '2026-03-01T12:00:00.000Z';

export function starts(name: string, attempt = 1): ReportedEvent {
  return { type: 'testStarted', testId: testId(name), attempt, startedAt };
}

type Ended = Extract<ReportedEvent, { type: 'testFinished' }>;
export function ends(name: string, status: ResultStatus, changed: Partial<Ended> = {}): Ended {
  return {
    type: 'testFinished',
    testId: testId(name),
    attempt: 1,
    status,
    final: true,
    timedOut: false,
    startedAt,
    durationMs: 100 + name.length,
    errorHead: status === 'FAIL' ? `${name} failed` : null,
    details: null,
    artifacts: [],
    ...changed,
  };
}

export function shows(name: string, file = 'shown.spec.ts'): Extract<UnitEvent, { type: 'testDiscovered' }> {
  return { type: 'testDiscovered', testId: testId(name), file, name, tags: [] };
}

/** A run, step by step: the events that people, automation and agents would record, made by the deciders. */
export class RunStory {
  readonly #log: EventLog;
  readonly #context: (actor: string) => AppendContext;
  readonly request: TestRunCreated;

  constructor(log: EventLog, accountId: AccountId, request: TestRunCreated) {
    this.#log = log;
    this.request = request;
    this.#context = (actor) => ({
      accountId,
      occurredAt: new Date().toISOString(),
      $correlationId: request.testRunId,
      actor: actor.startsWith('agent') ? { kind: 'agent', id: actor } : { kind: 'automation', id: actor },
    });
  }

  get id(): TestRunId {
    return this.request.testRunId;
  }

  async #run(command: TestRunCommand, context = this.#context('story')): Promise<void> {
    await this.#log.handle(testRunDecider, this.id, command, context);
  }

  create(by: AppendContext): Promise<void> {
    return this.#run({ type: 'createTestRun', ...this.request }, by);
  }

  submit(): Promise<void> {
    return this.#run({ type: 'submitTestRun' });
  }

  runnerOf(slot: number): TestRunnerId {
    return `${this.id}-${slot}` as TestRunnerId;
  }

  /** A place of the agent works for the run from now on. */
  async addRunner(agentId: AgentId, slot: number): Promise<void> {
    const testRunnerId = this.runnerOf(slot);
    const command = {
      type: 'createTestRunner' as const,
      testRunnerId,
      testRunId: this.id,
      agentId,
      runnerPoolId: null,
      replaces: null,
    };
    await this.#log.handle(testRunnerDecider, testRunnerId, command, this.#context(agentId));
  }

  async removeRunner(slot: number): Promise<void> {
    const testRunnerId = this.runnerOf(slot);
    const command = { type: 'exitTestRunner' as const };
    await this.#log.handle(testRunnerDecider, testRunnerId, command, this.#context('story'));
  }

  async claim(
    agentId: AgentId,
    slot: number,
    claimed: { unit: number; attempt?: number; copy?: number; tests?: string[]; quarantined?: string[] },
  ): Promise<void> {
    const { unit, attempt = 1, copy = null, tests = [], quarantined = [] } = claimed;
    await this.#log.handle(
      workUnitDecider,
      leaseIdOf(this.id, unit, attempt),
      {
        type: 'claimWorkUnit',
        testRunId: this.id,
        projectId: this.request.projectId,
        unit,
        attempt,
        copy,
        agentId,
        runnerId: this.runnerOf(slot),
        tests: tests.map(testId),
        quarantined: quarantined.map(testId),
      },
      this.#context(agentId),
    );
    if (unit === 0) await this.#run({ type: 'startSetup', agentId }, this.#context(agentId));
  }

  async list(tests: ListedTest[]): Promise<void> {
    const command = {
      type: 'recordTestList' as const,
      testRunId: this.id,
      projectId: this.request.projectId,
      list: 'blob',
      tests,
      copies: this.request.copies,
      foundCount: tests.length + 3,
      commit: 'abcdef0123',
      commitMessage: 'Add cart',
    };
    for (;;) {
      const { events } = await this.#log.handle(testListDecider, this.id, command, this.#context('agent'));
      if (events.length === 0 || events.some(({ type }) => type === 'TestListCompleted')) return;
    }
  }

  /**
   * @param units names of tests by unit; an empty unit is for tests discovered while running. In a run of several
   * copies, each unit is one copy
   */
  start(units: string[][], quarantined: string[] = []): Promise<void> {
    const { copies } = this.request;
    const planned: PlannedUnit[] = units.map((tests, index) => ({
      unit: index + 1,
      copy: copies === 1 ? null : index + 1,
      tests: tests.map(testId),
      expectedMs: 1_000,
    }));
    const testCount = units.flat().length / copies;
    const facts = { commit: 'abcdef0123', commitMessage: 'Add cart', testCount };
    return this.#run({ type: 'startTestRun', ...facts, units: planned, quarantined: quarantined.map(testId) });
  }

  /** What an agent reports about a unit, and its effect on the run. */
  async report(unit: number, events: ReportedEvent[], attempt = 1, quarantinedInProject: string[] = []): Promise<void> {
    const lease = leaseIdOf(this.id, unit, attempt);
    const quarantined = new Set(quarantinedInProject.map(testId));
    const earlier = await earlierTriesOf(this.#log, lease);
    const command = { type: 'reportEvents' as const, events, quarantinedInProject: quarantined, earlier };
    const reported = await this.#log.handle(workUnitDecider, lease, command, this.#context('agent'));
    for (const event of reported.events) {
      if (event.type === 'WorkUnitCompleted' && (unit > 0 || event.data.problem !== null)) {
        const { totals, problem } = event.data;
        await this.#run({ type: 'finishUnit', unit, attempt, totals, problem });
      }
    }
  }

  complete(unit: number, attempt = 1, problem: { code: string; message: string } | null = null): Promise<void> {
    return this.report(unit, [{ type: 'unitCompleted', problem }], attempt);
  }

  async lose(unit: number, attempt = 1, reason: 'leaseExpired' | 'runEnded' = 'leaseExpired'): Promise<void> {
    const lease = leaseIdOf(this.id, unit, attempt);
    const command = { type: 'loseWorkUnit' as const, reason };
    const { events } = await this.#log.handle(workUnitDecider, lease, command, this.#context('story'));
    for (const event of events) {
      if (event.type !== 'WorkUnitLost' || reason === 'runEnded') continue;
      const { testRunId: _, runnerId: __, running: ___, ...loss } = event.data;
      await this.#run({ type: 'loseUnit', ...loss });
    }
  }

  finish(): Promise<void> {
    return this.#run({ type: 'finishTestRun' });
  }

  tellDifferingCopies(tests: DifferingTest[]): Promise<void> {
    return this.#run({ type: 'tellDifferingCopies', tests });
  }

  timeOut(): Promise<void> {
    return this.#run({ type: 'timeOutTestRun' });
  }

  setStatus(status: FinishedStatus, by: AppendContext): Promise<void> {
    return this.#run({ type: 'setStatus', status }, by);
  }

  /** From created to running, set up by slot 0 of the agent. */
  async begin(by: AppendContext, agentId: AgentId, tests: ListedTest[]): Promise<void> {
    await this.create(by);
    await this.submit();
    await this.addRunner(agentId, 0);
    await this.claim(agentId, 0, { unit: 0 });
    await this.list(tests);
    await this.complete(0);
  }
}
