import { LRUCache } from 'lru-cache';

type Something = NonNullable<unknown>;

/** A map of limited size: when it is full, the least recently used entries are dropped. */
export class LruCache<Key extends Something, Value extends Something> extends LRUCache<Key, Value> {
  /**
   * @param maxSize of all entries together; a value that is larger is not stored
   * @param sizeOf the size of a value, a positive integer, the same each time; 1 by default
   */
  constructor(maxSize: number, sizeOf: (value: Value) => number = () => 1) {
    // A limit of their number instead would take memory for all entries at once.
    super({ maxSize, sizeCalculation: sizeOf });
  }
}
