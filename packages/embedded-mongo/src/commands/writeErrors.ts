import { type Document, int32, type Value } from '../bson/values.ts';
import { MongoError } from '../errors/mongoError.ts';

/**
 * The statements of one write command: an ordered command stops at its first error, an unordered one goes on. A write
 * job may be run again after a transaction that failed, so each run starts afresh.
 */
export class WriteErrors {
  private readonly ordered: boolean;
  private readonly count: number;
  private errors: Document[] = [];

  constructor(ordered: boolean, count: number) {
    this.ordered = ordered;
    this.count = count;
  }

  /** Does work ahead of the transaction; its error surfaces only when the statement's turn comes. */
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

  /** Runs every statement and adds up what they return. */
  each(statement: (index: number) => number): number {
    this.errors = [];
    let total = 0;
    for (let i = 0; i < this.count; i++) {
      if (!this.attempt(i, () => (total += statement(i)))) break;
    }
    return total;
  }

  /** False when the command has to stop here. */
  attempt(index: number, work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      this.add(index, error);
      return !this.ordered;
    }
  }

  add(index: number, error: unknown): void {
    if (!(error instanceof MongoError)) throw error;
    const entry: Document = new Map<string, Value>([
      ['index', int32(index)],
      ['code', int32(error.code)],
    ]);
    // MongoDB names the code of a write error only in the message; keyPattern and keyValue come with it.
    for (const [name, value] of error.details) entry.set(name, value);
    entry.set('errmsg', error.message);
    this.errors.push(entry);
  }

  get stopsOnError(): boolean {
    return this.ordered;
  }

  addTo(reply: Document): Document {
    if (this.errors.length > 0) reply.set('writeErrors', this.errors);
    return reply;
  }
}
