import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Assignment,
  type BlobId,
  ClaimRequest,
  type LeaseId,
  type ListedTest,
  leaseIdOf,
  PostLogChunkRequest,
  PostTestListRequest,
  PostUnitEventsRequest,
  type ProblemPost,
  RegisterAgentRequest,
  RenewRequest,
  sealedVariables,
  TestListBlob,
  type TestRunnerId,
  type UnitEvent,
} from '@assay/contract';
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import type { Static, TSchema } from 'typebox';
import { Format } from 'typebox/format';
import { Value } from 'typebox/value';
import { patienceMs } from '../../../test/support/patience.ts';
import type { AssignedRun, AssignedUnit } from '../src/connection/assignedWork.ts';

/** One unit of work, as the fake service saw it. */
export type UnitRecord = {
  assignment: AssignedUnit;
  events: UnitEvent[];
  nextSequence: number;
  state: 'waiting' | 'held' | 'lost' | 'canceled' | 'completed' | 'handedBack';
  problem: ProblemPost | null;
};

const lookAgainMs = 25;

type Refusal = { status: number; body: { code: string; message: string; nextSequence?: number; nextOffset?: number } };
class Refused extends Error {
  readonly refusal: Refusal;
  constructor(status: number, code: string, extra: { nextSequence?: number; nextOffset?: number } = {}) {
    super(code);
    this.refusal = { status, body: { code, message: code, ...extra } };
  }
}

const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });

/** The unit as the service sends it. */
async function sealed({ run, ...unit }: AssignedUnit, publicKey: string): Promise<Assignment> {
  const { variables, ...order } = run;
  const recipientPublicKey = await suite.kem.deserializePublicKey(Buffer.from(publicKey, 'base64'));
  const info = Buffer.from(sealedVariables.info);
  const text = Buffer.from(JSON.stringify(variables));
  const { enc, ct } = await suite.seal({ recipientPublicKey, info }, text, Buffer.from(unit.leaseId));
  const [encapsulatedKey, content] = [enc, ct].map((bytes) => Buffer.from(bytes).toString('base64'));
  return { ...unit, run: order, variables: { encapsulatedKey: encapsulatedKey ?? '', content: content ?? '' } };
}

/**
 * A fake of the service that speaks the real agent protocol over real HTTP and keeps everything in memory. It checks
 * every body against the contract's schemas and collects what breaks them in `violations`.
 */
