import { backOffMs, retry } from '@assay/concurrency';
import {
  areOtherReleases,
  type Call,
  type CallAnswer,
  type CallInput,
  cliUserAgent,
  type ErrorBody,
  type HttpMethod,
  requestOf,
  version,
  versionHeader,
} from '@assay/contract';
import { type Fetch, type FormData, Headers, openFetch, type Proxies, proxiesOf, type Response } from '@assay/proxies';
import { CommandFailure, exitCodes, usageFailure } from './exitCodes.ts';
import { printable } from './printable.ts';

type CallOptions = {
  /** The answer must show at least what the command with this position changed. */
  minPosition?: string;
  /** Makes a POST safe to retry. */
  idempotencyKey?: string;
};

/** Called for each try: a form can be sent only once. */
type MakeForm = () => Promise<FormData>;

export type ServiceClient = {
  url: string;
  call<C extends Call>(call: C, input: CallInput<C>, options?: CallOptions): Promise<CallAnswer<C>>;
  /** A call whose body is a form with files. */
  upload<C extends Call>(
    call: C,
    input: Omit<CallInput<C>, 'body'>,
    form: MakeForm,
    options?: CallOptions,
  ): Promise<CallAnswer<C>>;
};

type Request = CallOptions & { method: HttpMethod; path: string; body?: unknown; form?: MakeForm };

/** About half a minute altogether: a proxy that restarts is back by then. */
const maxTries = 7;
const retryMs = { first: 1_000, max: 15_000 };
const worthAnotherTry = new Set([408, 429, 502, 503, 504]);
const answerMs = 180_000;

/** Reads the service's URL and API key. @throws CommandFailure when either is missing or invalid. */
export function openServiceClient(urlOption: string | undefined, environment: NodeJS.ProcessEnv): ServiceClient {
  const url = (urlOption ?? environment.ASSAY_URL ?? '').trim().replace(/\/+$/, '');
  const key = (environment.ASSAY_API_KEY ?? '').trim();
  if (url === '') throw usageFailure('ASSAY_URL must say where Assay is, as https://assay.example.com.');
  if (!/^https?:\/\/[^/]/.test(url))
    throw usageFailure(`'${url}' is not a URL: it must begin with https:// or http://.`);
  if (key === '') throw usageFailure('ASSAY_API_KEY must hold the API key of the account.');
  const proxies = readProxies(environment);
  const to: Service = { url, key, proxies, fetch: openFetch(proxies), warnOfVersion: versionWarning(url) };
  return {
    url,
    call: (call, input, options) => sendWithRetries(to, { ...requestOf(call, input), ...options }),
    upload<C extends Call>(call: C, input: Omit<CallInput<C>, 'body'>, form: MakeForm, options?: CallOptions) {
      const { method, path } = requestOf(call, input as CallInput<C>);
      return sendWithRetries<CallAnswer<C>>(to, { method, path, form, ...options });
    },
  };
}

type Service = {
  url: string;
  key: string;
  proxies: Proxies;
  fetch: Fetch;
  warnOfVersion: (response: Response) => void;
};

function readProxies(environment: NodeJS.ProcessEnv): Proxies {
  try {
    return proxiesOf(environment);
  } catch (error) {
    throw error instanceof RangeError ? usageFailure(error.message) : error;
  }
}

/** @returns what warns once where the service is of another release than this command line */
function versionWarning(url: string): (response: Response) => void {
  let isTold = false;
  return ({ headers }) => {
    const served = headers.get(versionHeader);
    if (isTold || served === null || !areOtherReleases(served, version)) return;
    isTold = true;
    const message = `warning: this is assay ${version}, and the service is ${served}. Download ${url}/assay.mjs again.`;
    process.stderr.write(`${printable(message)}\n`);
  };
}

/** The service may answer another try. */
class PassingFailure extends CommandFailure {
  /** The delay that the service asks for; null: it does not. */
  readonly retryAfterMs: number | null;

  constructor({ exitCode, message, code }: CommandFailure, retryAfterMs: number | null) {
    super(exitCode, message, code);
    this.retryAfterMs = retryAfterMs;
  }
}

async function sendWithRetries<Answer>(to: Service, request: Request): Promise<Answer> {
  const answer = await retry(() => send(to, request), {
    shouldRetry: (error, tries) => error instanceof PassingFailure && tries < maxTries,
    delayMs: (tries, error) => (error as PassingFailure).retryAfterMs ?? backOffMs(tries, retryMs),
    onRetry: (error, _, delayMs) => {
      const again = `Trying again in ${Math.ceil(delayMs / 1000)} s.`;
      process.stderr.write(`${printable(`${(error as PassingFailure).message} ${again}`)}\n`);
    },
  });
  return answer as Answer;
}

async function send({ url, key, proxies, fetch, warnOfVersion }: Service, request: Request): Promise<unknown> {
  const { method, path, body: json, form, minPosition, idempotencyKey } = request;
  const headers = new Headers({
    accept: 'application/json',
    authorization: `Bearer ${key}`,
    'user-agent': `${cliUserAgent}/${version}`,
  });
  if (json !== undefined) headers.set('content-type', 'application/json');
  if (minPosition !== undefined) headers.set('min-position', minPosition);
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  let response: Response;
  let text: string;
  try {
    const body = form ? await form() : json === undefined ? undefined : JSON.stringify(json);
    const signal = AbortSignal.timeout(answerMs);
    response = await fetch(`${url}/api${path}`, { method, headers, body, signal });
    text = await response.text();
    warnOfVersion(response);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    const why = `${url} cannot be reached (${causeOf(error)})${proxies.noteFor(url)}.`;
    throw new PassingFailure(new CommandFailure(exitCodes.unreachable, why), null);
  }
  const body = parsed(text);
  if (response.ok && body !== undefined) return body;
  if (response.ok) {
    const message = `${url} does not answer as Assay does. Check ASSAY_URL.`;
    throw new CommandFailure(exitCodes.unreachable, message);
  }
  const failure = refusal(response.status, body, url);
  const running = isErrorBody(body) && body.code === 'idempotency.running';
  if (!worthAnotherTry.has(response.status) && !running) throw failure;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  throw new PassingFailure(failure, Number.isFinite(retryAfter) ? Math.min(retryAfter, 60) * 1000 : null);
}

function refusal(status: number, body: unknown, url: string): CommandFailure {
  const code = status >= 500 ? exitCodes.unreachable : exitCodes.refused;
  if (!isErrorBody(body)) return new CommandFailure(code, `${url} answered with status ${status}.`);
  if (status === 401) return new CommandFailure(code, 'The API key is not known (any more). Check ASSAY_API_KEY.');
  const fields = (body.errors ?? []).map(({ field, message }) => `\n  ${field}: ${message}`);
  const files = (body.files ?? []).map(placeOf).map((place) => `\n  ${place}`);
  return new CommandFailure(code, `${body.message}${fields.join('')}${files.join('')}`, body.code);
}

type Place = NonNullable<ErrorBody['files']>[number];

/** @returns `file:line:column: what is wrong`, as editors and CI services link it. */
export function placeOf({ file, line, column, message }: Place): string {
  return line === null ? `${file}: ${message}` : `${file}:${line}:${column}: ${message}`;
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && 'code' in cause && cause.message === '') return String(cause.code);
  return cause instanceof Error ? cause.message : String(cause);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}
