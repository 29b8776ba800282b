import { hash } from 'node:crypto';
import { type ProblemId, type TestId, withoutEscapeCodes } from '@assay/contract';

const idLength = 16;
/** Frames of the project that tell problems apart; the ones below them are how the test came there. */
const framesKept = 2;

const frame = /^\s*(?:at\s.+|File ".+", line \d+.*|[\w./\\-]+\.py:\d+:.*)$/;
const foreignFrame =
  /node_modules|site-packages|\bnode:|internal\/process|<anonymous>|\b(?:java|sun|jdk|org\.testng|org\.junit|NUnit)\./;

/** What differs from one occurrence of the same error to the next, and its placeholder. */
const volatile: readonly [RegExp, string][] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<time>'],
  [/\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/g, '<time>'],
  [/\b0x[0-9a-f]+\b/gi, '<id>'],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,}\b/gi, '<id>'],
  // The last part of a path tells one missing file from another; where it lies depends on the machine.
  [/(?:file:\/\/)?(?:[A-Za-z]:)?(?:[\\/][\w.@+~-]+)+[\\/](?=[\w.@+~-])/g, '<path>/'],
  [/\d+(?:[.,:]\d+)*/g, '<n>'],
];

const assertion =
  /\b(?:AssertionError|AssertionFailedError|AssertionException|ComparisonFailure|MultipleFailuresError)\b|^\s*(?:Error: )?expect\(|^\s*(?:E\s+)?assert\b|^\s*Expected?:|\bexpected\b.*\b(?:to|but|got|actual|found|was)\b|\bExpected values to be\b/im;
/** These name what is missing in the page, which is the same problem for every test that needs it. */
const namesElement =
  /^\s*Locator:|\bwaiting for (?:locator|getBy|selector|element)|\bexpected to find (?:element|content)|^\s*-?\s*waiting for\b.*\b(?:locator|getBy)/im;
const bareTimeout = /\b(?:timeout|timed out|exceeded timeout)\b/i;
const differingValues = /^\s*(?:[-+](?![-+])|Expected\b|Received\b|Actual\b|But was\b|Call log:|\^)/i;

/** @returns the text without what differs from one occurrence to the next. */
function withoutVolatile(text: string): string {
  return volatile
    .reduce((rest, [pattern, standsFor]) => rest.replace(pattern, standsFor), text)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Values that an assertion compared. */
function withoutValues(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|\[[^\]]*\]|<[^<>]*>/g, '<value>');
}

export type FailureSignature = {
  /** What is said, without what differs from one occurrence to the next. */
  text: string;
  /**
   * Whether only the test tells it from other problems: that some value is another one, or that the time is up, says
   * nothing about why.
   */
  ofTest: boolean;
};

/**
 * Reduces an error to what it has in common with the same error in other tests and runs: no numbers, ids, times,
 * folders or compared values; of the stack trace, if the error has one, the first frames of the project.
 * @param error the message of any of the frameworks, or its head
 * @returns null when it says nothing
 */
export function signatureOf(error: string): FailureSignature | null {
  const lines = withoutEscapeCodes(error)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const said = lines.filter((line) => !frame.test(line));
  const whole = said.join('\n');
  if (whole === '') return null;
  const findsNothing = namesElement.test(whole);
  const compares = assertion.test(whole) && !findsNothing;
  const ofTest = compares || (bareTimeout.test(whole) && !findsNothing && said.length < 3);
  const kept = said.filter((line) => !differingValues.test(line));
  const words = compares ? withoutValues(kept[0] ?? said[0] ?? '') : kept.join('\n');
  const frames = lines.filter((line) => frame.test(line) && !foreignFrame.test(line)).slice(0, framesKept);
  const text = [words, ...frames]
    .map(withoutVolatile)
    .filter((part) => part !== '')
    .join('\n');
  return text === '' ? null : { text, ofTest };
}

/** @returns the fingerprint of a failure, the same for the same problem in its project; null: there is no error to tell by. */
export function problemIdOf(error: string | null, testId: TestId): ProblemId | null {
  const signature = error === null ? null : signatureOf(error);
  if (signature === null) return null;
  const { text, ofTest } = signature;
  return hash('sha256', ofTest ? `${testId}\0${text}` : text, 'base64url').slice(0, idLength) as ProblemId;
}
