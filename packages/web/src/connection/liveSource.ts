import type { Position } from '@assay/contract';

/** What changed under a topic: the listed documents (none listed: many), or everything (resync). */
export type LiveChange = { kind: 'changed'; ids: readonly string[]; position: Position } | { kind: 'resync' };

export type LiveSource = {
  /** Subscribes to changes under a topic until the returned function is called. */
  subscribe(topic: string, onChange: (change: LiveChange) => void): () => void;
  /**
   * Resolves when no later change under the topic can be missed, so fetch after it. Without a socket it resolves at
   * once; when one connects, everybody who may have missed something gets a resync.
   */
  ready(topic: string): Promise<void>;
};
