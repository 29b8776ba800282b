import {
  type AgentId,
  type BlobId,
  type BuildBlob,
  ClaimAnswer,
  ErrorBody,
  type LeaseId,
  PostLogChunkAnswer,
  PostUnitEventsAnswer,
  type RegisterAgentRequest,
  RenewAnswer,
  type RenewRequest,
  type TestRunId,
  type UnitEvent,
} from '@assay/contract';
import type { Logger } from 'pino';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { AgentKey } from './agentKey.ts';
import type { AssignedUnit } from './assignedWork.ts';
import { BackOff } from './backOff.ts';
import { saveBody } from './saveBody.ts';
import { RefusedError, TokenRefusedError } from './serviceErrors.ts';

const Nothing = Type.Unknown();
const RegisterAnswer = Type.Object({ agentId: Type.String() });
const answerWithinMs = 30_000;
/**
 * A token that was accepted before may be accepted again (when a service comes back from a backup), so it is retried.
 */
const refusedTokenWaitSeconds = 15;
/** Downloading a build is retried when it is slower than this; bytes per millisecond. */
const minBytesPerMs = 50;
const maxDamaged = 3;

type Call = {
  method?: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: object | Uint8Array<ArrayBuffer>;
  signal: AbortSignal;
  /** How long the service may hold the request before it answers. */
  waitMs?: number;
  /** Throws what went wrong instead of trying again. */
  once?: boolean;
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
    await this.#call({ path: '/agents/register', body: request, answer: RegisterAnswer, signal });
    this.#joined = true;
  }

  async claim(slots: number[], waitSeconds: number, signal: AbortSignal): Promise<AssignedUnit[]> {
    const body = { slots, waitSeconds, publicKey: this.#key.publicKey };
    const path = this.#path('/claim');
    const answer = await this.#call({ path, body, answer: ClaimAnswer, signal, waitMs: waitSeconds * 1000 });
    return await Promise.all(answer.assignments.map((assignment) => this.#key.open(assignment)));
  }

  /** One try only: the next renewal is due in a second anyway. */
  async renew(body: RenewRequest, signal: AbortSignal) {
    return await this.#call({ path: this.#path('/renew'), body, answer: RenewAnswer, signal, once: true });
  }

  /** @returns the sequence number that the service expects next. */
  async postEvents(lease: LeaseId, firstSequence: number, events: UnitEvent[], signal: AbortSignal): Promise<number> {
    const path = this.#path(`/units/${lease}/events`);
    const answer = await this.#call({ path, body: { firstSequence, events }, answer: PostUnitEventsAnswer, signal });
    return answer.nextSequence;
  }

  async postTestList(lease: LeaseId, blobId: BlobId, signal: AbortSignal): Promise<void> {
    await this.#call({ path: this.#path(`/units/${lease}/test-list`), body: { blobId }, answer: Nothing, signal });
  }

  async putBlob(blobId: BlobId, content: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<void> {
    const path = this.#path(`/blobs/${blobId}`);
    await this.#call({ method: 'PUT', path, body: content, answer: Nothing, signal, waitMs: 60_000 });
  }

  /**
   * Downloads the archive of a unit's run, and retries until it is complete.
   * @throws RefusedError `build.damaged` when its hash is wrong repeatedly
   */
  async fetchBuild(lease: LeaseId, { blobId, size }: BuildBlob, to: string, signal: AbortSignal): Promise<void> {
    let damaged = 0;
    const path = this.#path(`/units/${lease}/build`);
    await this.#exchange({ method: 'GET', path, signal, waitMs: Math.ceil(size / minBytesPerMs) }, async (response) => {
      if ((await saveBody(response, to)) === blobId) return;
      damaged += 1;
      const message = 'The service repeatedly sent the build with different content than was uploaded.';
      if (damaged >= maxDamaged) throw new RefusedError(409, 'build.damaged', message, null);
      throw new Error(message);
    });
  }

  /** @returns the offset that the service expects next. */
  async postLog(chunk: { testRunId: TestRunId; log: string; offset: number; text: string }, signal: AbortSignal) {
    const answer = await this.#call({ path: this.#path('/logs'), body: chunk, answer: PostLogChunkAnswer, signal });
    return answer.nextOffset;
  }

  async exit(signal: AbortSignal): Promise<void> {
    await this.#call({ path: this.#path('/exit'), body: {}, answer: Nothing, signal, once: true });
  }

  #path(rest: string): string {
    return `/agents/${this.#agentId}${rest}`;
  }

  async #call<Schema extends TSchema>({ answer, ...call }: Call & { answer: Schema }): Promise<Static<Schema>> {
    return await this.#exchange(call, (response) => this.#read(call.path, answer, response));
  }

  async #exchange<Result>(call: Call, read: (response: Response) => Promise<Result>): Promise<Result> {
    const backOff = new BackOff();
    for (;;) {
      call.signal.throwIfAborted();
      let retryAfter = 0;
      try {
        const response = await this.#send(call);
        if (response.ok) {
          const result = await read(response);
          if (this.#away) this.#logger.info('the service answers again');
          this.#away = false;
          return result;
        }
        retryAfter = await this.#refusal(response);
      } catch (error) {
        call.signal.throwIfAborted();
        if (call.once || error instanceof RefusedError || error instanceof TokenRefusedError) throw error;
        this.#tellAway(error);
      }
      if (call.once) throw new Error(`the service did not accept ${call.path}`);
      await backOff.wait(call.signal, retryAfter);
    }
  }

  async #send(call: Call): Promise<Response> {
    const raw = call.body instanceof Uint8Array;
    const type = { 'content-type': raw ? 'application/octet-stream' : 'application/json' };
    return await fetch(`${this.#url}/api${call.path}`, {
      method: call.method ?? 'POST',
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(call.body === undefined ? {} : type),
      },
      body: call.body === undefined || call.body instanceof Uint8Array ? call.body : JSON.stringify(call.body),
      signal: AbortSignal.any([call.signal, AbortSignal.timeout(answerWithinMs + (call.waitMs ?? 0))]),
    });
  }

  async #read<Schema extends TSchema>(path: string, schema: Schema, response: Response): Promise<Static<Schema>> {
    const text = await response.text();
    const answer: unknown = text === '' ? undefined : JSON.parse(text);
    if (!Value.Check(schema, answer)) throw new Error(`the service answered ${path} in an unknown format`);
    return answer;
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
    if (!this.#away) this.#logger.warn({ err: error }, `the service at ${this.#url} does not answer; trying again`);
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
