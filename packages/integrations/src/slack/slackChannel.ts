import type { Channel, DeliveryResult } from '../channel.ts';
import { isAnswer, type OutgoingAnswer, type Poster, resultOf } from '../outgoing/postJson.ts';
import { postToSlack, resultOfSlack, slackAnswerOf } from './slackApi.ts';
import type { SlackPayload } from './slackMessage.ts';

export type SlackMessage = {
  /** A bot token (xoxb-…), or the URL of an incoming webhook, which posts to its own channel. */
  token: string;
  channel: string;
  payload: SlackPayload;
  /** The receipt of the message that this one takes the place of; null: there is none. */
  before: string | null;
};

/** Where a message is, as chat.update asks for it. */
type Place = { channel: string; ts: string };

function receiptOf({ channel, ts }: Place): string {
  return `${channel} ${ts}`;
}

function placeOf(receipt: string): Place {
  const [channel = '', ts = ''] = receipt.split(' ');
  return { channel, ts };
}

/**
 * Posts to Slack: by the bot of the account's own app, with the details in the thread of the message, or by an incoming
 * webhook, which has no threads. A message that takes the place of another changes that one, and adds its details to the
 * thread; where it is not there any more, it is posted.
 * @param api the address of Slack's API
 */
export function openSlackChannel(poster: Poster, api: string): Channel<SlackMessage> {
  function call(method: string, token: string, body: object): Promise<OutgoingAnswer | DeliveryResult> {
    return postToSlack(poster, { api, method, authorization: `Bearer ${token}` }, body);
  }

  /** The message itself has arrived: it is not sent again for the sake of its details. */
  async function reply(token: string, { channel, ts }: Place, thread: string | null): Promise<void> {
    // Names of tests are no markup.
    if (thread !== null) await call('chat.postMessage', token, { channel, thread_ts: ts, text: thread, mrkdwn: false });
  }

  /** @returns null: the message that was there cannot be changed any more */
  async function change(
    { token, payload: { text, blocks, thread } }: SlackMessage,
    receipt: string,
  ): Promise<DeliveryResult | null> {
    const place = placeOf(receipt);
    const changed = await call('chat.update', token, { ...place, text, blocks });
    if (!isAnswer(changed)) return changed;
    const result = resultOfSlack(changed);
    if (result.kind === 'refused') return null;
    if (result.kind !== 'done') return result;
    await reply(token, place, thread);
    return { kind: 'done', detail: `${changed.status} took the place of the message before`, receipt };
  }

  return {
    deliver: async (message) => {
      const { token, channel, before, payload } = message;
      const { text, blocks, thread } = payload;
      if (/^https?:/i.test(token)) {
        const outcome = await poster.post({ url: token, body: JSON.stringify({ text, blocks }) });
        return isAnswer(outcome) ? resultOf(outcome) : outcome;
      }
      const changed = before === null ? null : await change(message, before);
      if (changed !== null) return changed;
      const options = { channel, text, blocks, unfurl_links: false, unfurl_media: false };
      const posted = await call('chat.postMessage', token, options);
      if (!isAnswer(posted)) return posted;
      const result = resultOfSlack(posted);
      if (result.kind !== 'done') return result;
      const { ts, channel: postedTo } = slackAnswerOf(posted) ?? { ok: true };
      if (typeof ts !== 'string') return result;
      const place = { channel: typeof postedTo === 'string' ? postedTo : channel, ts };
      await reply(token, place, thread);
      return { ...result, receipt: receiptOf(place) };
    },
    close: () => undefined,
  };
}
