import type { ReactionEvent, ReactionSetAside } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { reactionDecider, reactionIdOf } from './decideReaction.ts';

const reactionId = reactionIdOf('offerWork', 'e1');
const failed: ReactionSetAside = {
  reactionId,
  policy: 'offerWork',
  group: 'core',
  eventId: 'e1',
  eventType: 'TestRunSubmitted',
  stream: 'testRun-r1',
  revision: 1,
  position: 'epoch-1',
  error: 'TypeError: no such thing',
};
const setAside: ReactionEvent = { type: 'ReactionSetAside', data: failed };
const requested: ReactionEvent = { type: 'ReactionRetryRequested', data: { reactionId, policy: 'offerWork' } };
const settled: ReactionEvent = { type: 'ReactionSettled', data: { reactionId, policy: 'offerWork' } };
const again = { ...failed, error: 'TypeError: still no such thing' };

describe('a reaction', () => {
  it('is set aside once, however often the event arrives', () => {
    given(reactionDecider)
      .when({ type: 'setAsideReaction', ...failed })
      .gives(setAside);
    given(reactionDecider, setAside)
      .when({ type: 'setAsideReaction', ...again })
      .gives();
  });

  it('that was set aside is retried on every request', () => {
    given(reactionDecider, setAside).when({ type: 'retryReaction' }).gives(requested);
    given(reactionDecider, setAside, requested).when({ type: 'retryReaction' }).gives(requested);
  });

  it('is settled by a retry that succeeds', () => {
    given(reactionDecider, setAside, requested).when({ type: 'settleReaction' }).gives(settled);
    given(reactionDecider, setAside, requested, settled).when({ type: 'settleReaction' }).gives();
  });

  it('is set aside again by a retry that fails, and may be retried once more', () => {
    given(reactionDecider, setAside, requested)
      .when({ type: 'setAsideReaction', ...again })
      .gives({ type: 'ReactionSetAside', data: again });
    given(reactionDecider, setAside, requested, { type: 'ReactionSetAside', data: again })
      .when({ type: 'retryReaction' })
      .gives(requested);
  });

  it('cannot be retried when it is unknown or settled', () => {
    given(reactionDecider).when({ type: 'retryReaction' }).refuses('reaction.notFound');
    given(reactionDecider, setAside, requested, settled).when({ type: 'retryReaction' }).refuses('reaction.settled');
  });

  it('that never failed has nothing to settle', () => {
    given(reactionDecider).when({ type: 'settleReaction' }).gives();
  });
});
