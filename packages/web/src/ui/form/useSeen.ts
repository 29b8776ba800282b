import { useState } from 'react';

/**
 * The version of a thing that a form was filled with: newer versions must neither overwrite what is being typed nor
 * make a stale form look current.
 * @param refetch refetches the list that has the thing
 */
export function useSeen<Thing extends { id: string } | null>(
  thing: Thing,
  refetch: () => PromiseLike<{ data?: readonly NonNullable<Thing>[] }>,
) {
  const [seen, setSeen] = useState(thing);

  /** @returns the newest version, from now on the seen one; null if it cannot be read. */
  async function readNewest(): Promise<NonNullable<Thing> | null> {
    const { data } = await refetch();
    const newest = data?.find(({ id }) => id === thing?.id);
    if (!newest) return null;
    setSeen(newest);
    return newest;
  }
  return { seen, setSeen, readNewest };
}
