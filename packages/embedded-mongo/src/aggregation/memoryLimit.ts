import type { Document } from '../bson/values.ts';
import { writeDocument } from '../bson/writeBson.ts';
import { maxMemoryBytes } from '../cursor/findSource.ts';
import { mongoError } from '../errors/mongoError.ts';

/** Adds up the BSON size of what a stage holds; throws when it exceeds MongoDB's limit for a stage. */
export class MemoryLimit {
  #used = 0;
  readonly #stage: string;

  constructor(stage: string) {
    this.#stage = stage;
  }

  add(bytes: number): void {
    this.#used += bytes;
    if (this.#used <= maxMemoryBytes) return;
    throw mongoError(
      'QueryExceededMemoryLimitNoDiskUseAllowed',
      `Exceeded memory limit for ${this.#stage}, but didn't allow external sort. Pass allowDiskUse:true to opt in.`,
    );
  }

  release(bytes: number): void {
    this.#used -= bytes;
  }

  addDocument(document: Document): void {
    this.add(writeDocument(document).length);
  }
}
