import { type Document, int32, type Value } from '../bson/values.ts';
import { MongoError } from '../errors/mongoError.ts';

/** The errors of a write command's statements: an ordered command stops at the first, an unordered one continues. */
export class WriteErrors {
  readonly #ordered: boolean;
  readonly #errors: Document[] = [];

  constructor(ordered: boolean) {
    this.#ordered = ordered;
  }

  /** The command must stop. */
  get stopped(): boolean {
    return this.#ordered && this.#errors.length > 0;
  }

  /** Does work ahead of the transaction; its error surfaces only when the statement is reached. */
  prepare<T>(work: () => T): () => T {
    try {
      const value = work();
      return () => value;
    } catch (error) {
      if (!(error instanceof MongoError)) throw error;
      return () => {
        throw error;
      };
    }
  }

  /** Runs a statement; its own error is recorded and counts as done. */
  attempt(index: number, work: () => boolean): boolean {
    try {
      return work();
    } catch (error) {
      this.#add(index, error);
      return true;
    }
  }

  async attemptLater(index: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#add(index, error);
    }
  }

  addTo(reply: Document): Document {
    if (this.#errors.length > 0) reply.set('writeErrors', this.#errors);
    return reply;
  }

  #add(index: number, error: unknown): void {
    if (!(error instanceof MongoError)) throw error;
    const entry: Document = new Map<string, Value>([
      ['index', int32(index)],
      ['code', int32(error.code)],
    ]);
    // MongoDB's write errors have no codeName; keyPattern and keyValue are included.
    for (const [name, value] of error.details) entry.set(name, value);
    entry.set('errmsg', error.message);
    this.#errors.push(entry);
  }
}
