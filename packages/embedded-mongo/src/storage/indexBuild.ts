import type { IndexDefinition } from './indexDefinition.ts';

/**
 * An index that is being filled, record by record in id order. Records up to `upTo` are in it, and every write to one
 * of them keeps it up to date; later records are still to come. So it is complete the moment the walk reaches the end.
 * Until then it is stored as unfinished: leftovers of a kill are reclaimed at the next start. A unique index refuses a
 * second document with the same key as soon as it contains the first.
 */
export class IndexBuild {
  readonly index: IndexDefinition;
  upTo = 0;

  constructor(index: IndexDefinition) {
    this.index = index;
  }
}
