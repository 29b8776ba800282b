import type { ListedTest } from '@assay/contract';

/** A framework may take this long, beyond one test's own limit, to start its next test. */
const betweenTestsMs = 120_000;
/** What it may need to tidy up after its last test. */
const afterLastMs = 30_000;

/** Watches the clock over one test process: over the running test, and over a process that does not get on. */
export class TestWatch {
  readonly #options: { testTimeoutMs: number; onHungTest: (test: ListedTest) => void; onIdle: () => void };
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(options: { testTimeoutMs: number; onHungTest: (test: ListedTest) => void; onIdle: () => void }) {
    this.#options = options;
    this.betweenTests();
  }

  began(test: ListedTest): void {
    this.#set(this.#options.testTimeoutMs, () => this.#options.onHungTest(test));
  }

  /** No test is running: the next one is to come. */
  betweenTests(): void {
    this.#set(this.#options.testTimeoutMs + betweenTestsMs, this.#options.onIdle);
  }

  allDone(): void {
    this.#set(afterLastMs, this.#options.onIdle);
  }

  /** For good: what the process said last may be heard of after its end. */
  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #set(milliseconds: number, onTime: () => void): void {
    if (this.#timer) clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(onTime, milliseconds);
  }
}
