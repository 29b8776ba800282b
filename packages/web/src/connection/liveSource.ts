import type { Position } from '@assay/contract';

/** What became newer under a topic: the documents named (none named: many), or everything (resync). */
export type LiveChange = { kind: 'changed'; ids: readonly string[]; position: Position } | { kind: 'resync' };

export type LiveSource = {
  /** Hear of changes under a topic until the returned function is called. */
  subscribe(topic: string, heard: (change: LiveChange) => void): () => void;
  /**
   * Resolves when no later change under the topic can be missed: fetch after it. Resolves without that while no socket
   * stands; once one does, everybody who may have missed something hears a resync.
   */
  ready(topic: string): Promise<void>;
};
