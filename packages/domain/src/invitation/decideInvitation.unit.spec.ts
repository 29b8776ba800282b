import type { AccountId, InvitationId, UserId } from '@assay/contract';
import type { InvitationEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { type InvitationCommand, invitationDecider } from './decideInvitation.ts';

const invitationId = 'i1' as InvitationId;
const userId = 'grace' as UserId;
const offer = { invitationId, accountId: 'acme' as AccountId, userId, roleType: 'USER' as const };
const person = { email: 'grace@example.org', firstName: 'Grace', lastName: 'Hopper' };
const [validUntil, later, afterwards] = ['2026-03-08T00:00:00Z', '2026-03-15T00:00:00Z', '2026-03-20T00:00:00Z'];

const sent: InvitationEvent = { type: 'InvitationSent', data: { ...offer, ...person, validUntil } };
const resent: InvitationEvent = { type: 'InvitationResent', data: { invitationId, validUntil: later } };
const withdrawn: InvitationEvent = { type: 'InvitationWithdrawn', data: { invitationId } };
const accepted: InvitationEvent = { type: 'InvitationAccepted', data: { invitationId, userId } };
const accept = (at: string, round = 0, by = userId): InvitationCommand => ({
  type: 'acceptInvitation',
  userId: by,
  round,
  at,
});
const invitation = (...events: InvitationEvent[]) => given(invitationDecider, ...events);

describe('an invitation', () => {
  it('is sent once, and accepted once until it expires', () => {
    const send: InvitationCommand = { type: 'sendInvitation', ...offer, ...person, validUntil };
    invitation().when(send).gives(sent);
    invitation(sent).when(send).refuses('invitation.exists');
    invitation(sent).when(accept('2026-03-07T23:59:59Z')).gives(accepted);
    invitation(sent).when(accept(validUntil)).refuses('invitation.invalid');
    invitation().when(accept(validUntil)).refuses('invitation.invalid');
  });

  it('that is accepted again by the same person changes nothing, and nobody else can use it', () => {
    invitation(sent, accepted).when(accept(afterwards)).gives();
    invitation(sent, accepted)
      .when(accept('2026-03-07T00:00:00Z', 0, 'eve' as UserId))
      .refuses('invitation.invalid');
  });

  it('that is sent again works by its newest link only', () => {
    invitation(sent).when({ type: 'resendInvitation', validUntil: later }).gives(resent);
    invitation(sent, resent).when(accept('2026-03-07T00:00:00Z', 0)).refuses('invitation.invalid');
    invitation(sent, resent).when(accept('2026-03-14T00:00:00Z', 1)).gives(accepted);
  });

  it('works no longer once it is withdrawn, which an accepted one cannot be', () => {
    invitation(sent).when({ type: 'withdrawInvitation' }).gives(withdrawn);
    invitation(sent, withdrawn).when(accept('2026-03-07T00:00:00Z')).refuses('invitation.invalid');
    for (const ended of [withdrawn, accepted]) {
      invitation(sent, ended).when({ type: 'withdrawInvitation' }).refuses('invitation.notFound');
      invitation(sent, ended).when({ type: 'resendInvitation', validUntil: later }).refuses('invitation.notFound');
    }
  });
});
