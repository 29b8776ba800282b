import { type authorizationCalls, may } from '@assay/contract';
import type { GitServiceAttempt, JiraAttempt, SlackAttempt } from '@assay/operations';
import { takeAttempt } from '../authProviders/authReturn.ts';
import { ApiError } from '../http/apiErrors.ts';
import type { Received } from '../http/route.ts';

type Attempts = { gitService: GitServiceAttempt; slack: SlackAttempt; jira: JiraAttempt };
type Returned = Pick<Received<typeof authorizationCalls.finishGitSignIn>, 'api' | 'caller' | 'request'>;

/**
 * @param prefix what begins the states of such attempts
 * @returns the attempt that a browser came back from, which is gone then
 * @throws ApiError `authReturn.invalid` for an attempt of another browser or person, used before, or begun too long ago;
 * `auth.forbidden` for somebody who may not connect services of the account any more
 */
export async function takeServiceAttempt<Kind extends keyof Attempts>(
  { api, caller, request }: Returned,
  kind: Kind,
  state: string,
  prefix: string,
): Promise<Attempts[Kind]> {
  if (!state.startsWith(prefix)) throw new ApiError('authReturn.invalid');
  const attempt = (await takeAttempt(api, request, state.slice(prefix.length), kind)) as Attempts[Kind];
  if (attempt.userId !== caller.userId) throw new ApiError('authReturn.invalid');
  const { accountId } = attempt;
  const roles = (await api.readModels.user(caller.userId))?.roles ?? [];
  const grants = roles.map((role) => ({ role: role.roleType, accountId: role.accountId }));
  if (!may(grants, 'authorization.write', { accountId })) throw new ApiError('auth.forbidden');
  return attempt;
}
