import type { Channel } from '../channel.ts';
import { isAnswer, type Poster, resultOf } from '../outgoing/postJson.ts';
import type { OpsgeniePayload } from './opsgenieAlert.ts';

export type OpsgenieMessage = {
  /** Of the region, or of Jira Service Management operations. */
  api: string;
  key: string;
  /** A team that responds; empty: that of the integration. */
  team: string;
  payload: OpsgeniePayload;
};

/** Opens and closes alerts in OpsGenie, which takes them at once and works on them later. */
export function openOpsgenieChannel(poster: Poster): Channel<OpsgenieMessage> {
  return {
    deliver: async ({ api, key, team, payload: { action, alias, ...rest } }) => {
      const alerts = `${api.replace(/\/+$/, '')}/v2/alerts`;
      const url = action === 'create' ? alerts : `${alerts}/${encodeURIComponent(alias)}/close?identifierType=alias`;
      const responders = team === '' ? {} : { responders: [{ type: 'team', name: team }] };
      const body = action === 'create' ? { alias, ...rest, ...responders } : rest;
      const outcome = await poster.post({
        url,
        headers: { authorization: `GenieKey ${key}` },
        body: JSON.stringify(body),
      });
      return isAnswer(outcome) ? resultOf(outcome) : outcome;
    },
    close: () => undefined,
  };
}
