import { caseOf, concludeCase, failureOutside, outcomeOf, suiteOf } from './caseOf.ts';
import { jsonReader } from './jsonReader.ts';
import { membersAtStart } from './jsonStart.ts';
import { joinTexts, type Members, membersOf, millisecondsOf, numberOf, objectsIn, textOf } from './jsonValues.ts';
import { type JunitCase, type JunitOutcome, statusOfCase } from './junitCase.ts';
import type { ReportSink } from './reportDialect.ts';
import type { FormatReader, ReportFormat } from './reportFormat.ts';

/** A part of a tree that tests run in once more; its name tells their results apart. */
const variantNodes = ['Device', 'Test Plan Configuration'];
const attemptNodes = ['Repetition', 'Test Case Run'];
const messageNodes = ['Failure Message', 'Skip Message', 'Expected Failure'];
const bundleNodes = ['Unit test bundle', 'UI test bundle'];

/** Where a node is in the tree. */
type Around = { bundle: string; suites: readonly string[]; variants: readonly string[] };

/**
 * What `xcresulttool get test-results tests` and `… summary` write of a result bundle of Xcode 16 or later. Tests are
 * named as fastlane names them in JUnit XML. A summary names no passed tests: it is only read for a failed run.
 */
export const xcresultJson: ReportFormat = {
  name: 'JSON of xcresulttool',
  detects: (start) => {
    const members = membersAtStart(start);
    const ofTests = ['testNodes', 'testPlanConfigurations', 'devices.*.deviceName'];
    return [...ofTests, 'devicesAndConfigurations', 'environmentDescription'].some((path) => members.has(path));
  },
  open: (sink) => openXcresult(sink),
};

function openXcresult(sink: ReportSink): FormatReader {
  let [isFailed, anyFailed, failed] = [false, false, 0];
  const messages: string[] = [];
  const takeResult = (value: unknown) => {
    if (value === 'Failed') isFailed = true;
  };
  return jsonReader(
    {
      'testNodes.*.result': takeResult,
      'testNodes.*.children.*': (value) => {
        for (const junitCase of casesOf(membersOf(value), { bundle: '', suites: [], variants: [] })) {
          if (statusOfCase(junitCase) === 'FAIL') anyFailed = true;
          sink.onCase(junitCase);
        }
      },
      result: takeResult,
      failedTests: (value) => {
        failed = numberOf(value) ?? 0;
      },
      'testFailures.*': (value) => {
        const { testIdentifierString, testName, failureText } = membersOf(value);
        messages.push(`${textOf(testIdentifierString) || textOf(testName)}: ${textOf(failureText)}`);
      },
    },
    () => {
      if (anyFailed || !(isFailed || failed > 0)) return;
      const counted = failed > 0 ? `${failed} failed tests` : 'the run failed';
      sink.onCase(failureOutside(`${counted}, and the report does not have them as tests`, joinTexts(messages)));
    },
  );
}

function* casesOf(node: Members, around: Around): Generator<JunitCase> {
  const [type, name] = [textOf(node.nodeType), textOf(node.name)];
  if (type === 'Test Case') {
    yield* casesOfTest(node, name, around);
    return;
  }
  if (messageNodes.includes(type)) {
    yield { ...failureOutside(name, textOf(node.details), suitesOf(around)), classname: classOf(around) };
    return;
  }
  const inner = {
    bundle: bundleNodes.includes(type) ? name : around.bundle,
    suites: type === 'Test Suite' ? [...around.suites, name] : around.suites,
    variants: variantNodes.includes(type) ? [...around.variants, name] : around.variants,
  };
  let anyFailed = false;
  for (const child of objectsIn(node.children)) {
    for (const junitCase of casesOf(child, inner)) {
      if (statusOfCase(junitCase) === 'FAIL') anyFailed = true;
      yield junitCase;
    }
  }
  if (node.result !== 'Failed' || anyFailed) return;
  const outside = failureOutside(`'${name}' failed, and the report does not say why`, '', suitesOf(inner));
  yield { ...outside, classname: classOf(inner) };
}

/** A test with arguments is one test for each, and one for each device and configuration that it ran with. */
function* casesOfTest(node: Members, name: string, around: Around): Generator<JunitCase> {
  const parts = objectsIn(node.children).filter(({ nodeType }) => isPart(textOf(nodeType)));
  let anyFailed = false;
  for (const part of parts) {
    const said = textOf(part.name);
    const isVariant = variantNodes.includes(textOf(part.nodeType));
    const cases = isVariant
      ? casesOfTest(part, name, { ...around, variants: [...around.variants, said] })
      : casesOfTest(part, `${name} [${said}]`, around);
    for (const junitCase of cases) {
      if (statusOfCase(junitCase) === 'FAIL') anyFailed = true;
      yield junitCase;
    }
  }
  if (parts.length === 0 || (node.result === 'Failed' && !anyFailed)) yield caseOfTest(node, name, around);
}

function isPart(nodeType: string): boolean {
  return nodeType === 'Arguments' || variantNodes.includes(nodeType);
}

function caseOfTest(node: Members, name: string, around: Around): JunitCase {
  const attempts = objectsIn(node.children).filter(({ nodeType }) => attemptNodes.includes(textOf(nodeType)));
  const result = textOf(node.result ?? attempts.at(-1)?.result);
  const failedAttempts = attempts.filter((attempt) => attempt.result === 'Failed');
  const last = result === 'Failed' ? (failedAttempts.pop() ?? node) : node;
  const junitCase = caseOf(name, classOf(around), suitesOf(around));
  junitCase.durationMs = durationOf(attempts.at(-1) ?? node);
  for (const attempt of failedAttempts) junitCase.outcomes.push(...outcomesOf(attempt, 'flaky').slice(0, 1));
  if (result === 'Failed') junitCase.outcomes.push(...outcomesOf(last, 'failure'));
  else if (result === 'Skipped' || result === 'Expected Failure') {
    const reasons = messagesOf(last).map(({ message }) => message);
    junitCase.outcomes.push(outcomeOf('skipped', joinTexts(reasons) || textOf(node.details) || result));
  } else if (result !== 'Passed') concludeCase(junitCase, null, result);
  return junitCase;
}

function outcomesOf(attempt: Members, kind: 'failure' | 'flaky'): JunitOutcome[] {
  const messages = messagesOf(attempt);
  if (messages.length === 0) return [outcomeOf(kind, textOf(attempt.details) || 'the report does not say why')];
  return messages.map(({ message, text }) => outcomeOf(kind, message, text));
}

/** A message begins with file and line, which change with every edit: they are in its text alone. */
function messagesOf({ children }: Members): { message: string; text: string }[] {
  return objectsIn(children)
    .filter(({ nodeType }) => messageNodes.includes(textOf(nodeType)))
    .map((node) => {
      const places = objectsIn(node.children).map(({ name }) => textOf(name));
      const text = joinTexts([textOf(node.name), ...places]);
      return { message: textOf(node.name).replace(/^[^\s:]+\.\w+:\d+: /, ''), text };
    });
}

function durationOf({ durationInSeconds, duration }: Members): number | null {
  const seconds = /^(\d+(?:[.,]\d+)?)s$/.exec(textOf(duration))?.[1];
  return millisecondsOf(durationInSeconds ?? (seconds && Number(seconds.replace(',', '.'))), 1000);
}

function classOf({ bundle, suites }: Around): string {
  return suites.join('.') || bundle;
}

function suitesOf({ bundle, variants }: Around) {
  return [{ ...suiteOf(bundle), variant: variants.join(', ') || null }];
}
