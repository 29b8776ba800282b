import { readableText } from '@assay/application';
import { limits, type OutboxMailView, personalDataCalls } from '@assay/contract';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';

export const exportMe = route(personalDataCalls.exportMe, async ({ api, caller: { userId } }) => {
  const { operations, readModels } = api;
  const person = await readModels.user(userId);
  if (!person) throw new ApiError('notFound');
  const { roles, id, firstName, lastName, email } = person;
  const [received, sent] = await Promise.all([readModels.invitationsTo(person), readModels.invitationsSentBy(userId)]);
  const mails = await operations.outbox.listOf([userId, ...received.map((invitation) => invitation.userId)]);
  const written = await readModels.messagesBy(userId);
  const messages = await Promise.all(
    written.map(async ({ accountId, testRunId, createdAt: at, ...message }) => {
      const text = (await readableText(api, message)) ?? '';
      return { accountId, testRunId, at, text };
    }),
  );
  return {
    exportedAt: new Date().toISOString(),
    profile: {
      id,
      firstName,
      lastName,
      email,
      staff: await readModels.isStaff(userId),
      hasPassword: await operations.credentials.has(userId),
      twoFactorSince: (await operations.secondFactors.find(userId))?.since.toISOString() ?? null,
    },
    roles: roles.map(({ accountId, accountName, roleType, notifyByEmail, notifyBySlack }) => ({
      accountId,
      accountName,
      roleType,
      notifyByEmail,
      notifyBySlack,
    })),
    teams: (await readModels.teamsOf(userId)).map(({ accountId, teamId, name }) => ({ accountId, id: teamId, name })),
    sessions: (await operations.sessions.list(userId)).map(({ sessionId, startedAt, lastUsedAt, ...place }) => ({
      id: sessionId,
      startedAt: startedAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      ...place,
    })),
    externalIdentities: (await readModels.externalIdentities(userId)).map(({ id: _, ...identity }) => identity),
    invitationsReceived: received.map(({ accountId, roleType, sentAt, acceptedBy, ...invited }) => ({
      accountId,
      email: invited.email,
      firstName: invited.firstName,
      lastName: invited.lastName,
      roleType,
      sentAt,
      accepted: acceptedBy === userId,
    })),
    invitationsSent: sent.map(({ accountId, roleType, sentAt }) => ({ accountId, roleType, sentAt })),
    apiKeys: await operations.apiKeys.madeBy(userId),
    sharedLinks: (await operations.sharedLinks.madeBy(userId)).map(
      ({ accountId, testRunId, createdAt, expiresAt, lastUsedAt }) => ({
        accountId,
        testRunId,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      }),
    ),
    visits: await operations.visits.listOf(userId),
    mails: mails.flatMap(({ createdAt, message }) => {
      const { to, subject } = message as Pick<OutboxMailView, 'to' | 'subject'>;
      return to === email ? [{ at: createdAt.toISOString(), subject }] : [];
    }),
    messages,
    followed: await readModels.runsFollowedBy(userId),
    friendsTold: limits.friendsTold - person.tellAFriendRemaining,
    actions: (await readModels.actionsOf(userId)).map(({ accountId, at, category, event }) => ({
      accountId,
      at,
      category,
      event,
    })),
  };
});
