import type { DeliveryResult } from '../channel.ts';
import { isAnswer, type OutgoingAnswer, type Poster, resultOf } from '../outgoing/postJson.ts';
import { UnreadableService } from '../outgoing/readJson.ts';

/** Slack repeats what it was sent, with each sign outside ASCII as six of them; 50 blocks of 3,000 signs at most. */
const maxAnswerBytes = 2 * 1024 * 1024;

export type SlackAnswer = { ok: boolean; error?: unknown } & Readonly<Record<string, unknown>>;

/** Errors after which the same call may be taken later. */
const passing = new Set([
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
]);

/** Slack does not do what it was asked to; the message says why, for people. */
export class SlackFailure extends UnreadableService {
  /** It may, later. */
  readonly isPassing: boolean;
  readonly retryAfterMs: number | null;
  /** As Slack calls it; null: it said nothing. */
  readonly code: string | null;

  constructor(
    message: string,
    isPassing: boolean,
    { retryAfterMs = null, code = null }: { retryAfterMs?: number | null; code?: string | null } = {},
  ) {
    super(message);
    this.name = 'SlackFailure';
    this.isPassing = isPassing;
    this.retryAfterMs = retryAfterMs;
    this.code = code;
  }
}

/** @returns what Slack's API says; null: whatever answered is something else */
export function slackAnswerOf({ text }: OutgoingAnswer): SlackAnswer | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && 'ok' in parsed ? (parsed as SlackAnswer) : null;
  } catch {
    // Whatever answered, it is not Slack's API.
    return null;
  }
}

/** What Slack's answer means for what it was sent: it answers 200 to what it refuses as well, and says so in the body. */
export function resultOfSlack(outcome: OutgoingAnswer): DeliveryResult {
  const result = resultOf(outcome);
  if (result.kind !== 'done') return result;
  const answer = slackAnswerOf(outcome);
  if (answer === null) return { kind: 'refused', reason: 'what answered is not the API of Slack' };
  if (answer.ok) return { kind: 'done', detail: `${outcome.status} posted` };
  const reason = typeof answer.error === 'string' ? answer.error : 'no reason given';
  return passing.has(reason) ? { kind: 'retry', reason, of: 'destination' } : { kind: 'refused', reason };
}

type SlackCall = {
  /** Such as `https://slack.com/api`. */
  api: string;
  method: string;
  /** Of the header: `Bearer …` by a token, `Basic …` by the app. */
  authorization: string;
};

/** Calls a method of the API with JSON. @returns the whole answer, or the result of an attempt without one */
export function postToSlack(
  poster: Poster,
  { api, method, authorization }: SlackCall,
  body: object,
): Promise<OutgoingAnswer | DeliveryResult> {
  const headers = { authorization, 'content-type': 'application/json; charset=utf-8' };
  return poster.post({ url: `${api}/${method}`, headers, body: JSON.stringify(body), maxAnswerBytes });
}

const reasons: Readonly<Record<string, string>> = {
  invalid_code: 'The code of the sign-in is not valid: it was used before, or is older than 10 minutes. Connect again.',
  code_already_used: 'The code of the sign-in was used before. Connect again.',
  invalid_client_id: 'Slack does not know the app: the client id that is set here is wrong.',
  bad_client_secret: 'Slack does not know the app: the client secret that is set here is wrong.',
  bad_redirect_uri: 'The app at Slack does not have the redirect URL of this installation.',
  invalid_auth: 'Slack does not take the token. Connect it again.',
  not_authed: 'Slack does not take the token. Connect it again.',
  token_revoked: 'The token was revoked at Slack. Connect it again.',
  token_expired: 'The token has expired. Connect it again.',
  invalid_refresh_token: 'The token cannot be renewed any more. Connect it again.',
  account_inactive: 'The app was removed from the workspace, or the workspace was deleted. Connect it again.',
  missing_scope: 'The app lacks a scope. Change it by the manifest, install it again, and connect it again.',
};

/**
 * Asks a method of the API something, with a form as all of them take it.
 * @throws SlackFailure
 */
export async function askSlack(
  poster: Poster,
  { api, method, authorization }: SlackCall,
  fields: Readonly<Record<string, string>>,
): Promise<SlackAnswer> {
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(fields).toString();
  const answer = await poster.post({ url: `${api}/${method}`, headers, body, maxAnswerBytes });
  if (!isAnswer(answer)) {
    const reason = answer.kind === 'done' ? '' : `: ${answer.reason}`;
    throw new SlackFailure(`Slack cannot be reached${reason}. Try again later.`, true);
  }
  const result = resultOfSlack(answer);
  const said = slackAnswerOf(answer);
  if (result.kind === 'done' && said !== null) return said;
  if (result.kind === 'retry') {
    const { retryAfterMs = null } = result;
    if (answer.status !== 429) throw new SlackFailure('Slack is in trouble. Try again later.', true);
    const wait = retryAfterMs === null ? 'later' : `in ${Math.ceil(retryAfterMs / 1000)} s`;
    throw new SlackFailure(`Slack was asked too often. Try again ${wait}.`, true, { retryAfterMs });
  }
  const reason = result.kind === 'refused' ? result.reason : '';
  throw new SlackFailure(reasons[reason] ?? `Slack says no: ${reason}.`, false, { code: reason });
}
