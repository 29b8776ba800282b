import { caseOf, failureOutside, outcomeOf } from './caseOf.ts';
import { type CucumberStep, listOfSteps, outcomesOfSteps } from './cucumberSteps.ts';
import { JsonLines } from './jsonLines.ts';
import { membersAtStart } from './jsonStart.ts';
import { joinTexts, type Members, membersOf, numberOf, objectsIn, textOf, textsIn } from './jsonValues.ts';
import type { JunitOutcome } from './junitCase.ts';
import type { ReportSink } from './reportDialect.ts';
import type { FormatReader, ReportFormat } from './reportFormat.ts';

const log = 'text/x.cucumber.log+plain';
const mostNames = 100;

type Scenario = { feature: string; rule: string; name: string };
type Row = { examples: string; label: string };
type Pickle = { name: string; feature: string; steps: Map<string, string> };
type TestCase = { pickle: Pickle; steps: Map<string, string>; failedBefore: JunitOutcome[] };
type Attempt = { testCase: TestCase; testCaseId: string; startedAt: number; steps: CucumberStep[]; printed: string[] };

/**
 * Cucumber's stream of messages (`--format message`). Scenarios are named as CucumberJS names them in JUnit XML; every
 * attempt at one, and hooks around the whole run, are there as well.
 */
export const cucumberMessages: ReportFormat = {
  name: 'Cucumber messages',
  detects: (start) => membersAtStart(start).has('meta.protocolVersion'),
  open: (sink) => new CucumberMessages(sink),
};

