import { type CauseKind, withoutEscapeCodes } from '@assay/contract';
import { causeFrame, type FrameTexts, framesOf, isSameFile, onlyPlace } from './causeFrame.ts';
import { causeKind } from './causeKind.ts';
import { maskText, maskValues } from './maskText.ts';
import { isTestCode, readStack, type StackFrame } from './stackFrames.ts';

/** What a failure is read from. */
export type FailureTexts = {
  file: string;
  name: string;
  /** The head of its message. */
  error: string | null;
  /** All that the framework printed about it, where the caller has it. */
  stack?: string | null;
  /** What `ownFrames` found in its stack trace, where the caller has that alone. */
  frames?: readonly StackFrame[] | undefined;
};

/** What a failure says of its cause. Everything but `headline` and `line` is free of what differs between runs. */
export type FailureFacts = FrameTexts & {
  /** The class of the exception, without its package. */
  exception: string | null;
  /** That values were compared, and how; null: it is not an assertion. */
  assertion: string | null;
  /** HTTP status and exit codes. */
  codes: string;
  /** What is missing or cannot be reached, where the error names it: the same cause whichever test needs it. */
  subject: string | null;
  /** The host that cannot be reached, where the error names it. */
  host: string | null;
  /** Only that a value is another one, or that time is up: without a shared frame it is a cause of its test alone. */
  saysNoReason: boolean;
  template: string;
  /** The first line that says something, as it was. */
  headline: string;
  /** The only line that the trace has, in languages that do not name its function. */
  place: string | null;
  kind: CauseKind;
};

/** Characters of an error or stack that are read. */
const readCharacters = 8_000;
const lineCharacters = 1_000;
/** Lines of a stack that are searched for the class of its exception. */
const searchedLines = 40;
const templateLines = 6;
const shortLine = 25;
const templateCharacters = 600;

/** `TypeError: `, `java.lang.IllegalStateException: `, `Library::NotLent: `, `AssertionError [ERR_ASSERTION]: ` */
const classified =
  /^(?:E {2,8})?(?:Uncaught )?(?:\(node:\d{1,9}\) )?((?:[A-Za-z_]\w{0,60}(?:\.|::|\\|\$)){0,10})([A-Z]\w{0,80})(?: ?\[[\w -]{1,60}\])?\s?:(?: |$)/;
const isException = /(?:Error|Exception|Failure|Fault|Panic|Interrupt|Exit|NotMet)$|^ExpectationNotMet/;
const label =
  /^(?:E {2,8})?(?:Locator|Expected|Received|Actual|But was|Call log|Diff|Step|Hint|Traceback|Caused by|Reason|Message|Details?|Key|Values?|Difference|Serialized Error|Scenario|Feature|Given|When|Then|File|Line|Usage|Note|Warning|Failure|Error)$/i;
