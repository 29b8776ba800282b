import { isAnswer, type OutgoingAnswer, type Poster } from '../outgoing/postJson.ts';
import { type FieldProblem, TrackerFailure } from './issueTracker.ts';

/** Metadata of a project with thousands of options is the longest answer. */
const maxAnswerBytes = 8 * 1024 * 1024;

export type TrackerRequest = { url: string; method?: 'GET' | 'POST'; headers: Record<string, string>; body?: object };

/** What a tracker answers to what it refuses: texts of its own, for the whole request and for single fields. */
export type Refusal = { message: string; fields: readonly FieldProblem[] };

/** How to name a tracker, and understand what it refuses with. */
export type Dialect = { name: string; refusalOf: (answer: unknown) => Refusal };

export function parsedAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function doubtful(what: string): TrackerFailure {
  return new TrackerFailure('doubtful', `${what} Try again: an issue that was created is found and used.`);
}

function tooOften(name: string, retryAfterMs: number | null): TrackerFailure {
  const wait = retryAfterMs === null ? 'later' : `in ${Math.ceil(retryAfterMs / 1000)} s`;
  return new TrackerFailure('away', `${name} limits the rate of requests. Try again ${wait}.`, { retryAfterMs });
}

function failureOf(
  { name, refusalOf }: Dialect,
  { status, retryAfterMs, text }: OutgoingAnswer,
  method: 'GET' | 'POST',
): TrackerFailure {
  const { message, fields } = refusalOf(parsedAnswer(text));
  const says = message === '' ? '' : ` ${name} says: ${message.replace(/\.$/, '')}.`;
  // GitHub answers 403 to clients that ask too often.
  if (status === 429 || (status === 403 && retryAfterMs !== null)) return tooOften(name, retryAfterMs);
  // A gateway that gives up does not know what became of the request.
  if (method === 'POST' && (status === 500 || status === 502 || status === 504))
    return doubtful(`${name} answers ${status}.`);
  if (status === 408 || status >= 500) {
    return new TrackerFailure('away', `${name} answers ${status}. Try again later.`, { retryAfterMs });
  }
  if (status === 401) {
    return new TrackerFailure(
      'unusable',
      `${name} does not accept the connection: it has expired or was revoked. Connect it again.`,
    );
  }
  if (status === 403) return new TrackerFailure('unusable', `The connection to ${name} may not do this.${says}`);
  if (status === 400 || status === 404 || status === 409 || status === 410 || status === 422) {
    const what = message === '' ? `${name} answers ${status}.` : message;
    return new TrackerFailure('refused', what, { fields });
  }
  return new TrackerFailure('unusable', `${name} answers ${status}, which its API does not.`, { isOfAddress: true });
}

/**
 * @returns the answer of a tracker, as parsed
 * @throws TrackerFailure
 */
export async function askTracker(poster: Poster, dialect: Dialect, request: TrackerRequest): Promise<unknown> {
  const { url, method = 'GET', headers, body } = request;
  const { name } = dialect;
  const outcome = await poster.post({
    url,
    method,
    headers: { accept: 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    maxAnswerBytes,
  });
  if (!isAnswer(outcome)) {
    if (outcome.kind === 'refused') throw new TrackerFailure('unusable', `${outcome.reason}.`, { isOfAddress: true });
    const isDoubtful = outcome.kind === 'retry' && outcome.isDoubtful === true;
    if (isDoubtful) throw doubtful(`${name} did not answer in time.`);
    throw new TrackerFailure('away', `${name} cannot be reached${poster.noteFor(url)}. Try again later.`);
  }
  if (outcome.status < 200 || outcome.status >= 300) throw failureOf(dialect, outcome, method);
  if (outcome.text.trim() === '') return null;
  const answer = parsedAnswer(outcome.text);
  if (answer === null)
    throw new TrackerFailure('unusable', `What answers at this address is not the API of ${name}.`, {
      isOfAddress: true,
    });
  return answer;
}
