import { hash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import type { ResultStatus } from '@assay/contract';
import { attemptsOfCase, type JunitCase, type JunitNames, type TestName } from '@assay/junit';

/** A result, and when it was read (ms since 1970). */
export type SeenCase = { junitCase: JunitCase; seenAt: number };
/** A test with its results in the order of writing: the last one counts, the others are earlier attempts. */
export type TakenTest = { named: TestName; results: SeenCase[] };
/** What a result file held at one moment. */
export type Observation = {
  cases: readonly JunitCase[];
  /** The file could be read to its end. */
  complete: boolean;
  /** It was replaced, or its command has ended: nothing is added to this content. */
  ended: boolean;
};

type Held = SeenCase & { status: ResultStatus; file: string; generation: number };
/** One test of a file; several may have the same name. */
type Slot = { named: TestName; streamed: boolean; held: Held[] };
type Identified = { key: string; digest: string; junitCase: JunitCase };

class FileHistory {
  /** The tests by name, each in the order of first writing. */
  readonly slots = new Map<string, Slot[]>();
  /** The tests by what was written about them. */
  readonly seen = new Map<string, Slot>();
  /** Counts the writings that replaced results. */
  generation = 0;
  /** What the current writing has had so far. */
  current: ReadonlySet<string> = new Set();
  /** Later writings that also had tests unknown before: more than retries. */
  readonly mixed = new Set<number>();
  /** What was in contents that were read to their end. */
  readonly completed = new Set<string>();
  /** What was read of a content that is still being written. */
  open: Identified[] = [];
  /** Contents that were replaced before their end was read. */
  cutOff: ReadonlySet<string>[] = [];
}

/** Characters of results that wait for the end of the command: memory is for all runs of the agent. */
const maxHeldText = 64 * 1024 * 1024;
/** Tests of one command, over all writings of its files. */
const maxTests = 200_000;
/** Contents of one file that were replaced before their end was read. */
const maxCutOff = 100;
/** Cases after which other runs of the agent are served. */
const casesAtOnce = 500;
const maxExamples = 3;

/**
 * The results of a command's files. A file may be written several times: by a second command, by a retry, or by a
 * reporter that repeats it after each test. Results of an earlier content stay; the same test with another
 * result has one more attempt. A passed test is available at once, other results only when the command has ended: the
 * service takes one final result of a test, and a retry may follow.
 */
export class ResultHistory {
  readonly #names: JunitNames;
  readonly #files = new Map<string, FileHistory>();
  readonly #slots: Slot[] = [];
  /** For copies in other files. */
  readonly #byFingerprint = new Map<string, Slot>();
  readonly #lost = new Set<string>();
  readonly #unclear = new Map<string, string[]>();
  #heldText = 0;
  #results = 0;

  constructor(names: JunitNames) {
    this.#names = names;
  }

  /** How many results were taken, repetitions excluded. */
  get results(): number {
    return this.#results;
  }

  /** Why results may be missing, or may belong to other tests: a sentence for each file. Complete after `finish`. */
  get doubts(): string[] {
    const cut = [...this.#files].flatMap(([file, { cutOff }]) => (cutOff.length > 0 ? [file] : []));
    const lost = [...new Set([...this.#lost, ...cut])];
    return [
      ...lost.map((file) => `${file} was overwritten before all of it was read.`),
      ...[...this.#unclear].map(([file, names]) => unclearText(file, names)),
    ];
  }

  /**
   * Takes what a file holds. One observation at a time.
   * @returns the passed tests that were not known before.
   */
  async observe(file: string, { cases, complete, ended }: Observation): Promise<TakenTest[]> {
    const history = this.#files.get(file) ?? new FileHistory();
    this.#files.set(file, history);
    const isWhole = complete || ended;
    // The last case of a file that is still being written may get a second outcome.
    const found = await this.#identified(file, isWhole ? cases : cases.slice(0, -1));
    const digests = digestsOf(found);
    const { open } = history;
    history.open = isWhole ? [] : found;
    const taken = isSubset(digestsOf(open), digests) ? [] : await this.#takeCutOff(file, history, open);
    for (const test of await this.#take(file, history, found, isWhole)) taken.push(test);
    history.cutOff = history.cutOff.filter((earlier) => !isSubset(earlier, digests));
    if (complete && !this.#isFull) for (const digest of digests) history.completed.add(digest);
    else if (ended) this.#noteCutOff(file, history, digests);
    return taken;
  }

  /** A content of the file was replaced, and could not be read. */
  addLost(file: string): void {
    this.#lost.add(file);
  }

  /** @returns the tests whose results were held until the end of the command. */
  async finish(): Promise<TakenTest[]> {
    for (const [file, history] of this.#files) await this.#takeCutOff(file, history, history.open);
    return this.#slots.flatMap((slot) => this.#settle(slot));
  }

  get #isFull(): boolean {
    return this.#slots.length >= maxTests;
  }

  /** Equal results in one content differ by a number. */
  async #identified(file: string, cases: readonly JunitCase[]): Promise<Identified[]> {
    const counts = new Map<string, number>();
    const found: Identified[] = [];
    for (const junitCase of cases) {
      const { file: of, name } = this.#names.nameOf(junitCase, file);
      const key = `${of}\0${name}`;
      const said = digestOf(key, junitCase);
      const count = counts.get(said) ?? 0;
      counts.set(said, count + 1);
      found.push({ key, junitCase, digest: count === 0 ? said : `${said} ${count}` });
      if (found.length % casesAtOnce === 0) await breathe();
    }
    return found;
  }

  async #takeCutOff(file: string, history: FileHistory, open: readonly Identified[]): Promise<TakenTest[]> {
    this.#noteCutOff(file, history, digestsOf(open));
    return await this.#take(file, history, open, true);
  }

  #noteCutOff(file: string, history: FileHistory, digests: ReadonlySet<string>): void {
    if (isSubset(digests, history.completed)) return;
    if (history.cutOff.length < maxCutOff) history.cutOff.push(digests);
    else this.#lost.add(file);
  }

  async #take(
    file: string,
    history: FileHistory,
    found: readonly Identified[],
    isWhole: boolean,
  ): Promise<TakenTest[]> {
    const fresh = found.filter(({ digest }) => !history.seen.has(digest));
    if (fresh.length === 0) return [];
    const digests = digestsOf(found);
    if (!isSubset(history.current, digests)) {
      // Whether a new writing repeats tests or adds some shows only at its end.
      if (!isWhole) return [];
      history.generation += 1;
    }
    history.current = digests;
    const unchanged = new Set(found.map(({ digest }) => history.seen.get(digest)));
    const taken: TakenTest[] = [];
    let tests = 0;
    for (const [key, all] of byKey(fresh)) {
      tests += 1;
      if (tests % casesAtOnce === 0) await breathe();
      const free = (history.slots.get(key) ?? []).filter((slot) => !unchanged.has(slot));
      // With other counts of one name it is unknown which of these tests is meant.
      const repeats = isWhole && free.length === all.length;
      if (!repeats) history.mixed.add(history.generation);
      for (const [index, each] of all.entries()) {
        const slot = repeats ? free[index] : undefined;
        if (slot) this.#repeat(file, history, slot, each);
        else for (const test of this.#add(file, history, each)) taken.push(test);
      }
    }
    return taken;
  }

  #add(file: string, history: FileHistory, { key, digest, junitCase }: Identified): TakenTest[] {
    if (this.#isFull) {
      this.#lost.add(file);
      return [];
    }
    const fingerprint = this.#names.fingerprintOf(junitCase, file);
    const named = this.#names.take(junitCase, file);
    const slot = named ? { named, streamed: false, held: [] } : this.#byFingerprint.get(fingerprint);
    if (!slot) return [];
    history.seen.set(digest, slot);
    const sameName = history.slots.get(key);
    if (sameName) sameName.push(slot);
    else history.slots.set(key, [slot]);
    if (!named) return [];
    this.#byFingerprint.set(fingerprint, slot);
    this.#slots.push(slot);
    if (statusOf(junitCase) !== 'PASS' && this.#heldText < maxHeldText) {
      this.#hold(slot, junitCase, file, history);
      return [];
    }
    slot.streamed = true;
    this.#results += 1;
    return [{ named, results: [{ junitCase, seenAt: Date.now() }] }];
  }

  #repeat(file: string, history: FileHistory, slot: Slot, { digest, junitCase }: Identified): void {
    history.seen.set(digest, slot);
    if (!this.#names.take(junitCase, file, slot.named)) return;
    this.#byFingerprint.set(this.#names.fingerprintOf(junitCase, file), slot);
    this.#hold(slot, junitCase, file, history);
  }

  #hold(slot: Slot, junitCase: JunitCase, file: string, { generation }: FileHistory): void {
    this.#results += 1;
    this.#heldText += JSON.stringify(junitCase).length;
    slot.held.push({ junitCase, seenAt: Date.now(), status: statusOf(junitCase), file, generation });
  }

  #settle({ named, streamed, held }: Slot): TakenTest[] {
    const all = held.splice(0);
    // A retry may list the tests that it leaves out as skipped.
    const ran = all.filter(({ status }) => status !== 'IGNORED');
    if (!streamed && ran.length === 0) return all.slice(-1).map((result) => ({ named, results: [result] }));
    const isOther = ({ file, generation }: Held) => generation > 0 && this.#files.get(file)?.mixed.has(generation);
    const split = ran.findIndex((result, index) => (streamed || index > 0) && isOther(result));
    const own = split < 0 ? ran : ran.slice(0, split);
    const others = split < 0 ? [] : ran.slice(split);
    const [first] = others;
    if (first && ran.some(({ status }) => status === 'FAIL')) {
      this.#unclear.set(first.file, [...(this.#unclear.get(first.file) ?? []), named.name]);
    }
    // The pass is final already; a later failure is a test of its own.
    const failure = own.findIndex(({ status }) => status === 'FAIL');
    const later = failure < 0 ? [] : own.slice(failure);
    return [
      ...(streamed ? this.#separate(later) : [{ named, results: own }]),
      ...others.flatMap((result) => this.#separate([result])),
    ];
  }

  #separate(results: readonly Held[]): TakenTest[] {
    const [first] = results;
    return first ? [{ named: this.#names.another(first.junitCase, first.file), results: [...results] }] : [];
  }
}

function unclearText(file: string, names: readonly string[]): string {
  const shown = names.slice(0, maxExamples).map((name) => `'${name}'`);
  const more = names.length > maxExamples ? ` and ${names.length - maxExamples} more` : '';
  return (
    `${file} was written several times, with other tests and different results of ${shown.join(', ')}${more}: these may ` +
    'be different tests of the same name, so they do not count as retries.'
  );
}

function statusOf(junitCase: JunitCase): ResultStatus {
  return attemptsOfCase(junitCase).at(-1)?.status ?? 'PASS';
}

function byKey(found: readonly Identified[]): Map<string, Identified[]> {
  const groups = new Map<string, Identified[]>();
  for (const each of found) {
    const group = groups.get(each.key);
    if (group) group.push(each);
    else groups.set(each.key, [each]);
  }
  return groups;
}

function isSubset(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  for (const each of part) if (!whole.has(each)) return false;
  return true;
}

function digestsOf(found: readonly Identified[]): Set<string> {
  return new Set(found.map(({ digest }) => digest));
}

/** A reporter that repeats the whole file may give its suites a new time each time. */
function digestOf(key: string, { suites, ...said }: JunitCase): string {
  const places = suites.map(({ name, file, hostname, variant }) => [name, file, hostname, variant]);
  return hash('sha256', JSON.stringify([key, places, said]), 'base64url');
}
