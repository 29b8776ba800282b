import { BackOff } from '@assay/concurrency';
import {
  type AgentId,
  Assignment,
  agentProtocolCalls,
  type BlobId,
  type BuildBlob,
  type Call,
  type CallAnswer,
  type CallInput,
  ErrorBody,
  type HttpMethod,
  LeaseId,
  type ProjectTrialReport,
  type RegisterAgentRequest,
  type RenewRequest,
  requestOf,
  type TestRunId,
  type UnitEvent,
} from '@assay/contract';
import { proxiesOf, type Response } from '@assay/proxies';
import type { Logger } from 'pino';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { agentFetch } from './agentFetch.ts';
import type { AgentKey } from './agentKey.ts';
import type { AssignedUnit } from './assignedWork.ts';
import { saveBody } from './saveBody.ts';
import { RefusedError, TokenRefusedError } from './serviceErrors.ts';

const answerWithinMs = 30_000;
/** The delays between attempts, also for other work of the agent that is repeated. */
export const retryMs = { first: 100, max: 5_000 };
/** The service may ask for a longer delay, up to this one. */
const maxRetryAfterMs = 30_000;
/**
 * A token that was accepted before may be accepted again (when a service comes back from a backup), so it is retried.
 */
const refusedTokenWaitSeconds = 15;
/** Downloading a build is retried when it is slower than this; bytes per millisecond. */
const minBytesPerMs = 50;
const maxDamaged = 3;

/** Each assignment is checked by itself: one that cannot be read must not cost the others. */
const claimWork = {
  ...agentProtocolCalls.claimWork,
  answer: Type.Object({ assignments: Type.Array(Type.Unknown()) }),
};
/** What handing a unit back takes. */
const Lease = Type.Object({ leaseId: LeaseId, nextSequence: Type.Integer({ minimum: 1 }) });

type CallOptions = {
  signal: AbortSignal;
  /** How long the service may hold the request before it answers. */
  waitMs?: number;
  /** Throws what went wrong instead of trying again. */
  once?: boolean;
};

type Request = CallOptions & {
  method: HttpMethod;
  /** Below /api. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, in the place of a body. */
  content?: Uint8Array<ArrayBuffer>;
};

/**
 * The agent's side of the HTTP protocol. Failures of the network or the service are retried until the signal fires;
 * what the service refuses is thrown as RefusedError.
 */
export class ServiceClient {
  readonly #url: string;
  readonly #token: string;
  readonly #agentId: AgentId;
  readonly #key: AgentKey;
  readonly #logger: Logger;
  #joined = false;
  #away = false;

  constructor(options: { url: string; token: string; agentId: AgentId; key: AgentKey; logger: Logger }) {
    this.#url = options.url.replace(/\/+$/, '');
    this.#token = options.token;
    this.#agentId = options.agentId;
    this.#key = options.key;
    this.#logger = options.logger;
  }

  /**
   * @throws TokenRefusedError when the service does not know the token and has not accepted it since this agent
   * started.
   */
  async register(request: RegisterAgentRequest, signal: AbortSignal): Promise<void> {
    await this.#call(agentProtocolCalls.registerAgent, { body: request }, { signal });
    this.#joined = true;
  }

