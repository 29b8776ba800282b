import type { Position } from '@assay/contract';

/** What changed under a topic: the listed documents (none listed: many), or everything (resync). */
export type LiveChange = { kind: 'changed'; ids: readonly string[]; position: Position } | { kind: 'resync' };

export type LiveSource = {
  /**
   * Subscribes to changes under a topic until the returned function is called. What changed between the call and the
   * moment when the service has heard of it comes as a resync, so a read may be sent right after the call.
   */
  subscribe(topic: string, onChange: (change: LiveChange) => void): () => void;
};
