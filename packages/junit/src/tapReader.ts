import { agentProtocol, BoundedText, withoutEscapeCodes } from '@assay/contract';
import { caseOf, outcomeOf, outsideOfTests, suiteOf } from './caseOf.ts';
import type { JunitCase, JunitSuite } from './junitCase.ts';
import { withoutPosition } from './positionInName.ts';
import type { ReportSink } from './reportDialect.ts';
import type { FormatReader, ReportFormat } from './reportFormat.ts';
import { tapDetails } from './tapDetails.ts';

const testPoint = /^(?<not>not )?ok\b(?:\s+(?<number>\d+)\b)?(?<dash> -)?(?:\s+(?<rest>\S.*)?)?$/;
const directive = /(?:^|\s)#\s*(?<kind>skip|todo)\w*:?\s*(?<reason>.*)$/i;
const timeOfPoint = /\s# time=(?<time>[\d.]+)(?<unit>ms|s)\b.*$/;
/** What Bats adds to a name: with `--timing`, and of a test that took too long. */
const timeOfBats = /\sin (?<time>\d+)ms$/;
const timeOutOfBats = /\s# timeout after \d+s$/;
/** Deno names files by comments. */
const fileOfDeno = /^# (?<file>\.\/\S+\.[cm]?[jt]sx?)$/;
const plan = /^1\.\.(?<count>\d+)(?:\s*#\s*(?<reason>.*))?$/;
const subtest = /^# Subtest:? (?<name>.*)$/;
const bailOut = /^Bail out!\s*(?<reason>.*)$/i;
/** Longer lines are output of a test. */
const longestLine = 20_000;
const deepest = 50;
const longestDetails = 2_000;
const startOfTap = /^\uFEFF?\s*(?:TAP version \d|(?:not )?ok\b|1\.\.\d|# Subtest)/;

/** After what a package manager or a build printed. */
const versionOfTap = /^TAP version \d+\s*$/m;

/** A level of subtests, or the document itself. */
type Level = {
  suite: JunitSuite | null;
  points: number;
  planned: number | null;
  anyFailed: boolean;
  /** A test point whose details may follow, and whether subtests belong to it. */
  open: { junitCase: JunitCase; isParent: boolean; failed: boolean; text: BoundedText } | null;
};

/**
 * The Test Anything Protocol, versions 12 to 14, with subtests, as node:test, tap, tape, Perl's Test::More and Bats
 * write it. A test with subtests is a suite; it is a failed test by itself where none of them failed.
 */
export const tapFormat: ReportFormat = {
  name: 'TAP',
  detects: (start) => startOfTap.test(start) || (!/^[\s\uFEFF]*[<{[]/.test(start) && versionOfTap.test(start)),
  open: (sink) => new TapReader(sink),
};

class TapReader implements FormatReader {
  readonly #sink: ReportSink;
  readonly #levels: Level[] = [levelOf(null)];
  #rest = '';
  /** Lines of details in YAML, and how far they are indented. */
  #details: { indent: number; lines: string[] } | null = null;
  /** tape names tests by comments before their assertions. */
  #hasHeadings: boolean | null = null;
  #heading: JunitSuite | null = null;
  #file: JunitSuite | null = null;
  /** What the latest comment about subtests said at each depth. */
  readonly #announced: (string | undefined)[] = [];
  #hasVersion = false;
  #bailedOut = false;
  /** Whether Bats has put the time of each test behind its name; null: there was no test. */
  #isTimed: boolean | null = null;

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  write(chunk: string): void {
    const lines = (this.#rest + chunk).split(/\r?\n/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#line(line);
    if (this.#rest.length > longestLine) {
      this.#line(this.#rest);
      this.#rest = '';
    }
  }

  end(): void {
    if (this.#rest !== '') this.#line(this.#rest);
    this.#rest = '';
    this.#endDetails();
    while (this.#levels.length > 1) this.#closeLevel();
    this.#endPoint();
    const [level] = this.#levels;
    if (level && !this.#bailedOut) this.#checkPlan(level);
  }

  #line(line: string): void {
    const text = line.trimStart();
    const indent = line.length - text.length;
    if (this.#details) {
      if (text !== '...' || indent > this.#details.indent) {
        if (this.#details.lines.length < longestDetails) this.#details.lines.push(line.slice(0, longestLine));
        return;
      }
      this.#endDetails();
      return;
    }
    if (text === '---' && this.#open) this.#details = { indent, lines: [] };
    else if (line.length <= longestLine) this.#element(text.trimEnd(), Math.min(Math.floor(indent / 4), deepest), line);
  }

  #element(text: string, depth: number, line: string): void {
    const point = testPoint.exec(text)?.groups;
    const named = subtest.exec(text)?.groups?.name;
    const planned = plan.exec(text)?.groups;
    const bailed = bailOut.exec(text)?.groups;
    if (named !== undefined) {
      // What was taken for a heading of tape was printed by a file of node:test.
      this.#hasHeadings = false;
      this.#heading = null;
      this.#closeTo(depth);
      this.#announced[depth] = named;
    } else if (point) this.#takePoint(point, depth);
    else if (planned) {
      this.#endPoint();
      this.#closeTo(depth);
      this.#openTo(depth);
      const level = this.#levels.at(-1);
      if (level) level.planned = Number(planned.count);
    } else if (bailed) {
      this.#endPoint();
      this.#bailedOut = true;
      this.#report(outsideOfTests, outcomeOf('error', `Bail out! ${bailed.reason}`.trim()));
    } else if (text === '}') {
      if (this.#levels.length > 1) this.#closeLevel();
    } else if (text.startsWith('#')) this.#comment(text, depth);
    else if (text.startsWith('TAP version')) this.#hasVersion = true;
    else if (!text.startsWith('pragma ')) this.#open?.text.append(`${line}\n`);
  }

  #takePoint({ not, number, dash, rest = '' }: Record<string, string | undefined>, depth: number): void {
    this.#hasHeadings ??= false;
    const isParent = this.#levels.length - 1 > depth;
    this.#closeTo(depth + 1);
    if (isParent) this.#closeLevel(true);
    this.#openTo(depth);
    const level = this.#levels.at(-1);
    if (!level) return;
    this.#endPoint();
    level.points += 1;
    this.#announced.length = Math.min(this.#announced.length, depth);
    const said = directive.exec(rest)?.groups;
    const time = timeOfPoint.exec(rest)?.groups;
    const isBuffered = /\s\{$/.test(rest);
    const written = [directive, timeOfPoint, timeOutOfBats, /\s\{$/].reduce(
      (text, part) => text.replace(part, ''),
      rest,
    );
    this.#isTimed ??= !this.#hasVersion && dash === undefined && timeOfBats.test(written);
    const timed = this.#isTimed ? timeOfBats.exec(written) : null;
    const described = unescaped(written.slice(0, timed?.index).replace(/^- /, '')).trim();
    const { name, reason } = namedPoint(described, said?.reason ?? '', Number(number ?? level.points));
    const junitCase = caseOf(name, '', this.#suites());
    if (timed) junitCase.durationMs = Number(timed.groups?.time);
    if (time) junitCase.durationMs = Math.round(Number(time.time) * (time.unit === 's' ? 1000 : 1));
    const failed = not !== undefined;
    if (said) junitCase.outcomes.push(outcomeOf(said.kind?.toLowerCase() === 'todo' ? 'todo' : 'skipped', reason));
    // What is to be done, and what was skipped, fails nothing.
    const counts = failed && !said;
    if (counts) junitCase.attributeStatus = 'FAIL';
    const lastFailed = this.#childrenFailed;
    this.#childrenFailed = false;
    level.open = { junitCase, isParent, failed: counts, text: new BoundedText(agentProtocol.textLimit) };
    if (isParent && (lastFailed || !counts)) level.open = null;
    if (isParent && counts) level.anyFailed = true;
    if (isBuffered) {
      level.open = null;
      this.#announced[depth] = junitCase.name;
      this.#openTo(depth + 1);
    }
  }

  /** Whether a test failed in the level that was closed last. */
  #childrenFailed = false;

  get #open(): Level['open'] {
    return this.#levels.at(-1)?.open ?? null;
  }

  #suites(): JunitSuite[] {
    const inner = this.#levels.flatMap(({ suite }) => suite ?? []);
    const suites = this.#file ? [this.#file, ...inner] : inner;
    return this.#heading ? [...suites, this.#heading] : suites;
  }

  #openTo(depth: number): void {
    while (this.#levels.length - 1 < depth) {
      this.#endPoint();
      const opened = this.#levels.length;
      // The comment is indented as the test that has the subtests, or as these.
      const name = this.#announced[opened - 1] ?? this.#announced[opened];
      this.#levels.push(levelOf(name === undefined ? null : suiteOf(name)));
    }
  }

  #closeTo(depth: number): void {
    while (this.#levels.length - 1 > depth) this.#closeLevel();
  }

  /** @param byParent whether the test whose subtests they are says what became of them */
  #closeLevel(byParent = false): void {
    this.#endPoint();
    const level = this.#levels.at(-1);
    if (level && !(byParent && level.planned === null)) this.#checkPlan(level);
    this.#levels.pop();
    this.#childrenFailed = level?.anyFailed ?? false;
    const around = this.#levels.at(-1);
    if (around && level?.anyFailed) around.anyFailed = true;
  }

  /** A test that ended early leaves a plan unmet. */
  #checkPlan(level: Level): void {
    const { planned, points, anyFailed } = level;
    if (points === 0 && planned === null && this.#levels.length > 1) return;
    if (planned === points) return;
    // Failed hooks are on top of the plans of AVA and Bats.
    if (planned !== null && points > planned && anyFailed) return;
    const message =
      planned === null
        ? 'The report has no plan: the tests may have ended early.'
        : `The plan has ${planned === 1 ? '1 test' : `${planned} tests`}, and ${points === 1 ? '1' : points} ran.`;
    this.#report(outsideOfTests, outcomeOf('error', message));
  }

  #comment(text: string, depth: number): void {
    const said = text.slice(1).trim();
    const file = depth === 0 ? fileOfDeno.exec(text)?.groups?.file : undefined;
    if (file !== undefined) {
      this.#endPoint();
      this.#file = suiteOf(file);
      return;
    }
    this.#hasHeadings ??= this.#hasVersion;
    const level = this.#levels.at(-1);
    if (this.#hasHeadings && depth === 0 && this.#levels.length === 1 && level?.planned === null) {
      this.#endPoint();
      this.#heading = suiteOf(said);
    } else this.#open?.text.append(`${said}\n`);
  }

  #endDetails(): void {
    const open = this.#open;
    if (open && this.#details) {
      const { message, text, durationMs, isWarning } = tapDetails(this.#details.lines);
      open.junitCase.durationMs ??= durationMs;
      if (open.failed && isWarning) {
        open.failed = false;
        open.junitCase.attributeStatus = null;
        open.text.append(text);
      }
      if (open.failed) {
        open.text.append(text);
        open.junitCase.outcomes.push(outcomeOf('failure', message));
      }
    }
    this.#details = null;
  }

  #endPoint(): void {
    const level = this.#levels.at(-1);
    if (!level?.open) return;
    const { junitCase, failed, text } = level.open;
    level.open = null;
    const said = withoutEscapeCodes(text.toString());
    const [outcome] = junitCase.outcomes;
    if (failed && !outcome) junitCase.outcomes.push(outcomeOf('failure', '', said));
    else if (failed && outcome) outcome.text = said;
    else junitCase.output = said;
    this.#hand(junitCase, failed);
  }

  #report(name: string, outcome: JunitCase['outcomes'][number]): void {
    this.#hand({ ...caseOf(name, '', this.#suites()), outcomes: [outcome] }, true);
  }

  #hand(junitCase: JunitCase, failed: boolean): void {
    const level = this.#levels.at(-1);
    if (failed && level) level.anyFailed = true;
    this.#sink.onCase(junitCase);
  }
}

function levelOf(suite: JunitSuite | null): Level {
  return { suite, points: 0, planned: null, anyFailed: false, open: null };
}

/** @param position of the test among those of its level, as its number says it */
function namedPoint(described: string, reason: string, position: number): { name: string; reason: string } {
  // lab says the name of a test behind the directive.
  const behind = described === '' ? withoutPosition(reason, position) : reason;
  if (behind !== reason) return { name: behind, reason: '' };
  // Mocha writes a dash where there is no reason.
  return {
    name: withoutPosition(described, position) || `test ${position}`,
    reason: reason.trim() === '-' ? '' : reason,
  };
}

function unescaped(description: string): string {
  return description.replace(/\\([\\#])/g, '$1');
}
