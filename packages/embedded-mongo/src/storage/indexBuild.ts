import type { IndexDefinition } from './indexDefinition.ts';

/**
 * An index that is being filled, record by record in the order of their ids. Records up to `upTo` stand in it and
 * every write to one of them keeps it so; those beyond are still to come. So it is whole the moment the walk arrives
 * at the end. It is stored as unfinished until then: what a kill leaves of it is reclaimed at the next start.
 * A unique one refuses a second document of the same key as soon as the first stands in it.
 */
export class IndexBuild {
  readonly index: IndexDefinition;
  upTo = 0;

  constructor(index: IndexDefinition) {
    this.index = index;
  }
}
