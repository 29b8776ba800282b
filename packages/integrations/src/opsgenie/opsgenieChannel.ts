import { setTimeout as delay } from 'node:timers/promises';
import type { Channel, DeliveryResult } from '../channel.ts';
import { isAnswer, type OutgoingAnswer, type Poster, resultOf } from '../outgoing/postJson.ts';
import { type JsonReader, UnreadableService } from '../outgoing/readJson.ts';
import type { OpsgeniePayload } from './opsgenieAlert.ts';

export type OpsgenieMessage = {
  /** Of the region, or of Jira Service Management operations. */
  api: string;
  key: string;
  /** A team that responds; empty: that of the integration. */
  team: string;
  payload: OpsgeniePayload;
};

/** Pauses before each look at what became of a request. */
const usualPausesMs = [500, 1_500, 4_000];

/** What OpsGenie says of a request that it has worked on. */
type Processed = { isSuccess: boolean; status: string };

/** @returns the id by which a request is asked after; null: what answered gave none */
function requestIdOf({ text }: OutgoingAnswer): string | null {
  try {
    const { requestId } = Object(JSON.parse(text)) as { requestId?: unknown };
    return typeof requestId === 'string' && requestId !== '' ? requestId : null;
  } catch {
    // Something else than OpsGenie answered, which has nothing more to say.
    return null;
  }
}

function processedOf(answer: unknown): Processed | null {
  const { data } = Object(answer) as { data?: unknown };
  const { isSuccess, success, status } = Object(data) as Record<string, unknown>;
  const succeeded = isSuccess ?? success;
  return typeof succeeded === 'boolean' ? { isSuccess: succeeded, status: String(status ?? '') } : null;
}

/**
 * Opens and closes alerts in OpsGenie, which takes every request at once and works on it later: what became of it is asked
 * for, since a request that was taken may fail then.
 */
export function openOpsgenieChannel(
  poster: Poster,
  reader: JsonReader,
  pausesMs: readonly number[] = usualPausesMs,
): Channel<OpsgenieMessage> {
  /** @returns what became of the request; null while nobody knows */
  async function lookAfter(alerts: string, requestId: string, authorization: string): Promise<Processed | null> {
    for (const pauseMs of pausesMs) {
      await delay(pauseMs);
      try {
        const url = `${alerts}/requests/${encodeURIComponent(requestId)}`;
        const processed = processedOf(await reader.read(url, { authorization }));
        if (processed !== null) return processed;
      } catch (error) {
        // It is not found before it has been worked on.
        if (!(error instanceof UnreadableService)) throw error;
      }
    }
    return null;
  }

  return {
    deliver: async ({ api, key, team, payload: { action, alias, ...rest } }) => {
      const alerts = `${api.replace(/\/+$/, '')}/v2/alerts`;
      const url = action === 'create' ? alerts : `${alerts}/${encodeURIComponent(alias)}/close?identifierType=alias`;
      const responders = team === '' ? {} : { responders: [{ type: 'team', name: team }] };
      const body = action === 'create' ? { alias, ...rest, ...responders } : rest;
      const authorization = `GenieKey ${key}`;
      const outcome = await poster.post({ url, headers: { authorization }, body: JSON.stringify(body) });
      if (!isAnswer(outcome)) return outcome;
      const taken: DeliveryResult = resultOf(outcome);
      const requestId = requestIdOf(outcome);
      if (taken.kind !== 'done' || requestId === null) return taken;
      const processed = await lookAfter(alerts, requestId, authorization);
      if (processed === null) return { kind: 'done', detail: `${outcome.status} taken, and not worked on yet` };
      const { isSuccess, status } = processed;
      if (isSuccess) return { kind: 'done', detail: `${outcome.status} ${status}`.trim() };
      // Somebody may have closed it by hand: there is nothing left to do.
      if (action === 'close') return { kind: 'done', detail: `${outcome.status} nothing to close: ${status}` };
      return { kind: 'refused', reason: `taken at first, and refused then: ${status}` };
    },
    close: () => undefined,
  };
}