const assertionClass = /assert|^ComparisonFailure$|^ExpectationNotMet|^ExpectationFailed|^MultipleFailures|^Minitest/i;
const assertionText =
  /^[ \t]{0,40}(?:E[ \t]{1,9})?assert\b|\bexpect(?:\(|ed\b.*\b(?:to|but|got|actual|found|not|equals?|received|was|is)\b)|^[ \t]{0,40}Expected\b|\bFailed asserting\b|\bExpected values to\b|\b(?:got|was|=)\b.{0,200}\bwant(?:ed)?\b|^[ \t]{0,40}expected:|\bshould (?:be|equal|have|not)\b|^not ok\b|\bbut was\b/im;
const element =
  /(?:^[ \t]{0,40}Locator: {0,4}|\bwaiting for (?=locator|getBy|selector|element)|\bexpected to find (?:element|content): ?|\b(?:unable to locate|could not find|cannot find|no such) element:? ?|\bwaiting for element ?|\bUnable to find (?:an )?element with )([^\n]{1,200})/im;
const isMissing =
  /not found|timed? ?out|waiting for|never found|unable to|no such|could not|cannot find|to be (?:visible|present)|toBe(?:Visible|Attached)/i;
const bareTimeout = /\btime ?out\b|\btimed out\b|\bexceeded timeout\b|\bdeadline exceeded\b/i;
const unreachable =
  /\b(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|ERR_CONNECTION_\w{1,30}|ERR_NAME_NOT_RESOLVED|ERR_ADDRESS_UNREACHABLE|ERR_INTERNET_DISCONNECTED)\b|\b(connection refused|connection reset|connection aborted|no route to host|no such host|unknown ?host(?:exception)?|name or service not known|temporary failure in name resolution|nodename nor servname|could not resolve host|network is unreachable|socket hang up|actively refused)\b/i;
const hostName =
  /[a-z][a-z+]{1,10}:\/\/([\w.-]{1,100})|\b((?:\d{1,3}\.){3}\d{1,3})\b|\b(localhost)\b|\b(?:ENOTFOUND|EAI_AGAIN|lookup|host=?|host(?:name)?:|UnknownHostException:)\s?['"]?([\w.-]{2,100})|(?<![\w/])((?:[\w-]{1,60}\.){1,6}[a-z][\w-]{1,20})(?::\d{1,5})\b/i;
/** This machine may be any service: what the client says counts as well. */
const isLoopback = /^(?:localhost|127\.|0\.0\.0\.0)/;
const missingFile =
  /\b(?:ENOENT|No such file or directory|FileNotFound\w{0,20}|NoSuchFile\w{0,20})\b[^'"\n]{0,60}['"]([^'"\n]{1,300})['"]|\bNo such file or directory @ \w{1,40} - ([^\s]{1,300})|\bopen ([^\s:]{1,300}): no such file/i;
const statusText =
  /\b(?:status(?: ?code)?|http(?:\/[\d.]{1,3})?|response(?: code)?|request failed with(?: status code)?|answered|returned)\b[\s:=]{0,3}(?:is |was |of |with |code )?([1-5]\d\d)\b|\b([45]\d\d) (?:Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out|Not Found|Forbidden|Unauthorized|Bad Request|Conflict|Too Many Requests|Client Error|Server Error)\b/gi;
const exitText = /\bexit(?:ed)?(?: with)?(?: code| status)?[\s:=]{1,3}(\d{1,3})\b/gi;
const success = new Set(['200', '201', '202', '204', '301', '302', '304']);
const failureCode = /^(?:40[0-9]|41[0-8]|42[2-9]|451|50[0-9]|511)$/;
/** What a reporter writes where it has no message. */
const emptyHead =
  /^(?:failed|failure|error|test failed|assertion failed|collection failure|exception|fail|unknown(?: error)?)\.?$/i;
/** Lines that repeat code or values, or that change without another cause. */
const noise =
  /^\s*(?:[>|^~]|\d{1,6} ?\||[-+](?![-+])|E? {3,}[\^~]{1,}|[\^~]{2,}$|[⎯=_*-]{3,}|(?:_ ){5,})|^\s*(?:Call log|Error Context|Serialized Error|Traceback|Hint|stdout|stderr|goroutine \d|\[signal |details: ?$|assertion: |.{1,80}: [|>]-?$|at: |\(compared using|Diff:|Stack:|failureType|code: '|cause: '|operator:|\.\.\.|---)|^\s*(?:\w{1,60} = .{0,300}|@.{1,100}|\}[,)]?|\{)$|^\s*(?:E\s+)?(?:async )?def \w/;
const comparedValues =
  /^\s*(?:E\s+)?(?:Expected|Received|Actual|But was|got|want|\+ {0,4}(?:where|and)|- |\+ )\b|^\s*(?:E\s+)?\+ {1,4}(?:where|and)|^\s*\d{1,20} !== \d{1,20}/i;

/** @returns what a failure says, or null when it says nothing */
export function readFailure({ file, name, error, stack, frames: stored = [] }: FailureTexts): FailureFacts | null {
  const [head, trace] = [readText(error), readText(stack)];
  if (head.text.trim() === '' && trace.text.trim() === '') return null;
  const isTelling =
    head.text.trim() !== '' && !repeatsName(head.text.trim(), name) && !emptyHead.test(head.text.trim());
  const said = tellingLines(isTelling ? head.lines : trace.lines, name);
  const frames = stored.length > 0 ? stored : framesIn(head, trace);
  const exception = exceptionIn([...head.lines, ...trace.lines.slice(0, searchedLines)]) ?? null;
  const message = said.map(withoutClass).join('\n');
  const all = isTelling ? `${message}\n${trace.lines.join('\n')}` : message;
  const host = hostOf(message, exception) ?? hostOf(all, exception);
  const locator = element.exec(all)?.[1]?.trim() ?? null;
  const isPlain = exception === null || exception === 'Error';
  const compares = isPlain ? assertionText.test(message) : assertionClass.test(exception);
  const assertion = compares ? assertionKind(message) : null;
  const own = causeFrame(frames, file, name);
  const missing = locator !== null && (compares || isMissing.test(all)) ? `element ${maskText(locator)}` : null;
  const values = said.filter((line) => !comparedValues.test(line)).map(withoutClass);
  const text = (values.length > 0 ? values : said).slice(0, templateLines).join('\n');
  const template = maskText((compares ? maskValues(text) : text).slice(0, templateCharacters));
  const absent = compares
    ? undefined
    : missingFile
        .exec(message)
        ?.slice(1)
        .find((path) => path !== undefined);
  const reached = host === null ? null : isLoopback.test(host) ? `host ${host} ${template}` : `host ${host}`;
  const subject = missing ?? reached ?? (absent === undefined ? null : `file ${maskText(absent)}`);
  const codes = codesOf(all, compares);
  const isTimeout = bareTimeout.test(message) && said.length < 4;
  const innermost = own ?? frames[0];
  const inProduct = innermost !== undefined && !isTestCode(innermost.file) && !isSameFile(innermost.file, file);
  return {
    exception,
    assertion,
    codes,
    subject,
    host,
    saysNoReason: subject === null && (compares || isTimeout || template === ''),
    kind: causeKind({ text: all, exception, codes, inProduct, isAssertion: compares, isTimeout }),
    template,
    headline: headlineOf(said),
    ...framesOf(own),
    place: onlyPlace(frames),
  };
}

/** @returns the first line, with the next one where it is very short */
function headlineOf(said: readonly string[]): string {
  const [first = '', second = ''] = said.map((line) => withoutClass(line).trim());
  return first.length < shortLine && second !== '' ? `${first} ${second}` : first;
}

/** Frames of a failure that are stored. */
const maxStoredFrames = 5;
/** Lengths that no pattern of frames exceeds. */
const [maxFrameName, maxFrameFile] = [250, 500];
/** Characters that are searched for frames at each end of a text. */
const tracedCharacters = 8_000;

/**
 * @param texts all that the framework printed about a failure
 * @returns the project's own frames that tell where it failed: the innermost ones, and the outermost, which is the test's
 */
export function ownFrames({ error, stack }: Pick<FailureTexts, 'error' | 'stack'>): StackFrame[] {
  const [head, trace] = [error, stack].map((text) => readText(withoutMiddle(text ?? ''), 2 * tracedCharacters + 1));
  const frames = (head && trace ? framesIn(head, trace) : []).filter(
    ({ name, file }) => (name ?? '').length <= maxFrameName && file !== '' && file.length <= maxFrameFile,
  );
  const isWhole = frames.length <= maxStoredFrames;
  return isWhole ? [...frames] : [...frames.slice(0, maxStoredFrames - 1), ...frames.slice(-1)];
}

/** Some languages have the innermost call at the end of a trace. */
function withoutMiddle(text: string): string {
  if (text.length <= 2 * tracedCharacters) return text;
  return `${text.slice(0, tracedCharacters)}\n${text.slice(-tracedCharacters)}`;
}

function framesIn(head: ReadHead, trace: ReadHead): readonly StackFrame[] {
  return trace.frames.length > 0 ? trace.frames : head.frames;
}

type ReadHead = { text: string; lines: readonly string[]; frames: readonly StackFrame[] };

function readText(text: string | null | undefined, limit = readCharacters): ReadHead {
  if (!text) return { text: '', lines: [], frames: [] };
  const plain = withoutEscapeCodes(text.slice(0, limit))
    .split(/\r?\n/)
    .map((line) => withoutKey(line.slice(0, lineCharacters)))
    .join('\n')
    .replace(/\bat: >-\n {1,40}(.{1,200})\n {1,40}\(/g, 'at $1 (');
  return { text: plain, ...readStack(plain) };
}

/** TAP has what a failure says as YAML: `name: TypeError`, `message: 'no total'`. */
function withoutKey(line: string): string {
  if (!/name: |message: |\[recovered\]$|[nr] \{$/.test(line)) return line;
  const found = /^\s{0,40}(?:name|message): ?(?:'(.{0,900})'|"(.{0,900})"|(.{0,900})),?$/.exec(line);
  const value = found ? (found[1] ?? found[2] ?? found[3] ?? '') : line;
  return value.replace(/ \[recovered\]$/, '').replace(/^(\s{0,40}\w{1,80}(?:Error|Exception)) \{$/, '$1');
}

/** A reporter without a message puts the test's name where it would be. */
function repeatsName(text: string, name: string): boolean {
  return text === name || (text.length < 300 && !/\s/.test(text) && text.endsWith(name));
}

/** Lines that say why; pytest marks them with an E among the source that it prints. */
function tellingLines(lines: readonly string[], name: string): string[] {
  const marked = lines.filter((line) => /^E {2,}/.test(line)).map((line) => line.replace(/^E +/, ''));
  const kept = (marked.length > 0 ? marked : lines)
    .filter((line) => line.trim() !== '' && !noise.test(line))
    .map((line) => line.trim())
    .filter((line, index, all) => all.indexOf(line) === index);
  const telling = kept.filter(
    (line) =>
      !repeatsName(line, name) &&
      !emptyHead.test(line) &&
      !/^(?:\w{1,60}\.){0,8}\w{1,60}(?:Error|Exception)$/.test(line),
  );
  return telling.length > 0 ? telling : kept;
}

/** @returns the class that says most: `Error` says nothing */
function exceptionIn(lines: readonly string[]): string | undefined {
  let plain: string | undefined;
  for (const line of lines) {
    const found = exceptionOf(line);
    if (found !== null && found !== 'Error') return found;
    plain ??= found ?? undefined;
  }
  return plain;
}

function exceptionOf(line: string): string | null {
  if (/^\s*panic: /.test(line)) return 'panic';
  const unwrapped = line.replace(/^\s*(?:cause:|Caused by:|E) +/, '').trim();
  const found = classified.exec(`${unwrapped} `);
  if (!found)
    return /^((?:\w{1,60}\.){0,8}\w{1,60}(?:Error|Exception))$/.exec(unwrapped)?.[1]?.split('.').at(-1) ?? null;
  const [, spaces = '', simple = ''] = found;
  if (label.test(simple) && spaces === '') return simple === 'Error' ? 'Error' : null;
  return spaces !== '' || isException.test(simple) || /^[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+$/.test(simple)
    ? simple
    : null;
}

function withoutClass(line: string): string {
  const trimmed = line.replace(/^\s*(?:cause:|Caused by:|panic:|E) +|^\s*\[(?=Error)/, '').trim();
  const found = exceptionOf(trimmed) === null ? null : classified.exec(`${trimmed} `);
  const rest = found ? trimmed.slice(found[0].length).trim() : trimmed;
  return rest === '' ? trimmed : rest;
}

/** @returns the host that cannot be reached */
function hostOf(text: string, exception: string | null): string | null {
  const found = unreachable.exec(text) ?? (exception === 'UnknownHostException' ? [exception, exception] : null);
  if (!found) return null;
  const named = hostName
    .exec(text)
    ?.slice(1)
    .find((name) => name !== undefined);
  return named ?? (exception === 'UnknownHostException' ? (text.split(/[\s:]/)[0] ?? null) : null);
}

/** How values were compared: enough to hold assertions of different kinds apart. */
function assertionKind(message: string): string {
  if (/\b(?:visible|attached|enabled|checked|hidden|displayed|present)\b/i.test(message)) return 'STATE';
  if (/\b(?:throw|raise)/i.test(message)) return 'THROWS';
  if (/\b(?:contain|include|match|have text|toHaveText|toHave\w{1,40}|have property)\b/i.test(message))
    return 'CONTAINS';
  if (/\b(?:greater|less|above|below|at least|at most)\b|>=|<=/i.test(message)) return 'COMPARES';
  if (/\b(?:truthy|falsy|null|undefined|nil|None|defined)\b/.test(message)) return 'EXISTS';
  return 'EQUALS';
}

function codesOf(text: string, compares: boolean): string {
  const statuses = [...text.matchAll(statusText)]
    .map(([, named, worded]) => named ?? worded ?? '')
    .filter((code) => failureCode.test(code));
  const exits = [...text.matchAll(exitText)].map(([, code]) => `exit ${code}`);
  if (compares && statuses.length === 0) {
    const numbers = text.match(/(?<![\w.:-])\d{3}(?![\w.:-]?\d)/g) ?? [];
    if (numbers.some((number) => success.has(number)))
      statuses.push(...numbers.filter((number) => failureCode.test(number)));
  }
  return [...new Set([...statuses, ...exits])].sort().join(' ');
}
