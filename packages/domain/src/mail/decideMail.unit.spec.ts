import type { UserId } from '@assay/contract';
import type { MailEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { mailDecider } from './decideMail.ts';

const facts = { mailId: 'm1', template: 'test' as const, userId: 'ada' as UserId, about: null };
const requested: MailEvent = { type: 'MailRequested', data: facts };
const sent: MailEvent = { type: 'MailSent', data: { mailId: 'm1' } };

describe('a mail', () => {
  it('is requested once', () => {
    given(mailDecider)
      .when({ type: 'requestMail', ...facts })
      .gives(requested);
    given(mailDecider, requested)
      .when({ type: 'requestMail', ...facts })
      .refuses('mail.exists');
  });

  it('is sent, or not sent for a reason', () => {
    given(mailDecider, requested).when({ type: 'endMail', outcome: 'sent' }).gives(sent);
    given(mailDecider, requested)
      .when({ type: 'endMail', outcome: 'refused' })
      .gives({ type: 'MailNotSent', data: { mailId: 'm1', reason: 'refused' } });
  });

  it('has one outcome, however often it is reported', () => {
    given(mailDecider, requested, sent).when({ type: 'endMail', outcome: 'sent' }).gives();
    given(mailDecider).when({ type: 'endMail', outcome: 'sent' }).gives();
  });
});
