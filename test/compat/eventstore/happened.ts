import type { EventEmitter } from 'node:events';

/**
 * Resolves with what a subscription's event carries, once it is emitted. (`events.once` would reject at an error, and
 * the client's types know only some of the names.)
 */
export function happened(emitter: EventEmitter, name: string): Promise<unknown[]> {
  return new Promise((resolve) => {
    emitter.once(name, (...values: unknown[]) => resolve(values));
  });
}
