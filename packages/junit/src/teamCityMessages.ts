import { agentProtocol, BoundedText } from '@assay/contract';
import { caseOf, failureOutside, outcomeOf, suiteOf } from './caseOf.ts';
import type { JunitCase, JunitSuite } from './junitCase.ts';
import type { ReportSink } from './reportDialect.ts';
import type { FormatReader, ReportFormat } from './reportFormat.ts';

const message = /^\s*##teamcity\[(?<kind>\w+)(?<attributes>(?: +\w+='(?:[^'|]|\|.)*')*) *\]\s*$/;
const attribute = /(?<key>\w+)='(?<value>(?:[^'|]|\|.)*)'/g;
const startOfMessages = /^\s*##teamcity\[test/m;
/** Longer lines are output. */
const longestLine = 1_000_000;
const deepest = 50;

type OpenTest = { junitCase: JunitCase; output: BoundedText };
type Flow = { suites: JunitSuite[]; tests: Map<string, OpenTest> };
type Attributes = Readonly<Record<string, string>>;

/**
 * Service messages to TeamCity, as reporters of Mocha and Jest, PHPUnit and others print them between what tests print.
 * Suites and tests of a flow are nested; those of two may be mixed.
 */
export const teamCityMessages: ReportFormat = {
  name: 'TeamCity messages',
  detects: (start) => !/^[\s\uFEFF]*[<{[]/.test(start) && startOfMessages.test(start),
  open: (sink) => new TeamCityReader(sink),
};

class TeamCityReader implements FormatReader {
  readonly #sink: ReportSink;
  readonly #flows = new Map<string, Flow>();
  #lastFlow: Flow = { suites: [], tests: new Map() };
  /** The test that output between messages belongs to. */
  #running: OpenTest | null = null;
  #rest = '';

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  write(chunk: string): void {
    const lines = (this.#rest + chunk).split(/\r?\n/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#line(line);
    if (this.#rest.length > longestLine) this.#rest = '';
  }

  end(): void {
    this.#line(this.#rest);
    this.#rest = '';
    for (const flow of new Set([this.#lastFlow, ...this.#flows.values()])) {
      this.#endTests(flow);
      const open = flow.suites.at(-1);
      if (open) this.#sink.onCase(failureOutside(`The report ends within '${open.name}'.`, '', flow.suites));
    }
  }

  #line(line: string): void {
    const found = message.exec(line)?.groups;
    if (!found) {
      if (line.trim() !== '') this.#running?.output.append(`${line}\n`);
      return;
    }
    const attributes = attributesIn(found.attributes ?? '');
    this.#take(found.kind ?? '', attributes, this.#flowOf(attributes, found.kind));
  }

  /** A hook may have a flow of its own: it belongs to the suites of the one before. */
  #flowOf({ flowId = '' }: Attributes, kind: string | undefined): Flow {
    const known = this.#flows.get(flowId);
    if (known) this.#lastFlow = known;
    else if (kind === 'testSuiteStarted' || kind === 'testStarted') {
      this.#lastFlow = { suites: [], tests: new Map() };
      this.#flows.set(flowId, this.#lastFlow);
    }
    return this.#lastFlow;
  }

  #take(kind: string, attributes: Attributes, flow: Flow): void {
    const { name = '', message: said = '', details = '' } = attributes;
    const open = flow.tests.get(name);
    if (kind === 'testSuiteStarted' && flow.suites.length < deepest) flow.suites.push(suiteOf(name));
    else if (kind === 'testSuiteFinished') {
      this.#endTests(flow);
      flow.suites.pop();
    } else if (kind === 'testStarted') this.#start(name, flow);
    else if (kind === 'testFailed') {
      const because = outcomeOf('failure', said || comparisonOf(attributes) || 'The test failed.', details);
      if (open) open.junitCase.outcomes.push(because);
      else this.#sink.onCase({ ...caseOf(name, '', flow.suites), outcomes: [because] });
    } else if (kind === 'testIgnored') {
      const { junitCase } = open ?? this.#start(name, flow);
      junitCase.outcomes.push(outcomeOf('skipped', said === name ? '' : said));
    } else if (kind === 'testStdOut') open?.output.append(`${attributes.out ?? ''}\n`);
    else if (kind === 'testStdErr') open?.output.append(`${attributes.out ?? ''}\n`);
    else if (kind === 'testFinished' && open) this.#finish(name, flow, attributes.duration);
  }

  #start(name: string, flow: Flow): OpenTest {
    const before = flow.tests.get(name);
    // It is run again: an attempt that passed would have finished.
    if (before) before.junitCase.outcomes.push(outcomeOf('flaky', 'The test was started again.'));
    const test = before ?? {
      junitCase: caseOf(name, '', flow.suites),
      output: new BoundedText(agentProtocol.textLimit),
    };
    flow.tests.set(name, test);
    this.#running = test;
    return test;
  }

  #finish(name: string, flow: Flow, duration = ''): void {
    const test = flow.tests.get(name);
    if (!test) return;
    flow.tests.delete(name);
    if (this.#running === test) this.#running = null;
    const { junitCase, output } = test;
    if (/^\d+$/.test(duration)) junitCase.durationMs = Number(duration);
    junitCase.output = output.toString();
    this.#sink.onCase(junitCase);
  }

  #endTests(flow: Flow): void {
    for (const [name, { junitCase }] of flow.tests) {
      if (!junitCase.outcomes.some(({ kind }) => kind !== 'flaky')) {
        junitCase.outcomes.push(outcomeOf('error', 'The test did not finish.'));
      }
      this.#finish(name, flow);
    }
  }
}

function comparisonOf({ expected, actual }: Attributes): string {
  return expected === undefined || actual === undefined ? '' : `Expected ${expected}, got ${actual}`;
}

function attributesIn(written: string): Attributes {
  return Object.fromEntries(
    [...written.matchAll(attribute)].map(({ groups }) => [groups?.key ?? '', unescaped(groups?.value ?? '')]),
  );
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', x: '\u0085', l: '\u2028', p: '\u2029' };

function unescaped(value: string): string {
  return value.replace(/\|(?:0x([0-9a-fA-F]{4})|(.))/g, (_, code: string | undefined, sign = '') =>
    code === undefined ? (escapes[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
