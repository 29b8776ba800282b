import { agentProtocol, withoutEscapeCodes } from '@assay/contract';
import { firstPart } from './firstPart.ts';
import type { JunitCase, JunitOutcome } from './junitCase.ts';
import { tapDetails } from './tapDetails.ts';

/** What writers put into a message instead of the cause. */
const generic =
  /^(?:(?:test|tests|unit|assertion|collection|expectation|setup|teardown|unexpected)\s+)?(?:failed|failure|fails?|errors?|errored|exception|broken|undefined|unknown)[.:!]?$/i;
/** The name of an exception without its message. */
const bareException = /^(?:\w+(?:\.|\\|::))*\w*(?:Error|Exception|Failure|Failed|Assertion)$/;

const goFrame = /^\s*(?:=== |--- )|^(?:PASS|FAIL|ok)(?:\s|$)/;
const ofGo = /^=== RUN|^\s*--- (?:FAIL|SKIP)|^FAIL\t/;
const pythonTraceback = /^Traceback \(most recent call last\):/;
const pytestError = /^E(?: {2,}.*)?$/;
/** Where a command of Bats failed, in one or more lines before the command. */
const placeOfBats =
  /^\((?:from function|in (?:test )?file) [^\n]*, line \d+(?:,\r?\n[^\n]*, line \d+)*\)(?:\r?\n\s*|$)/;
/** Of details of a test in TAP: tap-xunit and node-tap leave them as they are. */
const startOfTapDetails = /^\s*(?:---|(?:at|stack|source):.*|(?:compare|operator|duration_ms|stdio): \S+)$/;
/** Boost.Test calls every exception 'unexpected exception', and its reasons of skips stand behind a path. */
const boostMessage = /^- message\s*: (?<said>.+)$/m;
const boostException = /^EXCEPTION STACK TRACE: -+\n(?<said>.+)$/m;
const boostReason = /^- reason: '(?<said>.+)'$/;
/** GoogleTest begins with the place in the code, which moves with each change above it, and with a word if it can. */
const placeOfGoogleTest = /^(?:\S[^\n]*:\d+|[^\n]+\(\d+\): error|unknown file)\r?\n(?:Failed\r?\n)?(?=\S)/;
/** What it compared is on the lines below, indented. */
const valuesBelow = /:\r?\n[ \t]+\S[^\n]*(?:\n[ \t]+\S[^\n]*)*/g;
/** What became of a step of CucumberJS, in its console; only that gives a reason. */
const cucumberOutcome = /\.{3}(?<became>undefined|pending|ambiguous|unknown|failed)$/;
const namesFailure = /\b\w*(?:error|exception|panic|fail(?:ed|ure)?|assert(?:ion)?|expected|refused|timed out)\b/i;

/** So much of a text is searched; messages are at its beginning, exceptions of Python at its end. */
const searched = 16_000;
/** Lines of a diff. */
const mostChanges = 4;
/** Of a line that is compared with a pattern. */
const longestLine = 400;

/**
 * The message of a failure that says most: many writers put a generic word, the test's own name or JSON into the
 * attribute, and the cause into the text of the element or into what the test printed.
 * @returns '' where nothing says why
 */
export function tellingMessage(
  outcome: JunitOutcome,
  junitCase: Pick<JunitCase, 'name' | 'classname'> & Printed,
): string {
  const text = outcome.text.replace(placeOfBats, '');
  const message = withoutPlace(outcome.message.replace(placeOfBats, ''));
  if (!saysNothing(message, junitCase)) {
    const said = withLineBreaks(message, text);
    if (!said.includes('\n')) return said;
    const lines = said.split(/\r?\n/);
    return lines.some((line) => ofGo.test(line)) ? (fromGo(lines) ?? said) : (fromTraceback(lines) ?? said);
  }
  const said =
    fromJson(message) ??
    fromJson(text.trim()) ??
    fromText(text, junitCase) ??
    fromOutput(outcome) ??
    (message === '' ? fromOutput(junitCase) : null);
  return said ?? message;
}

type Printed = Pick<JunitOutcome, 'output' | 'errorOutput'>;
type Named = Pick<JunitCase, 'name' | 'classname'>;

/** @returns the line of what a test or suite printed that tells most of a failure; null: it printed nothing */
export function tellingLine(printed: string): string | null {
  const lines = lastPart(printed)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line));
  const step = lines.findLast((line) => line.length < longestLine && cucumberOutcome.test(line));
  if (step) return step.replace(/\.{3,}(\w+)$/, ' ($1)');
  const reason = boostReason.exec(lines.at(-1) ?? '')?.groups?.said;
  if (reason) return reason;
  return lines.findLast((line) => namesFailure.test(line)) ?? lines.at(-1) ?? null;
}

function withoutPlace(message: string): string {
  const said = message.replace(placeOfGoogleTest, '');
  if (said === message) return message;
  return said.replace(valuesBelow, (part) => part.replace(/\r?\n[ \t]+/, ' ').replace(/\r?\n[ \t]+/g, ', '));
}

function saysNothing(message: string, named: Named): boolean {
  const said = message.trim();
  if (said.length > longestLine && !said.startsWith('{"')) return false;
  return said === '' || generic.test(said) || bareException.test(said) || isName(said, named) || said.startsWith('{"');
}

