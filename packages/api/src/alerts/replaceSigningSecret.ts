import { newSigningSecret, ownAlert } from '@assay/application';
import { alertCalls } from '@assay/contract';
import { alertDecider } from '@assay/domain';
import { route } from '../http/route.ts';

/** How long the old secret signs beside the new one. */
const overlapMs = 24 * 3_600_000;

export const replaceSigningSecret = route(
  alertCalls.replaceSigningSecret,
  async ({ api, params: { id }, caller, context, expectedRevision }) => {
    await ownAlert(api, caller.accountId, id);
    const signingSecret = newSigningSecret();
    const oldUntil = new Date(Date.parse(context.occurredAt) + overlapMs).toISOString();
    const command = { type: 'replaceSigningSecret' as const, signingSecret, oldUntil };
    await api.eventLog.handle(alertDecider, id, command, { ...context, expectedRevision });
    return { id, signingSecret };
  },
);
