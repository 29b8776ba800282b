import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Assignment,
  ClaimRequest,
  type LeaseId,
  PostLogChunkRequest,
  PostTestListRequest,
  PostUnitEventsRequest,
  ProjectTrialReport,
  RegisterAgentRequest,
  RenewRequest,
} from '@assay/contract';
import type { Static } from 'typebox';
import { sealed } from './sealedUnit.ts';
import { ServiceMemory } from './serviceMemory.ts';
import { Refused } from './serviceRefusal.ts';

/**
 * A fake of the service that speaks the real agent protocol over real HTTP and keeps everything in memory. It checks
 * every body against the contract's schemas.
 */
export class AgentServiceUnderTest extends ServiceMemory {
  readonly token = `token-${randomUUID()}`;
  readonly agents: Static<typeof RegisterAgentRequest>[] = [];
  readonly posts: string[] = [];
  readonly exited: string[] = [];
  /** While true, connections are cut without a response. */
  down = false;
  refusedConnections = 0;
  /** This many event posts are recorded, but their responses are lost. */
  lostAnswers = 0;
  /** Changes what is sent of a unit. */
  readonly spoilt = new Map<LeaseId, (assignment: Assignment) => unknown>();
  /** Chunks of this log take half a second. */
  slowLog: string | null = null;
  /** Archives by the id of the build. */
  readonly builds = new Map<string, Buffer>();
  /** How the next responses with a build fail. */
  readonly buildFaults: ('cutOff' | 'damaged' | 'unavailable')[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async listen(port = 0): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.wake();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
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
    this.wake();
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
    if (blob) return this.takeBlob(blob, type, bytes);
    const body: unknown = bytes.length === 0 ? undefined : JSON.parse(bytes.toString('utf8'));
    if (path === '/agents/register') {
      const agent = this.checked(RegisterAgentRequest, body, path);
      this.agents.push(agent);
      return { agentId: agent.agentId };
    }
    if (path.endsWith('/claim')) return await this.#claim(this.checked(ClaimRequest, body, path), request);
    if (path.endsWith('/renew')) return this.renew(this.checked(RenewRequest, body, path));
    if (path.endsWith('/logs')) {
      const chunk = this.checked(PostLogChunkRequest, body, path);
      if (chunk.log === this.slowLog) await sleep(500);
      return this.takeLog(chunk);
    }
    if (path.endsWith('/exit')) {
      this.exited.push(path);
      return {};
    }
    const trial = /\/trials\/([^/]+)$/.exec(path)?.[1] as LeaseId | undefined;
    if (trial) return this.takeTrial(trial, this.checked(ProjectTrialReport, body, path));
    const lease = /\/units\/([^/]+)\//.exec(path)?.[1] as LeaseId;
    if (path.endsWith('/events')) return this.takeEvents(lease, this.checked(PostUnitEventsRequest, body, path));
    if (path.endsWith('/test-list'))
      return this.takeTestList(lease, this.checked(PostTestListRequest, body, path).blobId);
    throw new Refused(404, 'route.unknown');
  }

  async #claim({ slots, waitSeconds, publicKey }: Static<typeof ClaimRequest>, request: IncomingMessage) {
    const giveUp = Date.now() + waitSeconds * 1000;
    for (;;) {
      const units = request.socket.destroyed ? [] : this.assign(slots);
      const assignments = await Promise.all(
        units.map(async (unit) => {
          const assignment = await sealed(unit, publicKey);
          const spoil = this.spoilt.get(unit.leaseId);
          return spoil ? spoil(assignment) : assignment;
        }),
      );
      if (assignments.length > 0 || Date.now() > giveUp || request.socket.destroyed) return { assignments };
      await this.nextArrival(500);
    }
  }
}
