import type { EventEmitter } from 'node:events';

/**
 * Resolves with what an event carries, once it is emitted. (`events.once` would reject on an error that comes first, and
 * types of clients declare only some of the names.)
 */
export function happened(emitter: EventEmitter, name: string): Promise<unknown[]> {
  return new Promise((resolve) => {
    emitter.once(name, (...values: unknown[]) => resolve(values));
  });
}
