import type { ResultStatus } from '@assay/contract';
import { caseOf, closeCase, type OpenCase, openCase, outsideOfTests, suiteOf } from './caseOf.ts';
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

/** The XML of xUnit.net 2 and 3. */
export class XunitDialect implements ReportDialect {
  readonly #sink: ReportSink;
  readonly #texts = new ElementTexts('message', 'stack-trace', 'output', 'reason');
  readonly #suites: JunitSuite[] = [];
  #case: OpenCase | null = null;
  #declared = 0;

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  get missing(): string | null {
    return missingTests(this.#declared);
  }

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    this.#texts.open(element, attributes);
    if (element === 'assembly') {
      this.#declared += Number(attributes.total ?? 0) + Number(attributes.errors ?? 0) || 0;
      this.#suites.push({ ...suiteOf(assemblyName(attributes.name)), timestamp: startOf(attributes) });
    } else if (element === 'collection') this.#suites.push(suiteOf(attributes.name ?? ''));
    else if (element === 'test') this.#openTest(attributes);
    else if (element === 'error') this.#openError(attributes);
  }

  close(): void {
    const { name, text } = this.#texts.close();
    if (name === 'assembly' || name === 'collection') this.#suites.pop();
    else if (name === 'test' || name === 'error') this.#closeCase();
    else if (!this.#case) return;
    else if (name === 'message') this.#case.message = text;
    else if (name === 'stack-trace') this.#case.trace = text;
    else if (name === 'reason') this.#case.message ||= text;
    else if (name === 'output') this.#case.junitCase.output = text;
  }

  text(text: string): void {
    this.#texts.append(text);
  }

  #openTest({ name = '', type = '', time, result = '' }: Readonly<Record<string, string>>): void {
    const own = name.startsWith(`${type}.`) ? name.slice(type.length + 1) : name;
    const junitCase = caseOf(own, type, this.#suites);
    junitCase.durationMs = parseJunitTime(time);
    this.#case = openCase(junitCase, result);
  }

  /** What failed outside of the tests, such as the clean-up of a class. */
  #openError({ type = '', name = '' }: Readonly<Record<string, string>>): void {
    const what = [type, name].filter(Boolean).join(' ');
    const junitCase = caseOf(what === '' ? outsideOfTests : `${outsideOfTests} ${what}`, '', this.#suites);
    this.#case = openCase(junitCase, 'fail');
  }

  #closeCase(): void {
    if (this.#case) this.#sink.onCase(closeCase(this.#case, statuses));
    this.#case = null;
  }
}

/** The folder of an assembly is another one on each machine. */
function assemblyName(path = ''): string {
  return path.split(/[\\/]/).at(-1) ?? '';
}

function startOf(attributes: Readonly<Record<string, string>>): string | null {
  return [attributes['run-date'], attributes['run-time']].filter(Boolean).join(' ') || null;
}
