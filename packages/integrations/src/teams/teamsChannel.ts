import type { Channel } from '../channel.ts';
import { isAnswer, type Poster, resultOf } from '../outgoing/postJson.ts';
import type { TeamsPayload } from './teamsCard.ts';

export type TeamsMessage = {
  /** Of a workflow; its query has a signature, so it is a secret. */
  url: string;
  payload: TeamsPayload;
};

/** Posts a card to a channel's workflow. That the workflow took it does not prove that it was shown. */
export function openTeamsChannel(poster: Poster): Channel<TeamsMessage> {
  return {
    deliver: async ({ url, payload }) => {
      const outcome = await poster.post({ url, body: JSON.stringify(payload) });
      return isAnswer(outcome) ? resultOf(outcome) : outcome;
    },
    close: () => undefined,
  };
}
