import { agentProtocol, BoundedText, type ResultStatus } from '@assay/contract';
import { caseOf, closeCase, type OpenCase, openCase, suiteOf } from './caseOf.ts';
import { CountedFailures, sumOfCounts } from './countedFailures.ts';
import { ElementTexts } from './elementTexts.ts';
import { type JunitCase, type JunitOutcome, type JunitSuite, statusOfCase } from './junitCase.ts';
import { missingTests, type ReportDialect, type ReportSink } from './reportDialect.ts';

const statuses: ReadonlyMap<string, ResultStatus> = new Map([
  ['pass', 'PASS'],
  ['fail', 'FAIL'],
  ['skip', 'IGNORED'],
  // Fewer of its calls failed than may fail.
  ['success_percentage_failure', 'IGNORED'],
]);
/** Of an object without a text of its own: another one in each attempt. */
const identity = /@[\da-f]+\b/g;
/** Attempts that wait for the next one at the same test. */
const mostRetried = 100;

type Attributes = Readonly<Record<string, string>>;
/** @property method the test without its values */
type Retried = { method: string; attempts: JunitCase[] };
type OpenMethod = OpenCase & { attributes: Attributes; values: BoundedText; printed: BoundedText };

/**
 * `testng-results.xml`, named as TestNG's JUnit XML names the same tests. Values of data providers are no part of a
 * name there, and are output here. Methods that set up or clean up are tests where they failed.
 */
export class TestngDialect implements ReportDialect {
  readonly #counted: CountedFailures;
  readonly #texts = new ElementTexts('message', 'full-stacktrace', 'short-stacktrace', 'value', 'line');
  readonly #suites: JunitSuite[] = [];
  /** Attempts that were retried, by test and values. */
  readonly #retried = new Map<string, Retried>();
  /** Methods of the open class that have a final result. */
  readonly #finished = new Set<string>();
  #waiting = 0;
  #classname = '';
  #method: OpenMethod | null = null;
  #declared = 0;

  constructor(sink: ReportSink) {
    this.#counted = new CountedFailures(sink);
  }

  get missing(): string | null {
    return missingTests(this.#declared);
  }

  open(element: string, attributes: Attributes): void {
    this.#texts.open(element, attributes);
    if (element === 'testng-results') {
      const { total, ignored, failed } = attributes;
      // Tests that are switched off are counted, and nowhere else in the report.
      this.#declared = sumOfCounts(total) - sumOfCounts(ignored);
      this.#counted.declare(sumOfCounts(failed));
    } else if (element === 'suite' || element === 'test') this.#suites.push(suiteOf(attributes.name ?? ''));
    else if (element === 'class') this.#classname = attributes.name ?? '';
    else if (element === 'test-method') this.#openMethod(attributes);
  }

  close(): void {
    const { name, attributes, text } = this.#texts.close();
    if (name === 'suite' || name === 'test') this.#suites.pop();
    else if (name === 'class') this.#closeClass();
    else if (name === 'testng-results') this.#counted.closeReport();
    else if (!this.#method) return;
    else if (name === 'test-method') this.#closeMethod(this.#method);
    else if (name === 'exception') this.#method.message ||= this.#method.trace === '' ? (attributes.class ?? '') : '';
    else if (name === 'message') this.#method.message = text;
    else if (name.endsWith('-stacktrace')) this.#method.trace ||= text;
    else if (name === 'value') this.#method.values.append(`, ${text}`);
    else if (name === 'line') this.#method.printed.append(`${text}\n`);
  }

  text(text: string): void {
    this.#texts.append(text);
  }

  #openMethod(attributes: Attributes): void {
    const { name = '', status = '', 'duration-ms': duration = '' } = attributes;
    const junitCase = caseOf(name, this.#classname, this.#suites);
    junitCase.durationMs = duration === '' ? null : Number(duration) || 0;
    const [values, printed] = [new BoundedText(agentProtocol.textLimit), new BoundedText(agentProtocol.textLimit)];
    this.#method = { ...openCase(junitCase, status), attributes, values, printed };
  }

  #closeMethod(method: OpenMethod): void {
    this.#method = null;
    const { attributes, printed } = method;
    const values = method.values.toString().slice(2);
    const instance = attributes['test-instance-name'];
    const called = [instance, values !== '' ? `(${values})` : ''].filter(Boolean).join(' ');
    const junitCase = closeCase(method, statuses);
    junitCase.output = [called, printed.toString().trimEnd()].filter(Boolean).join('\n');
    const failed = statusOfCase(junitCase) === 'FAIL';
    if (attributes['is-config'] === 'true' && !failed) return;
    const of = [attributes.signature, instance].join('\0');
    const test = [of, values.replace(identity, '')].join('\0');
    if (attributes.retried === 'true') this.#retry(test, of, junitCase);
    else {
      this.#finished.add(of);
      this.#counted.add(this.#withAttempts(test, junitCase));
    }
  }

  #closeClass(): void {
    this.#handRetried();
    this.#finished.clear();
  }

  /** TestNG calls an attempt skipped that another one followed. */
  #retry(test: string, method: string, junitCase: JunitCase): void {
    if (this.#waiting === mostRetried) this.#handRetried();
    this.#waiting += 1;
    const { attempts } = this.#retried.get(test) ?? { attempts: [] };
    this.#retried.set(test, { method, attempts: [...attempts, junitCase] });
  }

  #withAttempts(test: string, junitCase: JunitCase): JunitCase {
    const { attempts } = this.#retried.get(test) ?? { attempts: [] };
    this.#retried.delete(test);
    this.#waiting -= attempts.length;
    const flaky = attempts.flatMap(({ outcomes, output }) =>
      outcomes.map((outcome): JunitOutcome => ({ ...outcome, kind: 'flaky', output })),
    );
    return { ...junitCase, outcomes: [...flaky, ...junitCase.outcomes] };
  }

  /**
   * Attempts without a final result have failed. One that began in the same millisecond as its retry comes after the final
   * result, and the values of a retry may be new ones: a result of the method is enough.
   */
  #handRetried(): void {
    for (const { method, attempts } of this.#retried.values()) {
      if (this.#finished.has(method)) continue;
      for (const attempt of attempts) {
        const outcomes = attempt.outcomes.map((outcome): JunitOutcome => ({ ...outcome, kind: 'failure' }));
        this.#counted.add({ ...attempt, outcomes, attributeStatus: 'FAIL' });
      }
    }
    this.#retried.clear();
    this.#waiting = 0;
  }
}
