import type { Db } from 'mongodb';
import { isDuplicateKey } from '../duplicateKey.ts';

type CounterRow = { _id: string; value: number };

/** Numbers shown to people, such as a run's. A number is given once; an unused one leaves a gap. */
export type Counters = {
  /** @returns 1, 2, 3 … for each name. */
  next(name: string): Promise<number>;
};

export function openCounters(db: Db): Counters {
  const rows = db.collection<CounterRow>('counters');

  async function increment(name: string): Promise<number> {
    const row = await rows.findOneAndUpdate(
      { _id: name },
      { $inc: { value: 1 } },
      { upsert: true, returnDocument: 'after' },
    );
    if (!row) throw new Error(`the store answered nothing for the counter ${name}`);
    return row.value;
  }

  return {
    async next(name) {
      try {
        return await increment(name);
      } catch (error) {
        // Two first calls at once: one inserts the row, the other fails and finds it now.
        if (!isDuplicateKey(error)) throw error;
        return increment(name);
      }
    },
  };
}
