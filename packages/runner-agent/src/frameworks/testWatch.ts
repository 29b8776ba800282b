import type { ListedTest } from '@assay/contract';

/** Beyond a test's own limit, a framework may take this long to start its next test. */
const betweenTestsMs = 120_000;
/** What it may need to clean up after its last test. */
const afterLastMs = 30_000;

/** Times one test process: the running test, and the gaps in which the process makes no progress. */
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

  /** No test is running: the next one is due. */
  betweenTests(): void {
    this.#set(this.#options.testTimeoutMs + betweenTestsMs, this.#options.onIdle);
  }

  allDone(): void {
    this.#set(afterLastMs, this.#options.onIdle);
  }

  /** Final: the last messages of a process may arrive after its end. */
  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #set(milliseconds: number, onTime: () => void): void {
    if (this.#timer) clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(onTime, milliseconds);
  }
}
