import type { Channel, DeliveryResult } from '../channel.ts';
import { isAnswer, type OutgoingAnswer, type Poster, resultOf } from '../outgoing/postJson.ts';
import type { TeamsPayload } from './teamsCard.ts';

export type TeamsMessage = {
  /** Of a workflow; its query has a signature, so it is a secret. */
  url: string;
  payload: TeamsPayload;
};

/** `Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId …` */
const innerStatus = /\bHTTP (?:error|status)(?: code)? (\d{3})\b/i;

/**
 * Teams answers 200 to what it then could not deliver, and says so in the body: a text with the status of its endpoint,
 * or JSON with an error. What it has taken is answered with `1`, or without a body.
 */
function teamsResultOf(answer: OutgoingAnswer): DeliveryResult {
  const { status, text } = answer;
  if (status < 200 || status >= 300 || !saysFailure(text)) return resultOf(answer);
  const inner = Number(innerStatus.exec(text)?.[1] ?? 400);
  // Without the status of a failure, the card itself was refused.
  return resultOf({ ...answer, status: Math.max(inner, 400) });
}

function saysFailure(text: string): boolean {
  try {
    const { error } = Object(JSON.parse(text)) as { error?: unknown };
    return error !== undefined && error !== null && error !== false;
  } catch {
    return innerStatus.test(text) || /\b(?:failed|failure|error|bad request)\b/i.test(text);
  }
}

/** Posts a card to a channel's workflow. That the workflow took it does not prove that it was shown. */
export function openTeamsChannel(poster: Poster): Channel<TeamsMessage> {
  return {
    deliver: async ({ url, payload }) => {
      const outcome = await poster.post({ url, body: JSON.stringify(payload) });
      return isAnswer(outcome) ? teamsResultOf(outcome) : outcome;
    },
    close: () => undefined,
  };
}
