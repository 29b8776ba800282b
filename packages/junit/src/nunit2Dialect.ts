import { sumOfCounts } from './countedFailures.ts';
import { assemblyName } from './dotnetNames.ts';
import { NunitDialect } from './nunitDialect.ts';
import type { ReportDialect, ReportSink } from './reportDialect.ts';

type Attributes = Readonly<Record<string, string>>;

/** Outcomes in the words of NUnit 3. The console of NUnit 2 fails by tests that cannot be run. */
const results: Readonly<Record<string, string>> = {
  success: 'Passed',
  failure: 'Failed',
  error: 'Failed',
  notrunnable: 'Failed',
  cancelled: 'Failed',
  ignored: 'Skipped',
  skipped: 'Skipped',
  explicit: 'Skipped',
};
/** Suites of the cases of one test, which are no fixtures. */
const groupsOfCases = /^(?:ParameterizedTest|ParameterizedMethod|GenericMethod|Theory)$/;
const library = /\.(?:dll|exe)$/i;
const scriptOfPester = /\.ps1$/i;
const namespaceBefore = /^(?:[\w`+-]+\.)*$/;

/**
 * The result files of NUnit 2, which Pester and NUnit 3's console write as well: those of NUnit 3 with other words, and
 * named as NUnit 3 names the same tests, or as Pester's JUnit XML does.
 */
export class Nunit2Dialect implements ReportDialect {
  readonly #nunit: NunitDialect;
  /** The suites that are open, by the names that tests begin with; null: the tests in it do not. */
  readonly #fixtures: (string | null)[] = [];
  #script: string | null = null;

  constructor(sink: ReportSink) {
    this.#nunit = new NunitDialect(sink);
  }

  get missing(): string | null {
    return this.#nunit.missing;
  }

  open(element: string, attributes: Attributes): void {
    if (element === 'test-results') this.#nunit.open('test-run', runOf(attributes));
    else if (element === 'test-suite') this.#openSuite(attributes);
    else if (element === 'test-case') this.#nunit.open(element, this.#testOf(attributes));
    else this.#nunit.open(element, attributes);
  }

  close(element: string): void {
    if (element === 'test-suite' && this.#fixtures.pop() === this.#script) this.#script = null;
    this.#nunit.close();
  }

  text(text: string): void {
    this.#nunit.text(text);
  }

  #openSuite(attributes: Attributes): void {
    const { name = '', type = '' } = attributes;
    if (scriptOfPester.test(name)) this.#script = name;
    const isFixture = name !== '' && !groupsOfCases.test(type) && !library.test(name);
    this.#fixtures.push(isFixture ? name : null);
    this.#nunit.open('test-suite', {
      name: library.test(name) ? assemblyName(name) : name,
      result: resultOf(attributes),
    });
  }

  #testOf(attributes: Attributes): Attributes {
    const { name = '', time = '' } = attributes;
    const classname = this.#script ?? this.#fixtureOf(name);
    const own = name.startsWith(`${classname}.`) ? name.slice(classname.length + 1) : name;
    return { name: own, classname, duration: time, result: resultOf(attributes) };
  }

  /** A test has its whole name, a fixture has it in old versions only. */
  #fixtureOf(name: string): string {
    for (const fixture of this.#fixtures.toReversed()) {
      if (fixture === null) continue;
      const at = `.${name}`.indexOf(`.${fixture}.`);
      if (at >= 0 && namespaceBefore.test(name.slice(0, at))) return name.slice(0, at + fixture.length);
    }
    const end = name.indexOf('(');
    const dot = name.lastIndexOf('.', end < 0 ? name.length : end);
    return dot > 0 ? name.slice(0, dot) : (this.#fixtures.findLast((fixture) => fixture !== null) ?? '');
  }
}

function runOf({ total = '', failures = '', errors = '', invalid = '' }: Attributes): Attributes {
  return { total, failed: String(sumOfCounts(failures, errors, invalid)) };
}

function resultOf({ result, executed = '', success = '' }: Attributes): string {
  if (result !== undefined) return results[result.toLowerCase()] ?? result;
  if (/^false$/i.test(executed)) return 'Skipped';
  if (/^false$/i.test(success)) return 'Failed';
  return /^true$/i.test(success || executed) ? 'Passed' : '';
}
