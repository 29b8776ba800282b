import { type Db, MongoServerError } from 'mongodb';
import { FeedPublisher } from './feedPublisher.ts';
import { type FeedListener, FeedTail } from './feedTail.ts';
import type { FeedBatch, Notice } from './notice.ts';

const feedBytes = 16 * 1024 * 1024;
const namespaceExists = 48;

/**
 * Announces changes to every process through a capped collection: the newest 16 MB of notices, oldest dropped first. A
 * notice is a hint to read again, never the data itself, so a lost one costs only a refetch.
 */
export type ChangeFeed = {
  /** Resolves when the notices are stored; they reach the listeners of every process within some milliseconds. */
  publish(notices: Notice[]): Promise<void>;
  /**
   * Delivers everything published after this resolves. `onGap` reports that notices were lost (a batch is missing, the
   * listener was too slow, the store was restarted): everything shown may be out of date. The feed continues by itself.
   */
  tail(listener: FeedListener): Promise<{ stop(): Promise<void> }>;
};

/** @returns the feed, and how to stop every tail that is still running. */
export async function openChangeFeed(db: Db): Promise<{ feed: ChangeFeed; close(): Promise<void> }> {
  try {
    await db.createCollection('changeFeed', { capped: true, size: feedBytes });
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== namespaceExists) throw error;
  }
  const rows = db.collection<FeedBatch>('changeFeed');
  const publisher = new FeedPublisher(rows);
  const tails = new Set<FeedTail>();

  const feed: ChangeFeed = {
    publish: (notices) => publisher.publish(notices),

    async tail(listener) {
      const tail = await FeedTail.start(rows, listener);
      tails.add(tail);
      return {
        async stop() {
          tails.delete(tail);
          await tail.stop();
        },
      };
    },
  };
  const close = async () => {
    await Promise.all([...tails].map((tail) => tail.stop()));
  };
  return { feed, close };
}
