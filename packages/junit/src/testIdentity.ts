import { hash } from 'node:crypto';
import type { TestId } from '@assay/contract';
import { firstPart } from './firstPart.ts';

const idLength = 16;
const maxNameLength = 2000;
/** What a name may have beside a number that tells it from others. */
export const maxOwnNameLength = maxNameLength - 8;

/** @returns the stable identity of a test: the same file and name give the same id in every run, on every machine. */
export function testIdOf(file: string, name: string): TestId {
  return hash('sha256', `${file}\0${name}`, 'base64url').slice(0, idLength) as TestId;
}

/** Assigns names that are unique within their file: a second 't' is called 't #2'. */
export class UniqueNames {
  readonly #taken = new Set<string>();
  /** The next number to try for a name, so that thousands of equal names do not try every number again. */
  readonly #next = new Map<string, number>();

  take(file: string, wanted: string): string {
    const base = firstPart(wanted, maxOwnNameLength);
    const key = `${file}\0${base}`;
    let count = this.#next.get(key) ?? 1;
    let name = count === 1 ? base : `${base} #${count}`;
    while (this.#taken.has(`${file}\0${name}`)) {
      count += 1;
      name = `${base} #${count}`;
    }
    this.#next.set(key, count + 1);
    this.#taken.add(`${file}\0${name}`);
    return name;
  }
}

/** A new name's own identity, and the test that it belongs to. */
export type RenamedIdentity = { renamedId: TestId; testId: TestId };

/** Gives tests with new names the identities that they have kept. */
export class KeptIdentities {
  readonly #kept: ReadonlyMap<TestId, TestId>;
  readonly #isThere: (testId: TestId) => boolean;
  /** By an identity that was kept: the one that its new name has by itself. */
  readonly #taken = new Map<TestId, TestId>();

  /** @param isThere whether a run is known to have a test with this identity of its own */
  constructor(renamed: readonly RenamedIdentity[], isThere: (testId: TestId) => boolean = () => false) {
    this.#kept = new Map(renamed.map(({ renamedId, testId }) => [renamedId, testId]));
    this.#isThere = isThere;
  }

  /** @returns the identity of the test with this name; no two names of a run get the same one */
  of(own: TestId): TestId {
    // The former name is there as well, after the new one: they are two tests, and each needs an identity.
    const other = this.#taken.get(own);
    if (other !== undefined) return other;
    const kept = this.#kept.get(own);
    if (kept === undefined || this.#isThere(kept)) return own;
    const taker = this.#taken.get(kept) ?? own;
    this.#taken.set(kept, taker);
    return taker === own ? kept : own;
  }
}
