import { type AccountId, authorizationIdOf, type IssueTracker, issueTrackerNames } from '@assay/contract';
import { authorizationDecider } from '@assay/domain';
import { openTracker, type Tracker, TrackerFailure } from '@assay/integrations';
import type { Api } from '../api.ts';
import { ApiError, type ErrorCode } from '../http/apiErrors.ts';

const codes: Readonly<Record<TrackerFailure['kind'], ErrorCode>> = {
  unusable: 'issueTracker.unusable',
  refused: 'issueTracker.refused',
  away: 'issueTracker.away',
  doubtful: 'issueTracker.doubtful',
};

/** @returns how a failure of a tracker is answered; a 401 of the tracker must not sign the caller out */
export function trackerError(cause: TrackerFailure): ApiError {
  const { kind, message, retryAfterMs, fields } = cause;
  const retryAfterSeconds = retryAfterMs === null ? undefined : Math.max(1, Math.ceil(retryAfterMs / 1000));
  return new ApiError(codes[kind], {
    message,
    cause,
    ...(fields.length > 0 ? { errors: fields } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

/** @throws ApiError for what the tracker refuses or does not answer */
export async function askingTracker<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof TrackerFailure) throw trackerError(error);
    throw error;
  }
}

export function notConnected(provider: IssueTracker): ApiError {
  const name = issueTrackerNames[provider];
  const message = `${name} is not connected. An administrator can connect it in the settings, under Integrations.`;
  return new ApiError('issueTracker.notConnected', { message });
}

/** @returns the tracker that the account has connected. @throws ApiError `issueTracker.notConnected` */
export async function trackerOf(api: Api, accountId: AccountId, provider: IssueTracker): Promise<Tracker> {
  const { state } = await api.eventLog.load(authorizationDecider, authorizationIdOf(accountId, provider));
  if (state.status === 'none') throw notConnected(provider);
  const { poster, services: reader, gitTokens, operations, config } = api;
  const deps = { poster, reader, gitTokens, grants: operations.serviceGrants, jira: config.jira };
  return askingTracker(() => openTracker(state, deps));
}
