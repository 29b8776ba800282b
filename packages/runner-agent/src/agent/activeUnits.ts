import { untilAborted } from '@assay/concurrency';
import type { LeaseId, ProjectId, TestRunId } from '@assay/contract';
import type { AssignedUnit } from '../connection/assignedWork.ts';
import { runTrial } from '../trials/runTrial.ts';
import { type EndReason, runUnit, type UnitWork } from '../units/runUnit.ts';

/** A run with units in progress, which hold these leases. */
type ActiveRun = { projectId: ProjectId; leases: LeaseId[] };

type Held = { assignment: AssignedUnit; ending: AbortController; done: Promise<void> };

/** The units in progress on this agent, and its free slots. */
export class ActiveUnits {
  readonly #work: UnitWork;
  readonly #held = new Map<LeaseId, Held>();

  constructor(work: UnitWork) {
    this.#work = work;
  }

  get leases(): LeaseId[] {
    return [...this.#held.keys()];
  }

  /** The runs that have units in progress. */
  get runs(): Map<TestRunId, ActiveRun> {
    const runs = new Map<TestRunId, ActiveRun>();
    for (const [leaseId, { assignment }] of this.#held) {
      const { testRunId, projectId } = assignment.run;
      const leases = runs.get(testRunId)?.leases ?? [];
      runs.set(testRunId, { projectId, leases: [...leases, leaseId] });
    }
    return runs;
  }

  worksOn(testRunId: TestRunId): boolean {
    return [...this.#held.values()].some(({ assignment }) => assignment.run.testRunId === testRunId);
  }

  /** @param onFree called when the unit's slot is free again */
  start(assignment: AssignedUnit, onFree: () => void): void {
    const { leaseId } = assignment;
    const ending = new AbortController();
    const carryOut = assignment.run.trial ? runTrial : runUnit;
    const done = carryOut(assignment, this.#work, ending)
      // Neither is meant to throw. One that does must not end the agent, which has the units of others.
      .catch((error) => this.#work.logger.error({ err: error, lease: leaseId }, 'a unit failed'))
      .finally(() => {
        this.#held.delete(leaseId);
        onFree();
      });
    this.#held.set(leaseId, { assignment, ending, done });
  }

  end(leaseId: LeaseId, reason: EndReason): void {
    this.#held.get(leaseId)?.ending.abort(reason);
  }

  /** Ends all units of a run. */
  endRun(testRunId: TestRunId, reason: EndReason): void {
    for (const { assignment, ending } of this.#held.values()) {
      if (assignment.run.testRunId === testRunId) ending.abort(reason);
    }
  }

  /** Waits until every unit is done, or the signal fires. */
  async allDone(signal: AbortSignal): Promise<void> {
    await Promise.race([Promise.all([...this.#held.values()].map(({ done }) => done)), untilAborted(signal)]);
  }

  /** Ends every unit and waits for all of them. */
  async endAll(reason: EndReason): Promise<void> {
    const all = [...this.#held.values()];
    for (const { ending } of all) ending.abort(reason);
    await Promise.all(all.map(({ done }) => done));
  }
}
