import type { SetAsideReactionPage } from '@assay/contract';
import type { Collections } from '../collections.ts';

const open = { status: { $in: ['setAside', 'retrying'] as ('setAside' | 'retrying')[] } };

/** A page of the reactions that were set aside and have not succeeded since, of every account, the newest failure first. */
export async function findSetAsideReactions(
  { setAsideReactions }: Collections,
  { offset, limit }: { offset: number; limit: number },
): Promise<SetAsideReactionPage> {
  const [found, total] = await Promise.all([
    setAsideReactions.find(open).sort({ lastFailedAt: -1, _id: 1 }).skip(offset).limit(limit).toArray(),
    setAsideReactions.countDocuments(open),
  ]);
  const reactions = found.map(({ _id: id, accountId, status, reaction, failures, firstFailedAt, lastFailedAt }) => {
    const { policy, group, eventId, eventType, stream, error } = reaction;
    const facts = { id, accountId, policy, group, eventId, eventType, stream, error };
    return { ...facts, retrying: status === 'retrying', failures, firstFailedAt, lastFailedAt };
  });
  return { reactions, total };
}

export function countSetAsideReactions({ setAsideReactions }: Collections): Promise<number> {
  return setAsideReactions.countDocuments(open);
}
