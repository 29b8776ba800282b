import type { AccountId, Position } from '@assay/contract';
import { isProjectionTier, type Notice, type ProjectionTier, projectedTopic } from './projection.ts';

/** How far the read models of a tier are. */
export type Progress = {
  /** How far everyone is who is not behind, and what belongs to no account. */
  front: Position;
  /** Accounts that wait for their next turn, each with how far it is. */
  behind: ReadonlyMap<AccountId, Position>;
};

/**
 * Which changes a caller waits for: those of an account, those of the whole installation (people, agents, the list of
 * accounts), or all.
 */
export type Scope = AccountId | 'installation' | 'all';

/** @returns the position up to which everything is shown */
export function reachedFor(scope: Scope, { front, behind }: Progress): Position {
  if (scope === 'installation') return front;
  if (scope !== 'all') return behind.get(scope) ?? front;
  return [front, ...behind.values()].sort()[0] ?? front;
}

/**
 * What is known from both. A projector that was started again begins at what is furthest behind, so an account may be
 * less far now than it was, although its documents are not.
 */
export function furthest(known: Progress | null, told: Progress): Progress {
  if (known === null) return told;
  const front = later(known.front, told.front);
  const behind = new Map<AccountId, Position>();
  for (const accountId of [...known.behind.keys(), ...told.behind.keys()]) {
    const reached = later(reachedFor(accountId, known), reachedFor(accountId, told));
    if (reached < front) behind.set(accountId, reached);
  }
  return { front, behind };
}

function later(one: Position, other: Position): Position {
  if (one < other) return other;
  return one;
}

/** One notice for all of it, so that nobody learns one part without the other. */
export function progressNotice(tier: ProjectionTier, { front, behind }: Progress): Notice {
  return { accountId: null, topic: projectedTopic, ids: [tier, ...[...behind].flat()], position: front };
}

/** @returns null for a notice about something else */
export function progressOf({
  topic,
  ids: [tier, ...pairs],
  position,
}: {
  topic: string;
  ids: readonly string[];
  position: Position | null;
}): { tier: ProjectionTier; progress: Progress } | null {
  if (topic !== projectedTopic || position === null || !isProjectionTier(tier)) return null;
  const behind = new Map<AccountId, Position>();
  for (let at = 0; at < pairs.length; at += 2) behind.set(pairs[at] as AccountId, pairs[at + 1] as Position);
  return { tier, progress: { front: position, behind } };
}
