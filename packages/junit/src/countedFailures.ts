import { caseOf, outcomeOf, outsideOfTests } from './caseOf.ts';
import { type JunitCase, type JunitSuite, statusOfCase } from './junitCase.ts';
import type { ReportSink } from './reportDialect.ts';
import { tellingLine } from './tellingMessage.ts';

/** Failures of suites that are held back until the first case; more of them tell nothing new. */
const mostHeldBack = 100;

/** What a header counts, and whether a case within names a failure, or a retried one that passed later. */
type Level = { declared: number; areNamed: boolean };

/** What a suite or a report says of its own failure. With a message, it counts where the report has no test as well. */
export type OwnFailure = { message?: string; text?: string };

/**
 * Hands over the cases of a report, and a failed one for each suite, and for the report, whose header counts a failure
 * that no case names. Writers that know of a failure without a test only count it: a package that does not compile, a
 * request without an answer, fewer tests than planned. Other counts are not believed.
 */
export class CountedFailures {
  readonly #sink: ReportSink;
  readonly #report: Level = { declared: 0, areNamed: false };
  readonly #suites: Level[] = [];
  /** Failures before the first case: a report without any has a problem of its own. */
  #heldBack: JunitCase[] = [];
  #hasCase = false;

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  /** @param declared failures of the report, by its header */
  declare(declared: number): void {
    this.#report.declared = declared;
  }

  openSuite(declared: number): void {
    this.#suites.push({ declared, areNamed: false });
  }

  /** The open suite also counts results that are not failures. */
  ignoreCountsOfSuite(): void {
    this.#here.declared = 0;
  }

  /** A failure has an element, whatever its case became in the end. */
  nameFailure(): void {
    this.#here.areNamed = true;
  }

  add(junitCase: JunitCase): void {
    this.#hasCase = true;
    for (const unnamed of this.#heldBack.splice(0)) this.#sink.onCase(unnamed);
    if (statusOfCase(junitCase) === 'FAIL') this.nameFailure();
    this.#sink.onCase(junitCase);
  }

  /** @returns whether a failed case was added */
  closeSuite(suites: readonly JunitSuite[], own: OwnFailure = {}): boolean {
    const closed = this.#suites.pop();
    const unnamed = closed ? unnamedFailure(closed, suites, own) : null;
    this.addUnnamed(unnamed, own);
    if (unnamed || closed?.areNamed) this.nameFailure();
    return unnamed !== null;
  }

  closeReport(suites: readonly JunitSuite[] = [], own: OwnFailure = {}): void {
    this.addUnnamed(unnamedFailure(this.#report, suites, own), own);
  }

  /** Adds a failure that no case names, once there is a case, or at once if the report itself says why. */
  addUnnamed(unnamed: JunitCase | null, { message }: OwnFailure = {}): void {
    if (unnamed === null) return;
    if (message) this.add(unnamed);
    else if (this.#hasCase) this.#sink.onCase(unnamed);
    else if (this.#heldBack.length < mostHeldBack) this.#heldBack.push(unnamed);
  }

  get #here(): Level {
    return this.#suites.at(-1) ?? this.#report;
  }
}

/** @returns the sum of counts in a header; what is not a number counts as 0. */
export function sumOfCounts(...counts: readonly (string | undefined)[]): number {
  return counts.reduce((sum, count) => sum + (Number(count ?? 0) || 0), 0);
}

function unnamedFailure(
  { declared, areNamed }: Level,
  suites: readonly JunitSuite[],
  { message = '', text = '' }: OwnFailure,
): JunitCase | null {
  if (declared <= 0 || areNamed) return null;
  const counted = declared === 1 ? '1 failure' : `${declared} failures`;
  const said =
    message || [tellingLine(text), `The report counts ${counted}, but no test failed.`].filter(Boolean).join('\n');
  return { ...caseOf(outsideOfTests, '', suites), outcomes: [outcomeOf('error', said, text)] };
}
