import { caseOf, failureOutside, outcomeOf } from './caseOf.ts';
import { JsonLines } from './jsonLines.ts';
import { membersAtStart } from './jsonStart.ts';
import { elementsOf, joinTexts, type Members, membersOf, numberOf, objectsIn, textOf, textsIn } from './jsonValues.ts';
import type { JunitCase } from './junitCase.ts';
import type { ReportSink } from './reportDialect.ts';
import type { FormatReader, ReportFormat } from './reportFormat.ts';

/** Passed, some failed, none collected. */
const toldByTests = [0, 1, 5];

/** pytest-reportlog, named as pytest's JUnit XML names the same tests. */
export const pytestReportlog: ReportFormat = {
  name: 'pytest-reportlog',
  detects: (start) => {
    const members = membersAtStart(start);
    return members.has('$report_type') && (members.has('pytest_version') || members.has('nodeid'));
  },
  open: (sink) => new PytestReportlog(sink),
};

class PytestReportlog implements FormatReader {
  readonly #sink: ReportSink;
  readonly #lines = new JsonLines((value) => this.#take(membersOf(value)));
  /** Tests whose teardown is still to come; workers run several at a time. */
  readonly #open = new Map<string, JunitCase>();
  #anyFailed = false;
  #isFinished = false;

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  write(chunk: string): void {
    this.#lines.write(chunk);
  }

  end(): void {
    this.#lines.end();
    for (const junitCase of this.#open.values()) {
      junitCase.outcomes.push(outcomeOf('error', 'the test did not finish'));
      this.#hand(junitCase);
    }
    if (!this.#isFinished) this.#sink.onCase(failureOutside('the report ends before the session has finished'));
  }

  #take(report: Members): void {
    const kind = report.$report_type;
    if (kind === 'SessionFinish') this.#finish(numberOf(report.exitstatus) ?? 0);
    else if (kind === 'CollectReport') this.#takeCollection(report);
    else if (typeof report.nodeid === 'string' && typeof report.when === 'string') this.#takeTest(report);
  }

  #takeCollection({ nodeid, outcome, longrepr }: Members): void {
    if (outcome !== 'failed' && outcome !== 'skipped') return;
    const junitCase = namedCase(textOf(nodeid));
    const { message, text } = saidBy(longrepr);
    junitCase.outcomes.push(outcomeOf(outcome === 'failed' ? 'error' : 'skipped', message, text));
    this.#hand(junitCase);
  }

  #takeTest(report: Members): void {
    const nodeid = textOf(report.nodeid);
    const junitCase = this.#open.get(nodeid) ?? namedCase(nodeid);
    this.#open.set(nodeid, junitCase);
    junitCase.durationMs = (junitCase.durationMs ?? 0) + (numberOf(report.duration) ?? 0) * 1000;
    const sections = elementsOf(report.sections).map(textsIn);
    const printed = (stream: string) =>
      joinTexts(
        sections.flatMap(([title = '', text = '']) => (title.includes(stream) ? [text] : [])),
        '',
      );
    [junitCase.output, junitCase.errorOutput] = [printed('stdout'), joinTexts([printed('stderr'), printed('log')])];
    const { message, text } = saidBy(report.longrepr);
    if (report.outcome === 'failed') {
      const kind = report.when === 'call' ? 'failure' : 'error';
      const said = kind === 'failure' ? message : `failed on ${textOf(report.when)} with "${message}"`;
      junitCase.outcomes.push(outcomeOf(kind, said, text));
    } else if (report.outcome === 'rerun') junitCase.outcomes.push(outcomeOf('flaky', message, text));
    else if (report.outcome === 'skipped') {
      const reason = typeof report.wasxfail === 'string' ? `expected to fail: ${textOf(report.wasxfail)}` : message;
      junitCase.outcomes.push(outcomeOf('skipped', reason));
    }
    if (report.when !== 'teardown') return;
    this.#open.delete(nodeid);
    junitCase.durationMs = Math.round(junitCase.durationMs);
    this.#hand(junitCase);
  }

  #finish(exitStatus: number): void {
    this.#isFinished = true;
    if (this.#anyFailed || toldByTests.includes(exitStatus)) return;
    this.#sink.onCase(failureOutside(`pytest exited with ${exitStatus}, and the report does not say why`));
  }

  #hand(junitCase: JunitCase): void {
    if (junitCase.outcomes.some(({ kind }) => kind === 'failure' || kind === 'error')) this.#anyFailed = true;
    this.#sink.onCase(junitCase);
  }
}

/** @param nodeid such as `tests/test_cart.py::TestCart::test_adds[1]` */
function namedCase(nodeid: string): JunitCase {
  const at = nodeid.indexOf('[');
  const [plain, parameters] = at === -1 ? [nodeid, ''] : [nodeid.slice(0, at), nodeid.slice(at)];
  const [file = '', ...names] = plain.split('::');
  const module = file.replace(/\.py$/, '').replaceAll('/', '.');
  const name = names.pop();
  if (name === undefined) return caseOf(module, '', []);
  return caseOf(`${name}${parameters}`, [module, ...names].join('.'), []);
}

/** @returns what a report says of a failure: a text, the place and reason of a skip, or an exception with its frames */
function saidBy(longrepr: unknown): { message: string; text: string } {
  if (typeof longrepr === 'string') {
    const text = textOf(longrepr);
    return { message: exceptionIn(text) ?? text.split('\n')[0] ?? '', text };
  }
  if (Array.isArray(longrepr)) return { message: textOf(longrepr[2]).replace(/^Skipped: /, ''), text: '' };
  const { reprcrash, reprtraceback } = membersOf(longrepr);
  const crash = membersOf(reprcrash);
  const entries = objectsIn(membersOf(reprtraceback).reprentries).flatMap(({ data }) => {
    const { lines, reprfileloc } = membersOf(data);
    const { path, lineno, message } = membersOf(reprfileloc);
    const place = path === undefined ? [] : [`${textOf(path)}:${numberOf(lineno) ?? ''}: ${textOf(message)}`];
    return [...textsIn(lines), ...place];
  });
  return { message: textOf(crash.message), text: joinTexts(entries) };
}

function exceptionIn(text: string): string | null {
  const lines = text.split('\n').filter((line) => line.startsWith('E  '));
  return lines.length === 0 ? null : lines.map((line) => line.replace(/^E\s+/, '')).join('\n');
}
