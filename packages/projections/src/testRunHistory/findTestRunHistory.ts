import type { AccountId, HistoryItem, TestRunId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { findActors, personOf } from '../people/findActors.ts';

/** Who changed what, newest first; null when the run is not the account's. */
export async function findTestRunHistory(
  collections: Collections,
  accountId: AccountId,
  testRunId: TestRunId,
): Promise<HistoryItem[] | null> {
  const items = await collections.testRunHistory
    .find({ testRunId, accountId })
    .sort({ position: -1 })
    .limit(1_000)
    .toArray();
  if (items.length === 0) return null;
  const actors = await findActors(
    collections,
    items.map(({ actor }) => actor),
  );
  return items.map(({ _id: id, at: timeStamp, actor, column: updatedColumn, value: updatedValue }) => {
    const person = personOf(actors, actor);
    return {
      id,
      timeStamp,
      userName: person?.fullName ?? null,
      userEmail: person?.email || null,
      updatedColumn,
      updatedValue,
    };
  });
}
