import { useState } from 'react';

/**
 * The version of a thing that a form was filled with: what becomes newer meanwhile must neither overwrite what is being
 * typed nor make a stale form pass for a fresh one.
 * @param refetch reads the list that the thing is in
 */
export function useSeen<Thing extends { id: string } | null>(
  thing: Thing,
  refetch: () => PromiseLike<{ data?: readonly NonNullable<Thing>[] }>,
) {
  const [seen, setSeen] = useState(thing);

  /** @returns the newest version, which is the one that is seen from now on; null where it cannot be read. */
  async function readNewest(): Promise<NonNullable<Thing> | null> {
    const { data } = await refetch();
    const newest = data?.find(({ id }) => id === thing?.id);
    if (!newest) return null;
    setSeen(newest);
    return newest;
  }
  return { seen, setSeen, readNewest };
}
