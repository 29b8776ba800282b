import { useState } from 'react';
import { asServiceError } from '../connection/serviceError.ts';
import { showFailure, showProblem } from './showFailure.ts';

type SavedOrder<Item> = {
  items: readonly Item[];
  /** Saves that one has another place, counted from 0; the others make room. */
  save: (moved: Item, place: number) => PromiseLike<{ error?: unknown }>;
  refetch: () => PromiseLike<unknown>;
  /** Shown where they were changed since they were read. */
  conflict: string;
};

/** @returns the one that was moved: without it, both orders are the same. */
function movedId(before: readonly string[], after: readonly string[]): string | undefined {
  const without = (ids: readonly string[], id: string) => ids.filter((other) => other !== id).join(' ');
  const differing = before.flatMap((id, at) => (id === after[at] ? [] : [id, after[at] ?? id]));
  return differing.find((id) => without(before, id) === without(after, id));
}

/** Things in the order that they were put in, while that is saved. Where it is refused, all is back where it was. */
export function useSavedOrder<Item extends { id: string }>({ items, save, refetch, conflict }: SavedOrder<Item>) {
  const [ids, setIds] = useState<readonly string[] | null>(null);
  const itemOf = (id: string | undefined) => items.find((item) => item.id === id);

  async function move(order: readonly string[]): Promise<void> {
    const moved = itemOf(
      movedId(
        items.map(({ id }) => id),
        order,
      ),
    );
    if (!moved) return;
    setIds(order);
    const { error } = await save(moved, order.indexOf(moved.id));
    if (asServiceError(error)?.status === 412) showProblem('It was put back', conflict);
    else if (error) showFailure(error);
    await refetch();
    setIds(null);
  }

  return { inOrder: ids === null ? items : ids.flatMap((id) => itemOf(id) ?? []), isSaving: ids !== null, move };
}
