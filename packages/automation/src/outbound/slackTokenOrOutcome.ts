import { SlackFailure, slackTokenFor } from '@assay/integrations';
import type { AttemptOutcome } from '@assay/operations';

/** @returns the token of an account's Slack, or the outcome of a message without one */
export async function slackTokenOrOutcome(
  ...[authorization, deps]: Parameters<typeof slackTokenFor>
): Promise<string | AttemptOutcome> {
  try {
    return await slackTokenFor(authorization, deps);
  } catch (error) {
    if (!(error instanceof SlackFailure)) throw error;
    const { message: reason, isPassing, retryAfterMs } = error;
    if (!isPassing) return { kind: 'refused', reason };
    return { kind: 'retry', reason, of: 'destination', ...(retryAfterMs === null ? {} : { retryAfterMs }) };
  }
}
