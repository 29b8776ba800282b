import { RecentMap } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';

/** So many are remembered; the oldest goes first, and is looked up again. */
const remembered = 20_000;

/** What is over, as a policy knows that hears of every end. */
export type Endings<Id> = {
  /** An end was heard of. */
  ended(id: Id): void;
  isOver(id: Id, deps: AutomationDeps): Promise<boolean>;
};

/**
 * Remembers what is over. Facts come in order: something is looked up when it is met for the first time, and from then on
 * its end is heard of, so that it need not be looked up with each fact of it.
 */
export function endings<Id extends string>(lookUp: (id: Id, deps: AutomationDeps) => Promise<boolean>): Endings<Id> {
  const over = new RecentMap<Id, boolean>(remembered);

  function remember(id: Id, isOver: boolean): boolean {
    over.set(id, isOver);
    return isOver;
  }

  return {
    ended: (id) => {
      remember(id, true);
    },
    isOver: async (id, deps) => over.get(id) ?? remember(id, await lookUp(id, deps)),
  };
}