  /** @returns the units that can be read; the others are handed back. */
  async claim(slots: number[], waitSeconds: number, signal: AbortSignal): Promise<AssignedUnit[]> {
    const body = { slots, waitSeconds, publicKey: this.#key.publicKey };
    const options = { signal, waitMs: waitSeconds * 1000 };
    const answer = await this.#call(claimWork, { params: this.#params, body }, options);
    const units = await Promise.all(answer.assignments.map((assignment) => this.#open(assignment, signal)));
    return units.filter((unit) => unit !== null);
  }

  async #open(assignment: unknown, signal: AbortSignal): Promise<AssignedUnit | null> {
    try {
      if (Value.Check(Assignment, assignment)) return await this.#key.open(assignment);
      const [first] = Value.Errors(Assignment, assignment);
      throw new Error(`it does not match the contract: ${first?.instancePath} ${first?.message}`);
    } catch (error) {
      const lease = Value.Check(Lease, assignment) ? assignment : null;
      this.#logger.error({ err: error, lease: lease?.leaseId }, 'an assigned unit cannot be read and is handed back');
      if (lease) void this.#handBack(lease, signal);
      return null;
    }
  }

  async #handBack({ leaseId, nextSequence }: Static<typeof Lease>, signal: AbortSignal): Promise<void> {
    try {
      await this.postEvents(leaseId, nextSequence, [{ type: 'unitHandedBack' }], signal);
    } catch (error) {
      this.#logger.warn({ err: error, lease: leaseId }, 'a unit could not be handed back; its lease will expire');
    }
  }

  /** One try only: the next renewal is due in a second anyway. */
  async renew(body: RenewRequest, signal: AbortSignal) {
    return await this.#call(agentProtocolCalls.renewLeases, { params: this.#params, body }, { signal, once: true });
  }

  /** @returns the sequence number that the service expects next. */
  async postEvents(lease: LeaseId, firstSequence: number, events: UnitEvent[], signal: AbortSignal): Promise<number> {
    const input = { params: this.#paramsOf(lease), body: { firstSequence, events } };
    const answer = await this.#call(agentProtocolCalls.postUnitEvents, input, { signal });
    return answer.nextSequence;
  }

  async postTestList(lease: LeaseId, blobId: BlobId, signal: AbortSignal): Promise<void> {
    const input = { params: this.#paramsOf(lease), body: { blobId } };
    await this.#call(agentProtocolCalls.postTestList, input, { signal });
  }

  async putBlob(blobId: BlobId, content: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<void> {
    const { method, path } = requestOf(agentProtocolCalls.putBlob, { params: { ...this.#params, sha256: blobId } });
    await this.#exchange({ method, path, content, signal, waitMs: 60_000 }, (response) => response.text());
  }

  /**
   * Downloads the archive of a unit's run, and retries until it is complete.
   * @throws RefusedError `build.damaged` when its hash is wrong repeatedly
   */
  async fetchBuild(lease: LeaseId, { blobId, size }: BuildBlob, to: string, signal: AbortSignal): Promise<void> {
    let damaged = 0;
    const { method, path } = requestOf(agentProtocolCalls.getUnitBuild, { params: this.#paramsOf(lease) });
    await this.#exchange({ method, path, signal, waitMs: Math.ceil(size / minBytesPerMs) }, async (response) => {
      if ((await saveBody(response, to)) === blobId) return;
      damaged += 1;
      const message = 'The service repeatedly sent the build with different content than was uploaded.';
      if (damaged >= maxDamaged) throw new RefusedError(409, 'build.damaged', message, null);
      throw new Error(message);
    });
  }

  /** @throws RefusedError 404 when the trial has ended, or is not this agent's any more. */
  async reportTrial(lease: LeaseId, report: ProjectTrialReport, signal: AbortSignal): Promise<void> {
    const input = { params: this.#paramsOf(lease), body: report };
    await this.#call(agentProtocolCalls.reportProjectTrial, input, { signal });
  }

  /** @returns the offset that the service expects next. */
  async postLog(chunk: { testRunId: TestRunId; log: string; offset: number; text: string }, signal: AbortSignal) {
    const answer = await this.#call(agentProtocolCalls.postLogChunk, { params: this.#params, body: chunk }, { signal });
    return answer.nextOffset;
  }

  async exit(signal: AbortSignal): Promise<void> {
    await this.#call(agentProtocolCalls.exitAgent, { params: this.#params }, { signal, once: true });
  }

  get #params(): { agentId: AgentId } {
    return { agentId: this.#agentId };
  }

  #paramsOf(leaseId: LeaseId): { agentId: AgentId; leaseId: LeaseId } {
    return { agentId: this.#agentId, leaseId };
  }

  async #call<C extends Call>(call: C, input: CallInput<C>, options: CallOptions): Promise<CallAnswer<C>> {
    const request = requestOf(call, input);
    return await this.#exchange({ ...request, ...options }, (response) => this.#read(request.path, call, response));
  }

  async #exchange<Result>(request: Request, read: (response: Response) => Promise<Result>): Promise<Result> {
    const backOff = new BackOff(retryMs);
    for (;;) {
      request.signal.throwIfAborted();
      let retryAfter = 0;
      try {
        const response = await this.#send(request);
        if (response.ok) {
          const result = await read(response);
          if (this.#away) this.#logger.info('the service answers again');
          this.#away = false;
          return result;
        }
        retryAfter = await this.#refusal(response);
      } catch (error) {
        request.signal.throwIfAborted();
        if (request.once || error instanceof RefusedError || error instanceof TokenRefusedError) throw error;
        this.#tellAway(error);
      }
      if (request.once) throw new Error(`the service did not accept ${request.path}`);
      await backOff.wait(request.signal, Math.min(maxRetryAfterMs, retryAfter * 1000));
    }
  }

  async #send(request: Request): Promise<Response> {
    const { content, body } = request;
    const headers: Record<string, string> = { authorization: `Bearer ${this.#token}` };
    if (content !== undefined) headers['content-type'] = 'application/octet-stream';
    if (body !== undefined) headers['content-type'] = 'application/json';
    return await agentFetch(`${this.#url}/api${request.path}`, {
      method: request.method,
      headers,
      body: content ?? (body === undefined ? undefined : JSON.stringify(body)),
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(answerWithinMs + (request.waitMs ?? 0))]),
    });
  }

  async #read<C extends Call>(path: string, call: C, response: Response): Promise<CallAnswer<C>> {
    const text = await response.text();
    const answer: unknown = text === '' ? undefined : JSON.parse(text);
    const { answer: schema } = call;
    if (!Value.Check(schema, answer)) throw new Error(`the service answered ${path} in an unknown format`);
    return answer as CallAnswer<C>;
  }

  /** @returns the seconds until the next try. @throws RefusedError when a retry is useless. */
  async #refusal(response: Response): Promise<number> {
    const text = await response.text();
    if (response.status === 401) {
      if (!this.#joined) throw new TokenRefusedError(this.#url);
      this.#logger.error("the service refuses this agent's token; results wait until it is accepted again");
      return refusedTokenWaitSeconds;
    }
    if (response.status >= 400 && response.status < 500 && response.status !== 408 && response.status !== 429) {
      const body = parseErrorBody(text);
      const next = body?.nextSequence ?? body?.nextOffset ?? null;
      const message = body?.message ?? `HTTP ${response.status}`;
      throw new RefusedError(response.status, body?.code ?? 'unknown', message, next);
    }
    this.#tellAway(new Error(`HTTP ${response.status}`));
    const seconds = Number(response.headers.get('retry-after') ?? 0);
    return Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
  }

  #tellAway(error: unknown): void {
    if (!this.#away) {
      const note = proxiesOf(process.env).noteFor(this.#url);
      this.#logger.warn({ err: error }, `the service at ${this.#url} does not answer${note}; trying again`);
    }
    this.#away = true;
  }
}

function parseErrorBody(text: string): ErrorBody | null {
  try {
    const body: unknown = JSON.parse(text);
    return Value.Check(ErrorBody, body) ? body : null;
  } catch {
    // A proxy's page, not the service's answer: the status says enough.
    return null;
  }
}
