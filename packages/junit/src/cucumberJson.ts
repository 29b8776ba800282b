import { caseOf, outcomeOf } from './caseOf.ts';
import { type CucumberStep, listOfSteps, outcomesOfSteps } from './cucumberSteps.ts';
import { jsonReader } from './jsonReader.ts';
import { membersAtStart } from './jsonStart.ts';
import { joinTexts, type Members, membersOf, numberOf, objectsIn, textOf } from './jsonValues.ts';
import type { JunitCase } from './junitCase.ts';
import type { ReportFormat } from './reportFormat.ts';

const log = /^text\/(?:plain|x\.cucumber\.log\+plain)/;

/**
 * The JSON of Cucumber in its many languages. Scenarios are named by their feature and themselves, as in Cucumber's JUnit
 * XML; of a scenario that was retried only the last attempt is there.
 */
export const cucumberJson: ReportFormat = {
  name: 'Cucumber JSON',
  detects: (start) => {
    const members = membersAtStart(start);
    return members.has('*.elements') || (members.has('*.uri') && members.has('*.keyword'));
  },
  open: (sink) =>
    jsonReader({
      '*': (value) => {
        const feature = membersOf(value);
        let background: Members[] = [];
        for (const element of objectsIn(feature.elements)) {
          if (element.type === 'background') {
            background = stepsOf(element);
            continue;
          }
          sink.onCase(caseOfScenario(element, background, textOf(feature.name) || textOf(feature.uri)));
          background = [];
        }
      },
    }),
};

function caseOfScenario(element: Members, background: readonly Members[], feature: string): JunitCase {
  const all = [...background, ...stepsOf(element)];
  const steps = all.map(stepOf);
  const outcomes = outcomesOfSteps(steps);
  // behave says what became of a scenario as a whole; its hooks are not in the file.
  if (element.status === 'failed' && !outcomes.some(({ kind }) => kind === 'failure')) {
    outcomes.splice(0, Infinity, outcomeOf('failure', 'The scenario failed, and none of its steps: a hook may have.'));
  }
  const nanoseconds = all.map(({ result }) => numberOf(membersOf(result).duration) ?? 0).reduce((a, b) => a + b, 0);
  const printed = all.flatMap(({ embeddings, output }) => [
    ...objectsIn(embeddings).map(printedText),
    ...outputOf(output),
  ]);
  return {
    ...caseOf(textOf(element.name), feature, []),
    durationMs: Math.round(nanoseconds / 1e6),
    outcomes,
    output: joinTexts([listOfSteps(steps), ...printed]),
  };
}

/** Some writers have hooks before and after the steps, others among them. */
function stepsOf({ before, steps, after }: Members): Members[] {
  const named = (hooks: unknown, keyword: string) => objectsIn(hooks).map((hook) => ({ keyword, ...hook }));
  const own = objectsIn(steps).flatMap((step) => [
    ...named(step.before, 'BeforeStep'),
    step,
    ...named(step.after, 'AfterStep'),
  ]);
  return [...named(before, 'Before'), ...own, ...named(after, 'After')];
}

function stepOf({ keyword, name, result, step_type: ofBehave }: Members): CucumberStep {
  const { status, error_message: error } = membersOf(result);
  const isOfBehave = typeof ofBehave === 'string';
  const said = `${textOf(keyword)}${isOfBehave ? ' ' : ''}${textOf(name)}`.trim();
  // behave leaves out the results of steps that did not run.
  const became = isOfBehave && result === undefined ? 'skipped' : textOf(status).toLowerCase();
  return { said, status: became, error: Array.isArray(error) ? error.map(textOf).join('\n') : textOf(error) };
}

function printedText({ data, mime_type: kind }: Members): string {
  return typeof data === 'string' && log.test(textOf(kind)) ? textOf(Buffer.from(data, 'base64').toString()) : '';
}

function outputOf(output: unknown): string[] {
  return Array.isArray(output) ? output.flat().map(textOf) : [];
}
