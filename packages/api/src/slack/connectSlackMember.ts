import { InvalidFields } from '@assay/application';
import { authorizationIdOf, slackCalls } from '@assay/contract';
import { authorizationDecider, DomainError, userRolesDecider } from '@assay/domain';
import { SlackFailure, slackEmailOf, slackTokenFor } from '@assay/integrations';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

const elsewhere = 'At Slack this member does not have the e-mail address by which you sign in here.';

/** Slack says whose address the member has: a link with somebody else's id leads nobody's notices to them. */
export const connectSlackMember = route(
  slackCalls.connectSlackMember,
  async ({ api, body: { slackMemberId }, caller: { accountId, userId }, context }) => {
    const { eventLog, readModels } = api;
    const { state } = await eventLog.load(authorizationDecider, authorizationIdOf(accountId, 'Slack'));
    if (state.status === 'none') throw new DomainError('authorization.notFound');
    const email = await memberEmailOf(state, slackMemberId, api);
    const own = (await readModels.user(userId))?.email ?? '';
    if (email === null || email.toLowerCase() !== own.toLowerCase()) {
      throw new InvalidFields({ field: 'slackMemberId', message: elsewhere });
    }
    const command = { type: 'connectSlackMember' as const, accountId, userId, slackMemberId };
    return commandAnswer(eventLog, await eventLog.handle(userRolesDecider, accountId, command, context));
  },
);

/** @throws ApiError when Slack does not tell */
async function memberEmailOf(
  authorization: Parameters<typeof slackTokenFor>[0],
  slackMemberId: string,
  { poster, config, operations }: Api,
): Promise<string | null> {
  try {
    const deps = { poster, settings: config.slack, grants: operations.serviceGrants };
    return await slackEmailOf(poster, config.slack, await slackTokenFor(authorization, deps), slackMemberId);
  } catch (error) {
    if (!(error instanceof SlackFailure)) throw error;
    const { message } = error;
    if (error.isPassing) throw new ApiError('authProvider.away', { message, cause: error });
    throw new ApiError('authorization.unusable', { message, cause: error });
  }
}