/** Whether a text only names the test, as PHPUnit does, which adds the values of its data set. */
function isName(said: string, { name, classname }: Named): boolean {
  if (!said.includes(name) || name === '') return false;
  const short = classname.split(/[.\\]/).at(-1) ?? classname;
  const ofPhp = [short, classname.replaceAll('.', '\\')].map((owner) => `${owner}::${name}`);
  if (ofPhp.some((own) => said === own || said.startsWith(`${own} (`))) return true;
  return [name, `${classname}.${name}`, `${classname} ${name}`].some((own) => own.trim() !== '' && said === own);
}

function fromJson(message: string): string | null {
  if (!message.startsWith('{"')) return null;
  try {
    const { message: said, stack, matcherResult } = JSON.parse(message);
    const found = [said, matcherResult?.message, stack].find((each) => typeof each === 'string' && each.trim() !== '');
    return found === undefined ? null : withoutEscapeCodes(found);
  } catch {
    return null;
  }
}

function fromText(text: string, named: Named): string | null {
  if (text.trim() === '') return null;
  const lines = firstPart(text, searched).split(/\r?\n/);
  if (lines.some((line) => ofGo.test(line))) return fromGo(lines);
  const first = lines.findIndex((line) => line.trim() !== '');
  if (startOfTapDetails.test(lines[first] ?? '')) return tapDetails(lines.slice(first)).message || null;
  const start = text.slice(0, searched);
  const boost = boostException.exec(start)?.groups?.said ?? boostMessage.exec(start)?.groups?.said;
  if (boost) return boost;
  const ofPython = lastPart(text).split(/\r?\n/);
  return fromTraceback(ofPython) ?? fromPytest(ofPython) ?? firstParagraph(lines, named);
}

/** `go test` prints what a test said between lines of its own. */
function fromGo(lines: readonly string[]): string | null {
  const panic = lines.find((line) => line.startsWith('panic: '));
  if (panic) return panic.replace(/ \[recovered\]$/, '');
  const said = lines.filter((line) => line.trim() !== '' && !goFrame.test(line));
  return dedented(said) || null;
}

function dedented(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents);
  return lines.map((line) => line.slice(indent)).join('\n');
}

/** The exception is below the frames of the last traceback. */
function fromTraceback(lines: readonly string[]): string | null {
  const start = lines.findLastIndex((line) => pythonTraceback.test(line));
  if (start === -1) return null;
  const below = lines.findIndex((line, at) => at > start && /^\S/.test(line));
  return below === -1 ? null : lines.slice(below).join('\n').trim() || null;
}

function fromPytest(lines: readonly string[]): string | null {
  const last = lines.findLastIndex((line) => pytestError.test(line));
  if (last === -1) return null;
  const first = lines.findLastIndex((line, at) => at < last && !pytestError.test(line)) + 1;
  return dedented(lines.slice(first, last + 1).map((line) => line.slice(1))).trim() || null;
}

/** The first line, or what follows the test's name up to an empty line. */
function firstParagraph(lines: readonly string[], named: Named): string | null {
  const filled = lines.flatMap((line, index) => (line.trim() === '' ? [] : [index]));
  // Catch2 begins with 'FAILED:'.
  const start = filled.find((index) => !generic.test(lines[index]?.trim() ?? '')) ?? filled[0];
  if (start === undefined) return null;
  const first = lines[start]?.trim() ?? '';
  if (first.startsWith('--- ') && lines[start + 1]?.startsWith('+++ '))
    return changesIn(lines.slice(start + 2)) ?? first;
  if (!isName(first, named)) return first;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.trim() === '');
  return (end === -1 ? rest : rest.slice(0, end)).join('\n').trim() || null;
}

/** @returns the first lines that differ, of a unified diff without its head */
function changesIn(diff: readonly string[]): string | null {
  const changes = diff.filter((line) => /^[-+]/.test(line)).slice(0, mostChanges);
  return changes.join('\n') || null;
}

function fromOutput({ output, errorOutput }: Printed): string | null {
  return tellingLine(errorOutput) ?? tellingLine(output);
}

/** XML turns the line breaks of an attribute into spaces, and some writers leave them out: the text may still have them. */
function withLineBreaks(message: string, text: string): string {
  if (message.includes('\n') || !text.includes('\n')) return message;
  // It is at the beginning, after the name of an exception at most.
  const part = text.slice(0, 2 * message.length + 500);
  if (part.includes(message)) return message;
  const at: number[] = [];
  let squeezed = '';
  for (let index = 0; index < part.length; index += 1) {
    const unit = part[index] ?? '';
    if (unit <= ' ') continue;
    at.push(index);
    squeezed += unit;
  }
  const wanted = message.replace(/\s+/g, '');
  const found = wanted === '' ? -1 : squeezed.indexOf(wanted);
  if (found === -1) return message;
  const same = part.slice(at[found], (at[found + wanted.length - 1] ?? 0) + 1);
  return same.includes('\n') ? firstPart(same, agentProtocol.textLimit) : message;
}

function lastPart(text: string): string {
  return text.length <= searched ? text : text.slice(-searched);
}
