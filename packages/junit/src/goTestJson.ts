import { agentProtocol, BoundedText, withoutEscapeCodes } from '@assay/contract';
import { caseOf, failureOutside, outcomeOf, suiteOf } from './caseOf.ts';
import { JsonLines } from './jsonLines.ts';
import { type Members, membersOf, millisecondsOf, textOf } from './jsonValues.ts';
import type { JunitCase, JunitSuite } from './junitCase.ts';
import type { ReportSink } from './reportDialect.ts';
import type { FormatReader, ReportFormat } from './reportFormat.ts';

const event = /^\{"(?:Time":"[^"\n]{1,60}","Action|Action|ImportPath":"[^"\n]{1,2000}","Action)":"[\w-]+"/m;
const notBuilt = /^FAIL\t(?<package>\S+) \[(?<why>[\w ]+) failed\]$/;
const buildHead = /^# (?<package>\S+)/;
/** Lines around a test's own output. */
const frame = /^\s*(?:=== (?:RUN|PAUSE|CONT|NAME)|--- (?:PASS|SKIP))\b/;

type OpenPackage = { suite: JunitSuite; output: BoundedText; tests: Map<string, BoundedText>; anyFailed: boolean };

/**
 * `go test -json` (and gotestsum's `--jsonfile`), named as gotestsum's JUnit XML names the same tests. A package that failed
 * without a failed test, or was not built, is a failure outside of any test.
 */
export const goTestJson: ReportFormat = {
  name: 'go test -json',
  detects: (start) => event.test(start),
  open: (sink) => new GoTestJson(sink),
};

class GoTestJson implements FormatReader {
  readonly #sink: ReportSink;
  readonly #lines = new JsonLines(
    (value) => this.#take(membersOf(value)),
    (line) => this.#takeLine(line),
  );
  readonly #packages = new Map<string, OpenPackage>();
  /** What the build of each package printed; those with another name are variants for tests. */
  readonly #builds = new Map<string, BoundedText>();
  #building = '';

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  write(chunk: string): void {
    this.#lines.write(chunk);
  }

  end(): void {
    this.#lines.end();
    for (const [name, open] of this.#packages) {
      open.anyFailed = true;
      this.#endTests(open, 'the report ends before the test has');
      this.#sink.onCase(failureOutside('the report ends before the package has finished', '', [suiteOf(name)]));
    }
  }

  #take({ Action, Package, ImportPath, Test, Output, Elapsed, FailedBuild }: Members): void {
    if (Action === 'build-output') this.#buildOf(textOf(ImportPath)).append(textOf(Output));
    if (typeof Package !== 'string') return;
    const open = this.#openPackage(Package);
    const isEnd = Action === 'pass' || Action === 'fail' || Action === 'skip';
    if (typeof Test === 'string') {
      if (Action === 'run') open.tests.set(Test, new BoundedText(agentProtocol.textLimit));
      else if (Action === 'output') open.tests.get(Test)?.append(textOf(Output));
      else if (isEnd) this.#endTest(open, Test, Action, millisecondsOf(Elapsed, 1000));
    } else if (Action === 'output') open.output.append(textOf(Output));
    else if (isEnd) this.#endPackage(Package, open, Action === 'fail', textOf(FailedBuild));
  }

  #takeLine(line: string): void {
    const failed = notBuilt.exec(line)?.groups;
    const head = buildHead.exec(line)?.groups;
    if (failed) this.#reportBuild(failed.package ?? '', `${failed.why} failed`, failed.package ?? '');
    else if (head) this.#building = head.package ?? '';
    else if (this.#building !== '') this.#buildOf(this.#building).append(`${line}\n`);
  }

  #endTest(open: OpenPackage, name: string, action: unknown, durationMs: number | null): void {
    const text = ownLines(open.tests.get(name)?.toString() ?? '');
    open.tests.delete(name);
    const junitCase: JunitCase = { ...caseOf(name, open.suite.name, [open.suite]), durationMs };
    if (action === 'fail') {
      open.anyFailed = true;
      junitCase.outcomes.push(outcomeOf('failure', 'Failed', text));
    } else if (action === 'skip') junitCase.outcomes.push(outcomeOf('skipped', reasonOf(text)));
    else junitCase.output = text;
    this.#sink.onCase(junitCase);
  }

  #endPackage(name: string, open: OpenPackage, isFailed: boolean, failedBuild: string): void {
    this.#packages.delete(name);
    if (!isFailed) return;
    this.#endTests(open, 'the package failed before the test ended');
    if (open.anyFailed) return;
    const said = withoutEscapeCodes(open.output.toString());
    if (failedBuild !== '' || /\[build failed\]/.test(said))
      this.#reportBuild(name, 'build failed', failedBuild || name);
    else this.#sink.onCase(failureOutside(lineOf(said), said, [open.suite]));
  }

  #endTests(open: OpenPackage, why: string): void {
    for (const [name, text] of open.tests) {
      open.anyFailed = true;
      const outcome = outcomeOf('error', why, ownLines(text.toString()));
      this.#sink.onCase({ ...caseOf(name, open.suite.name, [open.suite]), outcomes: [outcome] });
    }
    open.tests.clear();
  }

  #reportBuild(name: string, why: string, build: string): void {
    const text = withoutEscapeCodes(this.#builds.get(build)?.toString() ?? '').trim();
    const said = text.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#'));
    this.#sink.onCase(failureOutside(said ?? why, text, [suiteOf(name)]));
  }

  #openPackage(name: string): OpenPackage {
    const known = this.#packages.get(name);
    if (known) return known;
    const output = new BoundedText(agentProtocol.textLimit);
    const open = { suite: suiteOf(name), output, tests: new Map(), anyFailed: false };
    this.#packages.set(name, open);
    return open;
  }

  #buildOf(name: string): BoundedText {
    const text = this.#builds.get(name) ?? new BoundedText(agentProtocol.textLimit);
    this.#builds.set(name, text);
    return text;
  }
}

function ownLines(text: string): string {
  const lines = withoutEscapeCodes(text).split('\n');
  return lines
    .filter((line) => !frame.test(line))
    .join('\n')
    .trimEnd();
}

function reasonOf(text: string): string {
  return text.replace(/^\s*[\w.-]+:\d+: /, '').trim();
}

/** @returns of a package's output the line that says why it failed */
function lineOf(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  const own = lines.filter((line) => !/^(?:FAIL|PASS|ok|coverage:)\b/.test(line));
  return (
    own.find((line) => line.startsWith('panic: ')) ??
    own.at(-1) ??
    lines.at(-1)?.replaceAll('\t', ' ') ??
    'the package failed'
  );
}
