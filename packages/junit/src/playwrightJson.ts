import { posix } from 'node:path';
import { caseOf, failureOutside, outcomeOf, suiteOf } from './caseOf.ts';
import { jsonReader } from './jsonReader.ts';
import { membersAtStart } from './jsonStart.ts';
import { joinTexts, type Members, membersOf, millisecondsOf, objectsIn, textOf } from './jsonValues.ts';
import type { JunitCase } from './junitCase.ts';
import type { ReportFormat } from './reportFormat.ts';

/**
 * Playwright's reporter `json`. Tests are named as its reporter `junit` names them; all attempts, the reasons of skips
 * and what failed outside of tests are there as well.
 */
export const playwrightJson: ReportFormat = {
  name: 'Playwright JSON',
  detects: (start) => {
    const members = membersAtStart(start);
    return members.has('config.rootDir') || members.has('config.configFile');
  },
  open: (sink) => {
    let rootDir = '';
    return jsonReader({
      'config.rootDir': (value) => {
        rootDir = textOf(value).replaceAll('\\', '/');
      },
      'suites.*': (value) => {
        for (const junitCase of casesOf(membersOf(value), [], textOf(membersOf(value).file))) sink.onCase(junitCase);
      },
      'errors.*': (value) => {
        sink.onCase(failureOfError(membersOf(value), rootDir));
      },
    });
  },
};

function* casesOf({ specs, suites }: Members, titles: readonly string[], file: string): Generator<JunitCase> {
  for (const spec of objectsIn(specs)) {
    const name = [...titles, textOf(spec.title)].join(' › ');
    for (const test of objectsIn(spec.tests)) yield caseOfTest(test, name, file);
  }
  for (const suite of objectsIn(suites)) yield* casesOf(suite, [...titles, textOf(suite.title)], file);
}

/** @returns what failed outside of tests, in the file where it did */
export function failureOfError({ message, stack, location }: Members, rootDir: string): JunitCase {
  const path = textOf(membersOf(location).file).replaceAll('\\', '/');
  const file = path === '' || rootDir === '' ? null : posix.relative(rootDir, path);
  return { ...failureOutside(textOf(message), textOf(stack)), file };
}

/** @param test as the reporter `json` writes it */
export function caseOfTest(test: Members, name: string, file: string): JunitCase {
  const project = textOf(test.projectName);
  const junitCase = caseOf(name, file, [{ ...suiteOf(file), hostname: project, variant: project || null }]);
  const results = objectsIn(test.results);
  const last = results.at(-1) ?? {};
  for (const result of results.slice(0, -1)) {
    if (result.status !== test.expectedStatus && result.status !== 'skipped') {
      junitCase.outcomes.push(...outcomesOf(result, 'flaky').slice(0, 1));
    }
  }
  junitCase.durationMs = millisecondsOf(last.duration);
  if (test.status === 'unexpected') junitCase.outcomes.push(...outcomesOf(last, 'failure'));
  else if (test.status === 'skipped') junitCase.outcomes.push(outcomeOf('skipped', reasonOf(test)));
  const { stdout, stderr } = printedBy(last);
  junitCase.output = stdout;
  junitCase.errorOutput = stderr;
  const paths = results.flatMap(({ attachments }) => objectsIn(attachments).map(({ path }) => textOf(path)));
  junitCase.attachments = [...new Set(paths.filter(Boolean))];
  return junitCase;
}

function outcomesOf(result: Members, kind: 'failure' | 'flaky'): JunitCase['outcomes'] {
  const [first, ...others] = objectsIn(result.errors);
  const { message, stack } = membersOf(result.error ?? first);
  const printed = printedBy(result);
  const said = textOf(message);
  const missing = result.status === 'passed' ? 'expected to fail, and passed' : textOf(result.status);
  const own = outcomeOf(kind, said === '' ? missing : said, textOf(stack));
  // A case has the output of its last attempt.
  if (kind === 'flaky') Object.assign(own, { output: printed.stdout, errorOutput: printed.stderr });
  return [own, ...others.map((error) => outcomeOf(kind, textOf(error.message), textOf(error.stack)))];
}

function reasonOf({ annotations, expectedStatus }: Members): string {
  const reasons = objectsIn(annotations)
    .filter(({ type }) => type === 'skip' || type === 'fixme')
    .map(({ type, description }) => textOf(description) || textOf(type));
  if (reasons.length > 0) return joinTexts(reasons);
  return expectedStatus === 'skipped' ? '' : 'did not run';
}

function printedBy({ stdout, stderr }: Members): { stdout: string; stderr: string } {
  const together = (parts: unknown) => joinTexts(objectsIn(parts).map(printedText), '');
  return { stdout: together(stdout), stderr: together(stderr) };
}

function printedText({ text, buffer }: Members): string {
  return typeof buffer === 'string' ? textOf(Buffer.from(buffer, 'base64').toString()) : textOf(text);
}
