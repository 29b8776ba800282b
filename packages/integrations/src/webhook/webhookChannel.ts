import type { AlertNews } from '../alertNews.ts';
import type { Channel } from '../channel.ts';
import { isAnswer, type Poster, resultOf } from '../outgoing/postJson.ts';
import { signatureHeaders } from './signature.ts';

export type WebhookMessage = { url: string; secrets: readonly string[]; payload: WebhookPayload };

export type WebhookPayload = { type: string; timestamp: string; data: Record<string, unknown> };

const types: Record<AlertNews['kind'], string> = {
  failed: 'testRun.failed',
  failing: 'testRun.failing',
  fixed: 'testRun.fixed',
  passed: 'testRun.passed',
  completed: 'testRun.completed',
  flaky: 'testRun.flaky',
  matched: 'testRun.matched',
  analyzed: 'testRun.analyzed',
  outage: 'environment.outage',
  recovered: 'environment.recovered',
  test: 'alert.test',
};

/** @returns what a webhook is sent, as Standard Webhooks has it; it stays far below 20 KB. */
export function webhookPayloadOf({ kind, at, title, data }: AlertNews): WebhookPayload {
  return { type: types[kind], timestamp: at, data: { summary: title, ...data } };
}

/** Posts JSON to an address of somebody's own, signed so that they can see where it comes from. */
export function openWebhookChannel(poster: Poster, now: () => Date = () => new Date()): Channel<WebhookMessage> {
  return {
    deliver: async ({ url, secrets, payload }, dedupeKey) => {
      const body = JSON.stringify(payload);
      // The id is the same for each attempt, the time is not.
      const headers = signatureHeaders(secrets, { id: `msg_${dedupeKey}`, timestamp: now(), body });
      const outcome = await poster.post({ url, headers, body });
      return isAnswer(outcome) ? resultOf(outcome) : outcome;
    },
    close: () => undefined,
  };
}
