import { createHash } from 'node:crypto';
import {
  type Assignment,
  type BlobId,
  type LeaseId,
  type ListedTest,
  leaseIdOf,
  type PostLogChunkRequest,
  type PostUnitEventsRequest,
  type ProblemPost,
  type ProjectTrialReport,
  type RenewRequest,
  TestListBlob,
  type TestRunnerId,
  type UnitEvent,
} from '@assay/contract';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { patienceMs } from '../../../test/support/patience.ts';
import type { AssignedRun, AssignedUnit } from '../src/connection/assignedWork.ts';
import { Refused } from './serviceRefusal.ts';

/** One unit of work, as the fake service saw it. */
export type UnitRecord = {
  assignment: AssignedUnit;
  events: UnitEvent[];
  nextSequence: number;
  state: 'waiting' | 'held' | 'lost' | 'canceled' | 'completed' | 'handedBack';
  problem: ProblemPost | null;
};

const lookAgainMs = 25;

/**
 * What the fake service knows: its units and what the agent has told it of them. What breaks the contract is collected in
 * `violations`.
 */
export class ServiceMemory {
  readonly units = new Map<LeaseId, UnitRecord>();
  readonly logs = new Map<string, string>();
  readonly blobs = new Map<string, Buffer>();
  readonly lists = new Map<string, TestListBlob>();
  /** The newest report of each trial. */
  readonly trials = new Map<LeaseId, ProjectTrialReport>();
  readonly violations: string[] = [];
  readonly namedRuns = new Set<string>();
  readonly finishedRuns = new Set<string>();
  /** Of this many event posts only the first event is recorded; the rest is refused as a gap. */
  gapsToClaim = 0;
  /** Units of one file each; otherwise one unit of all tests. */
  unitPerFile = true;
  readonly #logBytes = new Map<string, number>();
  readonly #waiting = new Set<() => void>();

  /** Queues the set-up of a run; its units follow when the list has arrived. */
  startRun(run: AssignedRun): LeaseId {
    return this.queueUnit(run, 'setup', 0, []);
  }

  queueUnit(
    run: AssignedRun,
    kind: Assignment['kind'],
    unit: number,
    tests: ListedTest[],
    {
      attempt = 1,
      copy = null,
      earlierAttempts = [],
    }: Partial<Pick<Assignment, 'attempt' | 'copy' | 'earlierAttempts'>> = {},
  ): LeaseId {
    const leaseId = leaseIdOf(run.testRunId, unit, attempt);
    const assignment: AssignedUnit = {
      leaseId,
      slot: -1,
      runnerId: '' as TestRunnerId,
      kind,
      unit,
      attempt,
      copy,
      tests,
      earlierAttempts,
      run,
      leaseSeconds: 15,
      nextSequence: 1,
    };
    this.units.set(leaseId, { assignment, events: [], nextSequence: 1, state: 'waiting', problem: null });
    this.wake();
    return leaseId;
  }

  unit(leaseId: LeaseId): UnitRecord {
    const record = this.units.get(leaseId);
    if (!record) throw new Error(`no unit ${leaseId}`);
    return record;
  }

  unitsOf(testRunId: string): UnitRecord[] {
    return [...this.units.values()].filter(({ assignment }) => assignment.run.testRunId === testRunId);
  }

  /** Resolves when the condition holds; checked whenever something arrives, and often, for what happens elsewhere. */
  async until(condition: () => boolean, what: string): Promise<void> {
    const giveUp = Date.now() + patienceMs;
    while (!condition()) {
      if (Date.now() > giveUp) throw new Error(`waited in vain for: ${what}\n${this.describe()}`);
      await this.nextArrival(lookAgainMs);
    }
  }

  async untilRunEnded(testRunId: string): Promise<void> {
    const open = () => this.unitsOf(testRunId).some(({ state }) => state === 'waiting' || state === 'held');
    await this.until(() => !open(), `the end of run ${testRunId}`);
  }

  describe(): string {
    const units = [...this.units.values()].map(
      ({ assignment, state, events, problem }) =>
        `${assignment.leaseId} ${state} ${events.length} events ${problem ? JSON.stringify(problem) : ''}`,
    );
    return [...units, ...this.violations].join('\n');
  }

  checked<Schema extends TSchema>(schema: Schema, body: unknown, path: string): Static<Schema> {
    if (Value.Check(schema, body)) return body;
    const [first] = Value.Errors(schema, body);
    this.violations.push(`${path}: ${JSON.stringify(first)} ${JSON.stringify(body).slice(0, 300)}`);
    throw new Refused(400, 'validation');
  }

  /** Gives waiting units to free slots of the agent. */
  assign(slots: readonly number[]): AssignedUnit[] {
    const free = [...slots];
    const given: AssignedUnit[] = [];
    for (const record of this.units.values()) {
      const slot = free[0];
      if (record.state !== 'waiting' || slot === undefined) continue;
      free.shift();
      record.state = 'held';
      const { run } = record.assignment;
      record.assignment = { ...record.assignment, slot, runnerId: `${run.testRunId}-${slot}` as TestRunnerId };
      given.push(record.assignment);
    }
    return given;
  }

