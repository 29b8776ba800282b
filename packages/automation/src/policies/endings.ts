import { LruCache } from '@assay/concurrency';
import type { AutomationDeps } from '../automationDeps.ts';

/** The oldest are evicted first, and looked up again when needed. */
const maxRemembered = 20_000;

/** The ended things known to a policy that sees every end. */
export type Endings<Id> = {
  /** Records an end. */
  ended(id: Id): void;
  isOver(id: Id, deps: AutomationDeps): Promise<boolean>;
};

/**
 * Caches which things have ended. Events come in order, so a thing is looked up once, on its first event; later its end
 * arrives as an event.
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
