import { LruCache } from '@assay/concurrency';
import type { AutomationDeps } from '../automationDeps.ts';

/** The oldest are forgotten first, and looked up again when they are met. */
const maxRemembered = 20_000;

/** What a policy that sees every end knows to be over. */
export type Endings<Id> = {
  /** An end was seen. */
  ended(id: Id): void;
  isOver(id: Id, deps: AutomationDeps): Promise<boolean>;
};

/**
 * Remembers what is over. Events come in order: a thing is looked up when it is first met, and from then on its end is
 * seen, so it need not be looked up with each of its events.
 */
export function endings<Id extends string>(lookUp: (id: Id, deps: AutomationDeps) => Promise<boolean>): Endings<Id> {
  const over = new LruCache<Id, boolean>(maxRemembered);

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
