import { authorizationIdOf, type SlackHealthView, slackCalls } from '@assay/contract';
import { authorizationDecider, DomainError } from '@assay/domain';
import { SlackFailure, slackBotOf, slackTokenFor } from '@assay/integrations';
import { route } from '../http/route.ts';

/** Whoever keeps the screen open asks Slack no more often. */
const keptMs = 60_000;

export const getSlackHealth = route(slackCalls.getSlackHealth, async ({ api, caller: { accountId } }) => {
  const { poster, config, operations, eventLog } = api;
  const authorizationId = authorizationIdOf(accountId, 'Slack');
  const { state, revision } = await eventLog.load(authorizationDecider, authorizationId);
  if (state.status === 'none') throw new DomainError('authorization.notFound');
  const deps = { poster, settings: config.slack, grants: operations.serviceGrants };
  return api.slackHealth.get(`${accountId} ${revision}`, keptMs, async (): Promise<SlackHealthView> => {
    try {
      const token = await slackTokenFor(state, deps);
      if (/^https?:/i.test(token)) {
        return { status: 'unknown', detail: 'An incoming webhook posts to its own channel.' };
      }
      return { status: 'well', detail: `Slack knows the token as ${await slackBotOf(poster, config.slack, token)}.` };
    } catch (error) {
      if (!(error instanceof SlackFailure)) throw error;
      return { status: 'failing', detail: error.message };
    }
  });
});
