import type { AccountId, Position } from '@assay/contract';

/** Something changed under a topic: anyone who shows it should read it again. */
export type Notice = {
  /** null: every account. */
  accountId: AccountId | null;
  topic: string;
  /** Ids of the changed documents; empty: many. */
  ids: string[];
  position: Position | null;
  /** The traces of what changed it; only where traces are exported. */
  traceparents?: string[];
};

/** A row of the feed: some notices of one publisher, numbered 1, 2, 3 … so that a missing batch is noticed. */
export type FeedBatch = { publisher: string; sequence: number; notices: Notice[] };
