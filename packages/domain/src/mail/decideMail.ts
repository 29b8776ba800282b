import type { UserId } from '@assay/contract';
import type { MailEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type MailState = { status: 'none' } | { status: 'requested' | 'ended'; mailId: string };

/** Why a mail was not sent. `kept`: no mail server is configured. `nobody`: the person no longer exists. */
export type MailProblem = 'kept' | 'refused' | 'givenUp' | 'nobody';

/** Which mail it is. */
export type MailTemplate =
  | 'test'
  | 'invitation'
  | 'verifyEmail'
  | 'alreadyRegistered'
  | 'passwordReset'
  | 'passwordChanged'
  | 'runEnded'
  | 'mentioned'
  | 'reviewer'
  | 'quarantineEnds'
  | 'staffRole'
  | 'staffAccess'
  | 'testingMinutes'
  | 'friend';

export type MailCommand =
  /** `about`: the id of what the mail is about; null: nothing but the person. */
  | { type: 'requestMail'; mailId: string; template: MailTemplate; userId: UserId; about: string | null }
  | { type: 'endMail'; outcome: 'sent' | MailProblem };

/** The intent to send a mail, and its outcome. Delivery is at least once, so the outcome may be reported twice. */
export const mailDecider: Decider<MailState, MailCommand, MailEvent> = {
  category: 'mail',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    switch (command.type) {
      case 'requestMail': {
        if (state.status !== 'none') throw new DomainError('mail.exists');
        const { type: _, ...facts } = command;
        return [{ type: 'MailRequested', data: facts }];
      }
      case 'endMail': {
        if (state.status !== 'requested') return [];
        const { mailId } = state;
        if (command.outcome === 'sent') return [{ type: 'MailSent', data: { mailId } }];
        return [{ type: 'MailNotSent', data: { mailId, reason: command.outcome } }];
      }
      default:
        return never(command);
    }
  },
  evolve: (_, { type, data: { mailId } }) => ({ status: type === 'MailRequested' ? 'requested' : 'ended', mailId }),
};
