import type { Channel, DeliveryResult } from '../channel.ts';
import { isAnswer, type OutgoingAnswer, type Poster, resultOf } from '../outgoing/postJson.ts';
import type { SlackPayload } from './slackMessage.ts';

export type SlackMessage = {
  /** A bot token (xoxb-…), or the URL of an incoming webhook, which posts to its own channel. */
  token: string;
  channel: string;
  payload: SlackPayload;
};

const slackApi = 'https://slack.com/api';

type SlackAnswer = { ok: boolean; error?: string; ts?: string; channel?: string };

/** Errors after which the same message may be taken later. */
const passing = new Set([
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
]);

function answerOf({ text }: OutgoingAnswer): SlackAnswer | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && 'ok' in parsed ? (parsed as SlackAnswer) : null;
  } catch {
    // Whatever answered, it is not Slack's API.
    return null;
  }
}

/** Slack answers 200 to what it refuses, and says so in the body. */
function resultOfSlack(outcome: OutgoingAnswer): DeliveryResult {
  const result = resultOf(outcome);
  if (result.kind !== 'done') return result;
  const answer = answerOf(outcome);
  if (answer === null) return { kind: 'refused', reason: 'what answered is not the API of Slack' };
  if (answer.ok) return { kind: 'done', detail: `${outcome.status} posted` };
  const reason = answer.error ?? 'no reason given';
  return passing.has(reason) ? { kind: 'retry', reason, of: 'destination' } : { kind: 'refused', reason };
}

/**
 * Posts to Slack: by the bot of the account's own app, with the details in the thread of the message, or by an incoming
 * webhook, which has no threads.
 * @param api in place of Slack's own address
 */
export function openSlackChannel(poster: Poster, api = slackApi): Channel<SlackMessage> {
  async function call(method: string, token: string, body: object): Promise<OutgoingAnswer | DeliveryResult> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' };
    return poster.post({ url: `${api}/${method}`, headers, body: JSON.stringify(body) });
  }

  return {
    deliver: async ({ token, channel, payload: { text, blocks, thread } }) => {
      if (/^https?:/i.test(token)) {
        const outcome = await poster.post({ url: token, body: JSON.stringify({ text, blocks }) });
        return isAnswer(outcome) ? resultOf(outcome) : outcome;
      }
      const options = { channel, text, blocks, unfurl_links: false, unfurl_media: false };
      const posted = await call('chat.postMessage', token, options);
      if (!isAnswer(posted)) return posted;
      const result = resultOfSlack(posted);
      const answer = answerOf(posted);
      if (result.kind === 'done' && thread !== null && answer?.ts) {
        // The message has arrived; without its details it is still the message, so it is not sent again for them.
        // Names of tests are no markup.
        const reply = { channel: answer.channel ?? channel, thread_ts: answer.ts, text: thread, mrkdwn: false };
        await call('chat.postMessage', token, reply);
      }
      return result;
    },
    close: () => undefined,
  };
}
