import { type ApiKeyId, authorizationIdOf, type DeployKeyId, type InvitationId, type UserId } from '@assay/contract';
import {
  apiKeyDecider,
  authorizationDecider,
  deployKeyDecider,
  invitationDecider,
  type TeamCommand,
  teamDecider,
} from '@assay/domain';
import type { EventLog } from '@assay/event-log';
import { ada, bob, checkoutTeam } from './recordedIds.ts';
import { acme, signedBy } from './storesUnderTest.ts';

/** Slack, by a bot token, under another name now; GitHub by an installation of the app, with comments and a webhook. */
export async function recordAuthorization(log: EventLog) {
  const authorizationId = authorizationIdOf(acme, 'Slack');
  const facts = { authorizationId, provider: 'Slack', identifier: 'Northwind', token: 'xoxb-secret' };
  await log.handle(authorizationDecider, authorizationId, { type: 'grantAuthorization', ...facts }, signedBy(ada));
  const rename = { type: 'changeIdentifier' as const, identifier: 'Southwind' };
  await log.handle(authorizationDecider, authorizationId, rename, signedBy(ada));
  const gitHub = authorizationIdOf(acme, 'GitHub');
  const service = { authorizationId: gitHub, provider: 'GitHub', identifier: 'https://github.com' };
  for (const command of [
    { type: 'signInAuthorization', ...service },
    { type: 'makeWebhookSecret', secret: 'hook-secret' },
    { type: 'switchComments', on: true },
    { type: 'installAuthorization', ...service, installationId: '42' },
  ] as const) {
    await log.handle(authorizationDecider, gitHub, command, signedBy(ada));
  }
}

/** A deploy key in the place of a deleted one. */
export async function recordDeployKey(log: EventLog) {
  const deployKeyId = `${acme}.shop` as DeployKeyId;
  const gitUrl = 'git@git.example.org:acme/shop.git';
  const made = { type: 'makeDeployKey' as const, deployKeyId, gitUrl, publicKey: 'ssh-ed25519 AAAA' };
  for (const command of [
    { ...made, privateKey: 'first-private-key' },
    { type: 'deleteDeployKey' as const },
    { ...made, privateKey: 'second-private-key' },
  ]) {
    await log.handle(deployKeyDecider, deployKeyId, command, signedBy(ada));
  }
}

/** A team with a new name and channel, and a removed member. */
export async function recordTeams(log: EventLog) {
  const handle = (command: TeamCommand) => log.handle(teamDecider, checkoutTeam, command, signedBy(ada));
  const facts = { teamId: checkoutTeam, name: 'Checkout', description: null, email: null, slackChannel: null };
  await handle({ type: 'createTeam', ...facts });
  await handle({ type: 'addTeamMember', userId: ada });
  await handle({ type: 'addTeamMember', userId: bob });
  await handle({ type: 'removeTeamMember', userId: bob });
  await handle({ type: 'changeTeam', ...facts, name: 'Cart', slackChannel: '#cart' });
}

/** An invitation that was sent again, and one that was withdrawn. */
export async function recordInvitations(log: EventLog) {
  const send = async (id: string, email: string) => {
    const invitationId = id as InvitationId;
    const person = { userId: `${id}-person` as UserId, email, firstName: 'Grace', lastName: 'Hopper' };
    const facts = { invitationId, accountId: acme, roleType: 'USER' as const, validUntil: '2026-03-08T12:00:00.000Z' };
    await log.handle(invitationDecider, id, { type: 'sendInvitation', ...facts, ...person }, signedBy(ada));
  };
  await send('invitation-id', 'grace@example.org');
  const again = { type: 'resendInvitation' as const, validUntil: '2026-03-15T12:00:00.000Z' };
  await log.handle(invitationDecider, 'invitation-id', again, signedBy(ada));
  await send('withdrawn-id', 'linus@example.org');
  await log.handle(invitationDecider, 'withdrawn-id', { type: 'withdrawInvitation' }, signedBy(ada));
}

/** An API key that programs used, and which was revoked. */
export async function recordApiKey(log: EventLog) {
  const apiKeyId = 'nightly-key' as ApiKeyId;
  const create = { type: 'createApiKey' as const, apiKeyId, name: 'Nightly', scope: 'CI' as const, expiresAt: null };
  await log.handle(apiKeyDecider, apiKeyId, { ...create, end: 'wxyz' }, signedBy(ada));
  await log.handle(apiKeyDecider, apiKeyId, { type: 'revokeApiKey' }, signedBy(ada));
}
