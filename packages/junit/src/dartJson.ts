import { agentProtocol, BoundedText } from '@assay/contract';
import { caseOf, failureOutside, outcomeOf, outsideOfTests, suiteOf } from './caseOf.ts';
import { JsonLines } from './jsonLines.ts';
import { elementsOf, type Members, membersOf, numberOf, textOf } from './jsonValues.ts';
import type { JunitCase, JunitOutcome } from './junitCase.ts';
import type { ReportSink } from './reportDialect.ts';
import type { FormatReader, ReportFormat } from './reportFormat.ts';

const firstEvent = /^\{(?=[^\n]*"type":"start")(?=[^\n]*"protocolVersion":")/m;
/** Set-up and tear-down of a group or file, which the report lists like tests. */
const hook = /(?:^| )(?<kind>\((?:setUpAll|tearDownAll)\))$/;

type Group = { name: string; parent: number | null };
type OpenTest = {
  name: string;
  path: string;
  groups: readonly number[];
  isLoading: boolean;
  startedAt: number;
  skipReason: string;
  errors: { kind: 'failure' | 'error'; message: string; trace: string }[];
  output: BoundedText;
};

/**
 * The JSON of `dart test --reporter json`, `--file-reporter json:FILE` and `flutter test --machine`. A test's name holds
 * the names of its groups, which become its suites. Files that cannot be loaded, and failed hooks of all tests, are
 * failures outside of any test. Errors of a test that passed in the end come from attempts before the last.
 */
export const dartJson: ReportFormat = {
  name: 'Dart and Flutter JSON',
  detects: (start) => firstEvent.test(start),
  open: (sink) => new DartJson(sink),
};

class DartJson implements FormatReader {
  readonly #sink: ReportSink;
  // Builds print their own lines among the events, and Flutter's tool has arrays of its own.
  readonly #lines = new JsonLines(
    (value) => this.#take(membersOf(value)),
    () => undefined,
  );
  readonly #paths = new Map<number, string>();
  readonly #groups = new Map<number, Group>();
  readonly #tests = new Map<number, OpenTest>();
  #anyFailed = false;
  #isDone = false;

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  write(chunk: string): void {
    this.#lines.write(chunk);
  }

  end(): void {
    this.#lines.end();
    for (const open of this.#tests.values()) {
      open.errors.push({ kind: 'error', message: 'the report ends before the test has', trace: '' });
      this.#hand(open, 'error', null);
    }
    if (!this.#isDone && this.#tests.size === 0) this.#fail('the report ends before the run has');
  }

  #take(event: Members): void {
    const id = numberOf(event.testID) ?? -1;
    const open = this.#tests.get(id);
    if (event.type === 'suite') this.#openSuite(membersOf(event.suite));
    else if (event.type === 'group') this.#openGroup(membersOf(event.group));
    else if (event.type === 'testStart') this.#openTest(membersOf(event.test), numberOf(event.time) ?? 0);
    else if (event.type === 'print' && event.messageType === 'print') open?.output.append(`${textOf(event.message)}\n`);
    else if (event.type === 'error' && open) open.errors.push(errorOf(event));
    else if (event.type === 'testDone' && open) {
      this.#tests.delete(id);
      this.#close(open, event);
    } else if (event.type === 'done') this.#end(event.success === false);
  }

  #openSuite({ id, path }: Members): void {
    this.#paths.set(numberOf(id) ?? -1, textOf(path));
  }

  #openGroup({ id, name, parentID }: Members): void {
    this.#groups.set(numberOf(id) ?? -1, { name: textOf(name), parent: numberOf(parentID) });
  }

  #openTest({ id, name, suiteID, groupIDs, metadata }: Members, startedAt: number): void {
    const said = textOf(name);
    const groups = elementsOf(groupIDs).flatMap((each) => numberOf(each) ?? []);
    this.#tests.set(numberOf(id) ?? -1, {
      name: said,
      path: this.#paths.get(numberOf(suiteID) ?? -1) ?? '',
      groups,
      isLoading: groups.length === 0 && said.startsWith('loading '),
      startedAt,
      skipReason: textOf(membersOf(metadata).skipReason),
      errors: [],
      output: new BoundedText(agentProtocol.textLimit),
    });
  }

  #close(open: OpenTest, { result, skipped, hidden, time }: Members): void {
    const failed = result !== 'success';
    // What is hidden is no test: loading a file, and hooks that passed.
    if (!failed && (hidden === true || open.isLoading || hook.test(open.name))) return;
    const durationMs = numberOf(time);
    this.#hand(
      open,
      failed ? 'error' : skipped === true ? 'skipped' : 'passed',
      durationMs === null ? null : Math.max(0, durationMs - open.startedAt),
    );
  }

  #hand(open: OpenTest, end: 'passed' | 'skipped' | 'error', durationMs: number | null): void {
    const junitCase: JunitCase = { ...this.#named(open), file: open.path || null, durationMs };
    const kindOf = (kind: JunitOutcome['kind']) => (end === 'error' ? kind : 'flaky');
    for (const { kind, message, trace } of open.errors)
      junitCase.outcomes.push(outcomeOf(kindOf(kind), message, trace));
    if (end === 'error') {
      this.#anyFailed = true;
      if (open.errors.length === 0) junitCase.outcomes.push(outcomeOf('error', 'it failed without an error'));
    } else if (end === 'skipped') junitCase.outcomes.push(outcomeOf('skipped', open.skipReason));
    junitCase.output = open.output.toString();
    this.#sink.onCase(junitCase);
  }

  #named({ name, groups, isLoading }: OpenTest): JunitCase {
    const around = groups.map((id) => this.#groups.get(id)?.name ?? '').filter((each) => each !== '');
    // Each group is named with those around it.
    const suites = around.map((each, index) => suiteOf(withoutStart(each, around[index - 1])));
    const own = withoutStart(name, around.at(-1));
    const kind = hook.exec(own)?.groups?.kind;
    if (isLoading) return caseOf(outsideOfTests, '', suites);
    return caseOf(kind === undefined ? own : `${outsideOfTests} ${kind}`, '', suites);
  }

  #end(isFailed: boolean): void {
    this.#isDone = true;
    if (isFailed && !this.#anyFailed) this.#fail('the run failed, and none of its tests did');
  }

  #fail(why: string): void {
    this.#sink.onCase(failureOutside(why));
  }
}

function errorOf({ error, stackTrace, isFailure }: Members): OpenTest['errors'][number] {
  return { kind: isFailure === true ? 'failure' : 'error', message: textOf(error).trim(), trace: textOf(stackTrace) };
}

/** @returns a name without that of what it is in, by which it starts */
function withoutStart(name: string, around: string | undefined): string {
  return around !== undefined && name.startsWith(`${around} `) ? name.slice(around.length + 1) : name;
}
