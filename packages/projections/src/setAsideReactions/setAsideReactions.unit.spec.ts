import type { DomainEvent, ReactionSetAside } from '@assay/event-schemas';
import { at, documentOf, documentsOf, recorded } from '../../test/eventOf.ts';
import { setAsideReactions } from './setAsideReactions.ts';

const reaction: ReactionSetAside = {
  reactionId: 'offerWork-e1',
  policy: 'offerWork',
  group: 'core',
  eventId: 'e1',
  eventType: 'TestRunSubmitted',
  stream: 'testRun-r1',
  revision: 1,
  position: 'epoch-1',
  error: 'TypeError: no such thing',
};
const { reactionId, policy } = reaction;
const setAside: DomainEvent = { type: 'ReactionSetAside', data: reaction };
const requested: DomainEvent = { type: 'ReactionRetryRequested', data: { reactionId, policy } };
const settled: DomainEvent = { type: 'ReactionSettled', data: { reactionId, policy } };
const documentAfter = (...events: DomainEvent[]) =>
  documentOf(
    setAsideReactions,
    events.map((event, second) => recorded(event, { at: at(second) })),
  );

describe('a reaction in the list of those set aside', () => {
  it('shows what failed, and since when', () => {
    expect(documentAfter(setAside)).toEqual({
      accountId: 'acme',
      status: 'setAside',
      reaction,
      failures: 1,
      firstFailedAt: at(0),
      lastFailedAt: at(0),
    });
  });

  it('shows its newest error and how often it failed', () => {
    const again: DomainEvent = { type: 'ReactionSetAside', data: { ...reaction, error: 'Error: another' } };
    expect(documentAfter(setAside, requested)).toMatchObject({ status: 'retrying', failures: 1 });
    expect(documentAfter(setAside, requested, again)).toMatchObject({
      status: 'setAside',
      failures: 2,
      reaction: { error: 'Error: another' },
      firstFailedAt: at(0),
      lastFailedAt: at(2),
    });
  });

  it('is settled once it has succeeded', () => {
    expect(documentAfter(setAside, requested, settled)).toMatchObject({ status: 'settled', failures: 1 });
  });

  it('is only created by a failure', () => {
    expect(documentsOf(setAsideReactions, [recorded(requested), recorded(settled)]).size).toBe(0);
  });
});
