import { agentProtocol, BoundedText } from '@assay/contract';
import { caseOf, failureOutside, outcomeOf, suiteOf } from './caseOf.ts';
import { CountedFailures, sumOfCounts } from './countedFailures.ts';
import { ElementTexts } from './elementTexts.ts';
import type { JunitCase, JunitSuite } from './junitCase.ts';
import { missingTests, type ReportDialect, type ReportSink } from './reportDialect.ts';

const levels = new Set(['INFO', 'WARN', 'ERROR', 'FAIL', 'SKIP']);
const oldTime = /^(\d{4})(\d\d)(\d\d) (\d\d:\d\d:\d\d\.\d{3})$/;

/**
 * Robot Framework's `output.xml`, named as its `xunit.xml` names the same tests. A suite's teardown follows its tests, which
 * have passed until then: its failure is one outside of any test.
 */
export class RobotDialect implements ReportDialect {
  readonly #counted: CountedFailures;
  readonly #texts = new ElementTexts('msg', 'status');
  readonly #suites: JunitSuite[] = [];
  #declared = 0;
  #test: { junitCase: JunitCase; output: BoundedText } | null = null;

  constructor(sink: ReportSink) {
    this.#counted = new CountedFailures(sink);
  }

  get missing(): string | null {
    return missingTests(this.#declared);
  }

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    this.#texts.open(element, attributes);
    if (element === 'stat' && this.#texts.within('total')) this.#count(attributes);
    if (element === 'suite') this.#suites.push(suiteOf(attributes.name ?? ''));
    else if (element === 'test') {
      const classname = this.#suites.map(({ name }) => name).join('.');
      const junitCase = caseOf(attributes.name ?? '', classname, this.#suites);
      this.#test = { junitCase, output: new BoundedText(agentProtocol.textLimit) };
    }
  }

  close(): void {
    const { name, attributes, text } = this.#texts.close();
    const { parent } = this.#texts;
    if (name === 'suite') this.#suites.pop();
    else if (name === 'test') this.#closeTest();
    else if (name === 'robot') this.#counted.closeReport();
    else if (name === 'msg' && this.#test && levels.has(attributes.level ?? '')) {
      this.#test.output.append(`${text}\n`);
    } else if (name === 'status' && parent === 'test') this.#conclude(attributes, plain(text));
    else if (name === 'status' && parent === 'suite' && attributes.status === 'FAIL') this.#endSuite(plain(text));
  }

  text(text: string): void {
    this.#texts.append(text);
  }

  /** Before version 4 critical tests are counted before all tests. */
  #count({ pass, fail, skip }: Readonly<Record<string, string>>): void {
    this.#declared = sumOfCounts(pass, fail, skip);
    this.#counted.declare(sumOfCounts(fail));
  }

  #conclude(attributes: Readonly<Record<string, string>>, said: string): void {
    if (!this.#test) return;
    const { junitCase } = this.#test;
    junitCase.durationMs = durationOf(attributes);
    if (attributes.status === 'FAIL') junitCase.outcomes.push(outcomeOf('failure', said));
    else if (attributes.status !== 'PASS') junitCase.outcomes.push(outcomeOf('skipped', said));
  }

  /** A failed setup is what its tests failed by. */
  #endSuite(said: string): void {
    if (said === '' || said.startsWith('Suite setup failed')) return;
    this.#counted.add(failureOutside(said, '', this.#suites));
  }

  #closeTest(): void {
    if (!this.#test) return;
    const { junitCase, output } = this.#test;
    this.#test = null;
    junitCase.output = output.toString().trimEnd();
    this.#counted.add(junitCase);
  }
}

function durationOf({ elapsed, starttime, endtime }: Readonly<Record<string, string>>): number | null {
  if (elapsed !== undefined) return Math.round(Number(elapsed) * 1000) || 0;
  const [from, to] = [starttime, endtime].map((time) => Date.parse((time ?? '').replace(oldTime, '$1-$2-$3T$4Z')));
  const duration = (to ?? Number.NaN) - (from ?? Number.NaN);
  return duration >= 0 ? duration : null;
}

/** A message may be HTML, as of tests that ran again. */
function plain(said: string): string {
  return said.startsWith('*HTML*')
    ? said
        .slice(6)
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
    : said;
}