export class AgentServiceUnderTest {
  readonly token = `token-${randomUUID()}`;
  readonly units = new Map<LeaseId, UnitRecord>();
  readonly logs = new Map<string, string>();
  readonly blobs = new Map<string, Buffer>();
  readonly lists = new Map<string, TestListBlob>();
  readonly agents: Static<typeof RegisterAgentRequest>[] = [];
  readonly violations: string[] = [];
  readonly posts: string[] = [];
  readonly exited: string[] = [];
  readonly namedRuns = new Set<string>();
  readonly finishedRuns = new Set<string>();
  /** While true, connections are cut without a response. */
  down = false;
  refusedConnections = 0;
  /** This many event posts are recorded, but their responses are lost. */
  lostAnswers = 0;
  /** Of this many event posts only the first event is recorded; the rest is refused as a gap. */
  gapsToClaim = 0;
  /** Chunks of this log take half a second. */
  slowLog: string | null = null;
  /** Units of one file each; otherwise one unit of all tests. */
  unitPerFile = true;
  /** Archives by the id of the build. */
  readonly builds = new Map<string, Buffer>();
  /** How the next responses with a build fail. */
  readonly buildFaults: ('cutOff' | 'damaged' | 'unavailable')[] = [];
  readonly #logBytes = new Map<string, number>();
  readonly #waiting = new Set<() => void>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async listen(port = 0): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#wake();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

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
    this.#wake();
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
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookAgainMs);
        this.#waiting.add(() => {
          clearTimeout(timer);
          resolve();
        });
      });
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

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.down) {
      this.refusedConnections += 1;
      request.socket.destroy();
      return;
    }
    const bytes: Buffer[] = [];
    for await (const chunk of request) bytes.push(chunk);
    const body = Buffer.concat(bytes);
    const path = (request.url ?? '').replace(/^\/api/, '');
    this.posts.push(path);
    try {
      if (request.headers.authorization !== `Bearer ${this.token}`) throw new Refused(401, 'agent.token');
      if (path.endsWith('/build')) return this.#sendBuild(path, response);
      const answer = await this.#route(path, request.headers['content-type'] ?? '', body, request);
      if (path.endsWith('/events') && this.lostAnswers > 0) {
        this.lostAnswers -= 1;
        request.socket.destroy();
        return;
      }
      response.statusCode = answer === undefined ? 204 : 200;
      response.setHeader('content-type', 'application/json');
      response.end(answer === undefined ? '' : JSON.stringify(answer));
    } catch (error) {
      const refusal =
        error instanceof Refused ? error.refusal : { status: 500, body: { code: 'fake', message: String(error) } };
      response.statusCode = refusal.status;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ...refusal.body, requestId: randomUUID() }));
    }
    this.#wake();
  }

  #sendBuild(path: string, response: ServerResponse): void {
    const lease = /\/units\/([^/]+)\//.exec(path)?.[1] as LeaseId;
    const archive = this.builds.get(this.unit(lease).assignment.run.build?.buildId ?? '');
    if (!archive) throw new Refused(404, 'notFound');
    const fault = this.buildFaults.shift();
    if (fault === 'unavailable') throw new Refused(503, 'store.away');
    response.setHeader('content-length', archive.length);
    const half = archive.subarray(0, archive.length / 2);
    if (fault === 'cutOff') response.write(half, () => response.destroy());
    else response.end(fault === 'damaged' ? Buffer.alloc(archive.length) : archive);
  }

  async #route(path: string, type: string, bytes: Buffer, request: IncomingMessage): Promise<unknown> {
    const blob = /^\/agents\/[^/]+\/blobs\/([0-9a-f]{64})$/.exec(path)?.[1];
    if (blob) return this.#putBlob(blob, type, bytes);
    const body: unknown = bytes.length === 0 ? undefined : JSON.parse(bytes.toString('utf8'));
    if (path === '/agents/register') {
      const agent = this.#checked(RegisterAgentRequest, body, path);
      this.agents.push(agent);
      return { agentId: agent.agentId };
    }
    if (path.endsWith('/claim')) return await this.#claim(this.#checked(ClaimRequest, body, path), request);
    if (path.endsWith('/renew')) return this.#renew(this.#checked(RenewRequest, body, path));
    if (path.endsWith('/logs')) {
      const chunk = this.#checked(PostLogChunkRequest, body, path);
      if (chunk.log === this.slowLog) await sleep(500);
      return this.#log(chunk);
    }
    if (path.endsWith('/exit')) {
      this.exited.push(path);
      return {};
    }
    const lease = /\/units\/([^/]+)\//.exec(path)?.[1] as LeaseId;
    if (path.endsWith('/events')) return this.#events(lease, this.#checked(PostUnitEventsRequest, body, path));
    if (path.endsWith('/test-list'))
      return this.#testList(lease, this.#checked(PostTestListRequest, body, path).blobId);
    throw new Refused(404, 'route.unknown');
  }

  #checked<Schema extends TSchema>(schema: Schema, body: unknown, path: string): Static<Schema> {
    if (Value.Check(schema, body)) return body;
    const [first] = Value.Errors(schema, body);
    this.violations.push(`${path}: ${JSON.stringify(first)} ${JSON.stringify(body).slice(0, 300)}`);
    throw new Refused(400, 'validation');
  }

  async #claim({ slots, waitSeconds, publicKey }: Static<typeof ClaimRequest>, request: IncomingMessage) {
    const giveUp = Date.now() + waitSeconds * 1000;
    for (;;) {
      const units = this.#assign(slots, request);
      const assignments = await Promise.all(units.map((unit) => sealed(unit, publicKey)));
      if (assignments.length > 0 || Date.now() > giveUp || request.socket.destroyed) return { assignments };
      await new Promise<void>((resolve) => {
        setTimeout(resolve, 500).unref();
        this.#waiting.add(resolve);
      });
    }
  }

  #assign(slots: readonly number[], request: IncomingMessage): AssignedUnit[] {
    if (request.socket.destroyed) return [];
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

  #renew({ leases, runs }: Static<typeof RenewRequest>) {
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

  #events(lease: LeaseId, { firstSequence, events }: Static<typeof PostUnitEventsRequest>) {
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

  #testList(lease: LeaseId, blobId: BlobId) {
    const blob: unknown = JSON.parse(this.blobs.get(blobId)?.toString('utf8') ?? 'null');
    this.lists.set(this.unit(lease).assignment.run.testRunId, this.#checked(TestListBlob, blob, 'test list'));
    return {};
  }

  #putBlob(blobId: string, type: string, bytes: Buffer): undefined {
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (hash !== blobId || type !== 'application/octet-stream')
      this.violations.push(`blob ${blobId} is ${hash}, ${type}`);
    this.blobs.set(blobId, bytes);
    return undefined;
  }

  #log({ testRunId, log, offset, text }: Static<typeof PostLogChunkRequest>) {
    const key = `${testRunId}/${log}`;
    const known = this.#logBytes.get(key) ?? 0;
    if (offset > known) throw new Refused(409, 'log.gap', { nextOffset: known });
    const added = Buffer.from(text).subarray(known - offset);
    this.logs.set(key, (this.logs.get(key) ?? '') + added.toString('utf8'));
    this.#logBytes.set(key, known + added.length);
    return { nextOffset: known + added.length };
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve();
  }
}

Format.Set('date-time', (text) => !Number.isNaN(Date.parse(text)) && text.endsWith('Z'));
