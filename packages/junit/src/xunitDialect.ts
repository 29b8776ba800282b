import type { ResultStatus } from '@assay/contract';
import { caseOf, closeCase, type OpenCase, openCase, outsideOfTests, suiteOf } from './caseOf.ts';
import { CountedFailures, sumOfCounts } from './countedFailures.ts';
import { assemblyName } from './dotnetNames.ts';
import { ElementTexts } from './elementTexts.ts';
import type { JunitSuite } from './junitCase.ts';
import { parseJunitTime } from './junitTime.ts';
import { missingTests, type ReportDialect, type ReportSink } from './reportDialect.ts';

const statuses: ReadonlyMap<string, ResultStatus> = new Map([
  ['pass', 'PASS'],
  ['fail', 'FAIL'],
  ['skip', 'IGNORED'],
  ['notrun', 'IGNORED'],
]);

/** The XML of xUnit.net: version 1 has classes in place of collections. */
export class XunitDialect implements ReportDialect {
  readonly #counted: CountedFailures;
  readonly #texts = new ElementTexts('message', 'stack-trace', 'output', 'reason');
  readonly #suites: JunitSuite[] = [];
  #case: OpenCase | null = null;
  #declared = 0;

  constructor(sink: ReportSink) {
    this.#counted = new CountedFailures(sink);
  }

  get missing(): string | null {
    return missingTests(this.#declared);
  }

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    const isOfClass = this.#texts.parent === 'class';
    this.#texts.open(element, attributes);
    if (element === 'assembly') {
      this.#declared += sumOfCounts(attributes.total, attributes.errors);
      this.#openSuite({ ...suiteOf(assemblyName(attributes.name)), timestamp: startOf(attributes) }, attributes);
    } else if (element === 'collection' || element === 'class') {
      this.#openSuite(suiteOf(attributes.name ?? ''), attributes);
    } else if (element === 'failure' && isOfClass) this.#openError({});
    else if (element === 'test') this.#openTest(attributes);
    else if (element === 'error') this.#openError(attributes);
  }

  close(): void {
    const { name, text } = this.#texts.close();
    if (name === 'assembly' || name === 'collection' || name === 'class') this.#closeSuite();
    else if (name === 'test' || name === 'error') this.#closeCase();
    else if (name === 'failure' && this.#texts.parent === 'class') this.#closeCase();
    else if (!this.#case) return;
    else if (name === 'message') this.#case.message = text;
    else if (name === 'stack-trace') this.#case.trace = text;
    else if (name === 'reason') this.#case.message ||= text;
    else if (name === 'output') this.#case.junitCase.output = text;
  }

  text(text: string): void {
    this.#texts.append(text);
  }

  #openSuite(suite: JunitSuite, { failed, errors }: Readonly<Record<string, string>>): void {
    this.#suites.push(suite);
    this.#counted.openSuite(sumOfCounts(failed, errors));
  }

  #closeSuite(): void {
    this.#counted.closeSuite(this.#suites);
    this.#suites.pop();
  }

  #openTest({ name = '', type = '', time, result = '' }: Readonly<Record<string, string>>): void {
    const own = name.startsWith(`${type}.`) ? name.slice(type.length + 1) : name;
    const junitCase = caseOf(own, type, this.#suites);
    junitCase.durationMs = parseJunitTime(time);
    this.#case = openCase(junitCase, result);
  }

  /** What failed outside of the tests, such as the clean-up of a class, or in version 1 a class. */
  #openError({ type = '', name = '' }: Readonly<Record<string, string>>): void {
    const what = [type, name].filter(Boolean).join(' ');
    const junitCase = caseOf(what === '' ? outsideOfTests : `${outsideOfTests} ${what}`, '', this.#suites);
    this.#case = openCase(junitCase, 'fail');
  }

  #closeCase(): void {
    if (this.#case) this.#counted.add(closeCase(this.#case, statuses));
    this.#case = null;
  }
}

function startOf(attributes: Readonly<Record<string, string>>): string | null {
  return [attributes['run-date'], attributes['run-time']].filter(Boolean).join(' ') || null;
}