  renew({ leases, runs }: Static<typeof RenewRequest>) {
    for (const run of runs) this.namedRuns.add(run);
    return {
      leases: leases.map((leaseId) => {
        const state = this.units.get(leaseId)?.state;
        const told = state === 'canceled' ? 'canceled' : state === 'lost' || !state ? 'lost' : 'held';
        return { leaseId, state: told };
      }),
      finishedRuns: runs.filter((run) => this.finishedRuns.has(run)),
    };
  }

  takeEvents(lease: LeaseId, { firstSequence, events }: Static<typeof PostUnitEventsRequest>) {
    const record = this.units.get(lease);
    const known = record && firstSequence + events.length <= record.nextSequence;
    if (record && known) return { nextSequence: record.nextSequence };
    if (record?.state !== 'held') throw new Refused(409, 'unit.lost');
    const gap = () => new Refused(409, 'unit.sequenceGap', { nextSequence: record.nextSequence });
    if (firstSequence > record.nextSequence) throw gap();
    if (this.gapsToClaim > 0 && events[0] && firstSequence === record.nextSequence) {
      this.gapsToClaim -= 1;
      this.#record(record, events[0]);
      throw gap();
    }
    for (const event of events.slice(record.nextSequence - firstSequence)) this.#record(record, event);
    return { nextSequence: record.nextSequence };
  }

  #record(record: UnitRecord, event: UnitEvent): void {
    record.events.push(event);
    record.nextSequence += 1;
    if (event.type === 'testFinished') {
      for (const { blobId } of event.artifacts) {
        if (!this.blobs.has(blobId)) this.violations.push(`blob ${blobId} was named before it was there`);
      }
    }
    if (event.type === 'unitHandedBack') record.state = 'handedBack';
    if (event.type !== 'unitCompleted') return;
    record.state = 'completed';
    record.problem = event.problem;
    this.#checkFinals(record);
    if (record.assignment.kind === 'setup' && event.problem === null) this.#planUnits(record.assignment.run);
  }

  #checkFinals({ assignment, events }: UnitRecord): void {
    const discovered = events.flatMap((event) => (event.type === 'testDiscovered' ? [event.testId] : []));
    for (const testId of [...assignment.tests.map((test) => test.testId), ...discovered]) {
      const finals = events.filter((event) => event.type === 'testFinished' && event.testId === testId && event.final);
      if (finals.length !== 1)
        this.violations.push(`${assignment.leaseId}: ${testId} has ${finals.length} final results`);
    }
  }

  #planUnits(order: AssignedRun): void {
    const list = this.lists.get(order.testRunId);
    if (!list) {
      this.violations.push(`run ${order.testRunId} was set up without a list`);
      return;
    }
    const run = { ...order, commit: list.commit };
    const files = this.unitPerFile ? [...new Set(list.tests.map(({ file }) => file))] : [];
    if (files.length === 0) this.queueUnit(run, 'tests', 1, list.tests);
    for (const [index, file] of files.entries()) {
      this.queueUnit(
        run,
        'tests',
        index + 1,
        list.tests.filter((test) => test.file === file),
      );
    }
  }

  takeTrial(lease: LeaseId, report: ProjectTrialReport) {
    const record = this.unit(lease);
    if (record.state !== 'held') throw new Refused(404, 'notFound');
    this.trials.set(lease, report);
    if (report.found || report.problem) record.state = 'completed';
    return {};
  }

  takeTestList(lease: LeaseId, blobId: BlobId) {
    const blob: unknown = JSON.parse(this.blobs.get(blobId)?.toString('utf8') ?? 'null');
    this.lists.set(this.unit(lease).assignment.run.testRunId, this.checked(TestListBlob, blob, 'test list'));
    return {};
  }

  takeBlob(blobId: string, type: string, bytes: Buffer): undefined {
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (hash !== blobId || type !== 'application/octet-stream')
      this.violations.push(`blob ${blobId} is ${hash}, ${type}`);
    this.blobs.set(blobId, bytes);
    return undefined;
  }

  takeLog({ testRunId, log, offset, text }: Static<typeof PostLogChunkRequest>) {
    const key = `${testRunId}/${log}`;
    const known = this.#logBytes.get(key) ?? 0;
    if (offset > known) throw new Refused(409, 'log.gap', { nextOffset: known });
    const added = Buffer.from(text).subarray(known - offset);
    this.logs.set(key, (this.logs.get(key) ?? '') + added.toString('utf8'));
    this.#logBytes.set(key, known + added.length);
    return { nextOffset: known + added.length };
  }

  /** Resolves when something arrives, at the latest after this time. */
  nextArrival(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, withinMs);
      this.#waiting.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve();
  }
}
