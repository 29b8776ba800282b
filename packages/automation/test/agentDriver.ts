import type { AgentId, LeaseId, ListedTest, TestRunId } from '@assay/contract';
import {
  noEarlierTries,
  type ReportedEvent,
  testListDecider,
  testRunDecider,
  testRunnerDecider,
  workUnitDecider,
} from '@assay/domain';
import type { AppendContext, EventLog } from '@assay/event-log';
import type { ClaimedUnit, Operations } from '@assay/operations';
import { claimerAs } from '../../../test/support/claimerAs.ts';
import { ends, starts } from '../../../test/support/runStory.ts';
import { signedBy } from '../../../test/support/storesUnderTest.ts';

export type AgentDriverOptions = {
  agentId: AgentId;
  slots?: number[];
  /** What the set-up of a run lists. */
  testsOf: (testRunId: TestRunId) => ListedTest[];
  /** Whether its set-up finds that runners on one machine take turns. */
  takesTurns?: boolean;
  /** The commit that its set-up checks out. */
  commit?: string;
  /** What an agent reports of a test; passing, unless told otherwise. */
  outcomeOf?: (name: string, unit: ClaimedUnit) => ReportedEvent[];
};

/** Work as an agent does it, through the queue and the deciders, with the api left out. */
export class AgentDriver {
  readonly #log: EventLog;
  readonly #operations: Operations;
  readonly #options: AgentDriverOptions;
  /** Every unit that was claimed, as often as it was. */
  readonly claimed: LeaseId[] = [];

  constructor(log: EventLog, operations: Operations, options: AgentDriverOptions) {
    this.#log = log;
    this.#operations = operations;
    this.#options = options;
  }

  get #context(): AppendContext {
    return { ...signedBy(this.#options.agentId), actor: { kind: 'agent', id: this.#options.agentId } };
  }

  /** Claims for every free place, and records the claims. */
  async claim(): Promise<ClaimedUnit[]> {
    const { agentId, slots = [0, 1] } = this.#options;
    const units = await this.#operations.workQueue.claim({ ...claimerAs(agentId), slots });
    for (const unit of units) {
      const { _id: leaseId, testRunId, runnerId, attempt, copy, tests, quarantined, order } = unit;
      this.claimed.push(leaseId);
      const facts = { testRunId, projectId: order.projectId, unit: unit.unit, attempt, copy, agentId, runnerId };
      const command = {
        type: 'claimWorkUnit' as const,
        ...facts,
        quarantined,
        tests: tests.map(({ testId }) => testId),
      };
      await this.#log.handle(workUnitDecider, leaseId, command, this.#context);
      if (unit.unit === 0) {
        await this.#log.handle(testRunDecider, testRunId, { type: 'startSetup', agentId }, this.#context);
      }
      const runner = {
        type: 'createTestRunner' as const,
        testRunnerId: runnerId,
        testRunId,
        agentId,
        runnerPoolId: null,
        replaces: null,
      };
      await this.#log.handle(testRunnerDecider, runnerId, runner, this.#context);
    }
    return units;
  }

  async report(unit: ClaimedUnit, events: ReportedEvent[]): Promise<void> {
    const command = {
      type: 'reportEvents' as const,
      events,
      quarantinedInProject: new Set<never>(),
      earlier: noEarlierTries,
    };
    await this.#log.handle(workUnitDecider, unit._id, command, this.#context);
  }

  async #list({ testRunId, order }: ClaimedUnit): Promise<void> {
    const tests = this.#options.testsOf(testRunId);
    const { state } = await this.#log.load(testRunDecider, testRunId);
    const copies = state.status === 'none' ? 1 : state.request.copies;
    const command = {
      type: 'recordTestList' as const,
      testRunId,
      projectId: order.projectId,
      list: 'blob',
      tests,
      copies,
      foundCount: tests.length,
      takesTurns: this.#options.takesTurns,
      commit: this.#options.commit ?? 'abcdef0123',
      commitMessage: 'Add cart',
    };
    for (;;) {
      const { events } = await this.#log.handle(testListDecider, testRunId, command, this.#context);
      if (events.length === 0 || events.some(({ type }) => type === 'TestListCompleted')) return;
    }
  }

  /** Brings a claimed unit to its end. */
  async complete(unit: ClaimedUnit): Promise<void> {
    const { outcomeOf = (name: string) => [starts(name), ends(name, 'PASS')] } = this.#options;
    if (unit.unit === 0) await this.#list(unit);
    const outcomes = unit.tests.flatMap(({ testId }) => outcomeOf(testId, unit));
    await this.report(unit, [...outcomes, { type: 'unitCompleted', problem: null }]);
    await this.#operations.workQueue.finishUnit(unit._id);
  }

  /** Takes what there is at this moment and does it. */
  async work(): Promise<void> {
    for (const unit of await this.claim()) await this.complete(unit);
  }
}