class CucumberMessages implements FormatReader {
  readonly #sink: ReportSink;
  readonly #lines = new JsonLines(
    (value) => this.#take(membersOf(value)),
    null,
    (start) => start.startsWith('{"attachment"'),
  );
  readonly #scenarios = new Map<string, Scenario>();
  readonly #rows = new Map<string, Row>();
  readonly #pickles = new Map<string, Pickle>();
  readonly #testCases = new Map<string, TestCase>();
  readonly #attempts = new Map<string, Attempt>();
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
    for (const attempt of this.#attempts.values()) {
      this.#report(attempt, [outcomeOf('error', 'the scenario did not finish')], null);
    }
    if (!this.#isFinished) this.#fail('the report ends before the test run has finished');
  }

  #take(envelope: Members): void {
    const [kind, value] = Object.entries(envelope)[0] ?? [];
    const message = membersOf(value);
    if (kind === 'gherkinDocument') this.#takeFeature(membersOf(message.feature));
    else if (kind === 'parseError') this.#fail(textOf(message.message));
    else if (kind === 'pickle') this.#takePickle(message);
    else if (kind === 'testCase') this.#takeTestCase(message);
    else if (kind === 'testCaseStarted') this.#start(message);
    else if (kind === 'testStepFinished') this.#takeStep(message);
    else if (kind === 'attachment') this.#takeAttachment(message);
    else if (kind === 'testCaseFinished') this.#finish(message);
    else if (kind === 'testRunHookFinished') this.#takeRunHook(membersOf(message.result));
    else if (kind === 'testRunFinished') this.#finishRun(message);
  }

  #takeFeature(feature: Members): void {
    const name = textOf(feature.name);
    for (const child of objectsIn(feature.children)) {
      const rule = membersOf(child.rule);
      this.#takeScenario(membersOf(child.scenario), name, '');
      for (const inner of objectsIn(rule.children)) {
        this.#takeScenario(membersOf(inner.scenario), name, textOf(rule.name));
      }
    }
  }

  #takeScenario({ id, name, examples }: Members, feature: string, rule: string): void {
    if (typeof id !== 'string') return;
    this.#scenarios.set(id, { feature, rule, name: textOf(name) });
    objectsIn(examples).forEach((table, at) => {
      objectsIn(table.tableBody).forEach((row, rowAt) => {
        this.#rows.set(textOf(row.id), { examples: textOf(table.name), label: `#${at + 1}.${rowAt + 1}` });
      });
    });
  }

  #takePickle({ id, name: said, uri, astNodeIds, steps }: Members): void {
    const nodes = textsIn(astNodeIds);
    const scenario = nodes.map((node) => this.#scenarios.get(node)).find(Boolean);
    const row = nodes.map((node) => this.#rows.get(node)).find(Boolean);
    const name = textOf(said);
    const label = row && scenario ? (name === scenario.name ? row.label : `${row.label}: ${name}`) : '';
    const parts = scenario ? [scenario.rule, scenario.name, row?.examples ?? '', label] : [name];
    this.#pickles.set(textOf(id), {
      name: parts.filter(Boolean).join(' - '),
      feature: scenario?.feature || textOf(uri),
      steps: new Map(objectsIn(steps).map((step) => [textOf(step.id), textOf(step.text)])),
    });
  }

  #takeTestCase({ id, pickleId, testSteps }: Members): void {
    const pickle = this.#pickles.get(textOf(pickleId));
    if (!pickle) return;
    const steps = objectsIn(testSteps).map((step) => {
      const text = pickle.steps.get(textOf(step.pickleStepId));
      return [textOf(step.id), text ?? 'a hook'] as const;
    });
    this.#testCases.set(textOf(id), { pickle, steps: new Map(steps), failedBefore: [] });
  }

  #start({ id, testCaseId, timestamp }: Members): void {
    const testCase = this.#testCases.get(textOf(testCaseId));
    if (!testCase) return;
    const started = { testCase, testCaseId: textOf(testCaseId), startedAt: timeOf(timestamp), steps: [], printed: [] };
    this.#attempts.set(textOf(id), started);
  }

  #takeStep({ testCaseStartedId, testStepId, testStepResult }: Members): void {
    const attempt = this.#attempts.get(textOf(testCaseStartedId));
    if (!attempt) return;
    const { status, message } = membersOf(testStepResult);
    const said = attempt.testCase.steps.get(textOf(testStepId)) ?? '';
    attempt.steps.push({ said, status: textOf(status).toLowerCase(), error: textOf(message) });
  }

  #takeAttachment({ testCaseStartedId, body, contentEncoding, mediaType, fileName }: Members): void {
    const attempt = this.#attempts.get(textOf(testCaseStartedId));
    if (!attempt || attempt.printed.length >= mostNames) return;
    if (mediaType === log && contentEncoding === 'IDENTITY') attempt.printed.push(textOf(body));
    else attempt.printed.push(`attachment: ${[fileName, mediaType].map(textOf).filter(Boolean).join(', ')}`);
  }

  #finish({ testCaseStartedId, timestamp, willBeRetried }: Members): void {
    const id = textOf(testCaseStartedId);
    const attempt = this.#attempts.get(id);
    if (!attempt) return;
    this.#attempts.delete(id);
    const outcomes = outcomesOfSteps(attempt.steps);
    if (willBeRetried === true) {
      const output = outputOf(attempt);
      attempt.testCase.failedBefore.push(
        ...outcomes.slice(0, 1).map((each) => ({ ...each, kind: 'flaky' as const, output })),
      );
    } else this.#report(attempt, outcomes, timeOf(timestamp));
  }

  #report(attempt: Attempt, outcomes: JunitOutcome[], finishedAt: number | null): void {
    const { testCase, testCaseId, startedAt } = attempt;
    this.#testCases.delete(testCaseId);
    if (outcomes.some(({ kind }) => kind !== 'skipped')) this.#anyFailed = true;
    this.#sink.onCase({
      ...caseOf(testCase.pickle.name, testCase.pickle.feature, []),
      durationMs: finishedAt === null ? null : Math.max(0, Math.round(finishedAt - startedAt)),
      outcomes: [...testCase.failedBefore, ...outcomes],
      output: outputOf(attempt),
    });
  }

  #takeRunHook({ status, message }: Members): void {
    if (status === 'FAILED') this.#fail(textOf(message) || 'a hook around the test run failed');
  }

  #finishRun({ success, message }: Members): void {
    this.#isFinished = true;
    if (success === false && !this.#anyFailed)
      this.#fail(textOf(message) || 'the run failed, and the report does not say why');
  }

  #fail(said: string): void {
    this.#anyFailed = true;
    this.#sink.onCase(failureOutside(said.split('\n')[0] ?? '', said));
  }
}

function outputOf({ steps, printed }: Attempt): string {
  return joinTexts([listOfSteps(steps), ...printed]);
}

/** @returns milliseconds */
function timeOf(timestamp: unknown): number {
  const { seconds, nanos } = membersOf(timestamp);
  return (numberOf(seconds) ?? 0) * 1000 + (numberOf(nanos) ?? 0) / 1e6;
}
