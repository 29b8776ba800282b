import { readDocument } from '../bson/readBson.ts';
import type { Document } from '../bson/values.ts';
import type { Pace } from '../cursor/pace.ts';
import type { Filter } from '../query/filter.ts';
import type { Plan } from '../query/planQuery.ts';
import { RecordScan } from '../query/recordScan.ts';
import type { Collection } from '../storage/collection.ts';
import type { Environment, ReadView } from '../storage/environment.ts';

const chunkSize = 128;

/** The input documents of a pipeline, in chunks. suspend() releases the snapshot until the next chunk is read. */
export class ScanFeed {
  readonly #environment: Environment;
  readonly #scan: RecordScan;
  readonly #fields: ReadonlySet<string> | undefined;
  #view: ReadView;

  /** `fields`: the top-level fields that the pipeline reads, undefined for all. */
  constructor(
    environment: Environment,
    collection: Collection,
    plan: Plan,
    filter: Filter,
    fields: ReadonlySet<string> | undefined,
  ) {
    this.#environment = environment;
    this.#scan = new RecordScan(environment, collection, plan, filter);
    this.#fields = fields;
  }

  async *chunks(pace: () => Pace): AsyncGenerator<Document[]> {
    let chunk: Document[] = [];
    for (;;) {
      this.#view ??= this.#environment.root.useReadTransaction();
      const next = this.#scan.next(this.#view);
      if (next === undefined) break;
      if (pace().step()) await pace().pause();
      if (next === 'miss') continue;
      chunk.push(readDocument(next.bytes, { only: this.#fields }));
      if (chunk.length < chunkSize) continue;
      yield chunk;
      chunk = [];
    }
    if (chunk.length > 0) yield chunk;
  }

  suspend(): void {
    this.#scan.release();
    this.#view?.done();
    this.#view = undefined;
  }
}
