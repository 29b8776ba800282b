import { invite, streamOwners, withdrawInvitation } from '@assay/application';
import type { InvitationId, UserId } from '@assay/contract';
import { invitationDecider } from '@assay/domain';
import { eventually } from '../../../../test/support/eventually.ts';
import { recordPerson } from '../../../../test/support/recordedSetting.ts';
import { acme, signedBy } from '../../../../test/support/storesUnderTest.ts';
import { ServiceUnderTest } from '../../test/serviceUnderTest.ts';

const dayMs = 86_400_000;
const names = { firstName: 'Zephyrine', lastName: 'Quillfeather' };

describe('an invited person who did not join', () => {
  let service: ServiceUnderTest;
  beforeAll(async () => {
    service = await ServiceUnderTest.start();
  });
  afterAll(() => service.stop());

  const stateOf = async (id: string) => (await service.stores.eventLog.load(invitationDecider, id)).state;
  /** The remaining data of the person: the key, the number of mails, and the name in the read model. */
  async function leftOf(id: string, userId: UserId) {
    const { keys, outbox } = service.stores.operations;
    const shown = await service.readModels.invitation(id as InvitationId);
    const hasKey = (await keys.find(`user:${userId}`)) !== null;
    return { hasKey, mails: (await outbox.listOf([userId])).length, name: shown?.firstName, email: shown?.email };
  }
  /** @returns the invited person, once the mail was written */
  async function invited(id: string, email: string): Promise<UserId> {
    const wanted = { email, ...names, roleType: 'USER' as const };
    await invite(service.stores, acme, id as InvitationId, wanted, signedBy('ada'));
    await service.quiet();
    const state = await stateOf(id);
    return state.status === 'none' ? ('' as UserId) : state.userId;
  }
  function withdraw(id: string) {
    const { stores, readModels } = service;
    const app = { ...stores, readModels, owners: streamOwners(stores.eventLog) };
    return withdrawInvitation(app, acme, id as InvitationId, signedBy('ada'));
  }
  const nothing = { hasKey: false, mails: 0, name: '', email: '' };

  it('is erased once the invitation is withdrawn', async () => {
    const userId = await invited('taken-back', 'zephyrine@example.org');
    const [name, email] = ['Zephyrine', 'zephyrine@example.org'];
    expect(await leftOf('taken-back', userId)).toEqual({ hasKey: true, mails: 1, name, email });
    await withdraw('taken-back');
    await eventually(async () => expect(await leftOf('taken-back', userId)).toEqual(nothing));
  });

  it('keeps their login, and is erased from the account alone', async () => {
    const bob = 'bob' as UserId;
    await recordPerson(service.stores.eventLog, bob, acme, 'USER');
    const facts = { invitationId: 'known' as InvitationId, accountId: acme, userId: bob, roleType: 'USER' as const };
    const sent = { ...facts, email: 'bob@example.org', ...names, validUntil: '2999-01-01T00:00:00.000Z' };
    await service.stores.eventLog.handle(
      invitationDecider,
      'known',
      { type: 'sendInvitation', ...sent },
      signedBy('ada'),
    );
    await withdraw('known');
    await service.quiet();
    expect(await leftOf('known', bob)).toMatchObject({ hasKey: true, name: '', email: '' });
    expect((await service.readModels.user(bob))?.email).toBe('bob@example.org');
  });

  it('is erased a month after the invitation expired, until when it can be sent again', async () => {
    await service.stopAutomation();
    for (const [id, days] of [
      ['long-ago', 31],
      ['lately', 29],
    ] as const) {
      const validUntil = new Date(Date.now() - days * dayMs).toISOString();
      const facts = { invitationId: id as InvitationId, accountId: acme, roleType: 'USER' as const, validUntil };
      const whom = { userId: `${id}-person` as UserId, email: `${id}@example.org`, ...names };
      const command = { type: 'sendInvitation' as const, ...facts, ...whom };
      await service.stores.eventLog.handle(invitationDecider, id, command, signedBy('ada'));
    }
    // The read models still list a withdrawn one: the others are erased all the same.
    const { invitationsExpired } = service.readModels;
    const gone = 'gone' as InvitationId;
    Object.assign(service.readModels, {
      invitationsExpired: async (before: string) =>
        (await invitationsExpired(before)).flatMap((one) => [{ ...one, invitationId: gone }, one]),
    });
    await service.startAutomation();
    const person = (id: string) => `${id}-person` as UserId;
    await eventually(async () => expect(await leftOf('long-ago', person('long-ago'))).toEqual(nothing));
    expect(await stateOf('long-ago')).toMatchObject({ status: 'withdrawn' });
    expect(await stateOf('lately')).toMatchObject({ status: 'open' });
    expect(await leftOf('lately', person('lately'))).toMatchObject({ hasKey: true, name: 'Zephyrine' });
  });
});
