import type { AccountId, UserId } from '@assay/contract';
import { invitationDecider, type MailTemplate, mailDecider, userRolesDecider } from '@assay/domain';
import { accountOf, type EventLog, type RecordedEvent } from '@assay/event-log';
import type {
  FriendTold,
  InvitationResent,
  InvitationSent,
  NoticeGiven,
  PasswordChanged,
  PasswordResetRequested,
} from '@assay/event-schemas';
import { policy, reactingTo } from '../policy.ts';

type Cause =
  | { type: 'InvitationSent'; data: InvitationSent }
  | { type: 'InvitationResent'; data: InvitationResent }
  | { type: 'PasswordResetRequested'; data: PasswordResetRequested }
  | { type: 'PasswordChanged'; data: PasswordChanged }
  | { type: 'NoticeGiven'; data: NoticeGiven }
  | { type: 'FriendTold'; data: FriendTold };

type Wanted = { template: MailTemplate; userId: UserId; about: string | null };

async function wantsMail({ load }: EventLog, accountId: AccountId, userId: UserId): Promise<boolean> {
  const { state } = await load(userRolesDecider, accountId);
  return [...state.roles.values()].some((role) => role.userId === userId && role.notifyByEmail);
}

/** @returns the mail about a notification */
export function noticeMailOf({ userId, testRunId, messageId, reason }: NoticeGiven): Wanted {
  if (messageId !== null) return { template: 'mentioned', userId, about: messageId };
  const template = reason === 'reviewer' || reason === 'quarantineEnds' ? reason : 'runEnded';
  return { template, userId, about: testRunId };
}

/** @returns the mail requested by the fact; null: none. */
async function mailAfter(event: RecordedEvent<Cause>, eventLog: EventLog): Promise<Wanted | null> {
  const { type, data } = event;
  switch (type) {
    case 'InvitationSent':
      return { template: 'invitation', userId: data.userId, about: data.invitationId };
    case 'InvitationResent': {
      const { state } = await eventLog.load(invitationDecider, data.invitationId);
      if (state.status === 'none') return null;
      return { template: 'invitation', userId: state.userId, about: data.invitationId };
    }
    case 'PasswordResetRequested':
      // No user has the given address.
      if (data.userId === null) return null;
      return { template: 'passwordReset', userId: data.userId, about: data.passwordResetId };
    case 'PasswordChanged':
      return { template: 'passwordChanged', userId: data.userId, about: null };
    case 'FriendTold':
      return { template: 'friend', userId: data.userId, about: data.tellingId };
    case 'NoticeGiven': {
      if (!(await wantsMail(eventLog, accountOf(event), data.userId))) return null;
      return noticeMailOf(data);
    }
  }
}

/** Requests the mails that people's actions cause; one mail per fact, however often the reaction runs. */
export const requestMail = policy({
  name: 'requestMail',
  on: ['InvitationSent', 'InvitationResent', 'PasswordResetRequested', 'PasswordChanged', 'NoticeGiven', 'FriendTold'],
  react: async (event, { eventLog }) => {
    const wanted = await mailAfter(event, eventLog);
    if (wanted === null) return;
    const mailId = event.id;
    await eventLog.handle(
      mailDecider,
      mailId,
      ({ status }) => (status === 'none' ? { type: 'requestMail' as const, mailId, ...wanted } : null),
      reactingTo(event, 'requestMail'),
    );
  },
});
