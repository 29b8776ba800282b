/**
 * Reads things by their ids, each asked for once. Without any, nothing is asked: beside a busy account each question waits
 * for its turn in the store.
 */
export async function readAny<Id extends string, Thing>(
  ids: readonly Id[],
  read: (ids: Id[]) => Promise<Thing[]>,
): Promise<Thing[]> {
  return ids.length === 0 ? [] : read([...new Set(ids)]);
}
