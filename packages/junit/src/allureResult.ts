import { caseOf, failureOutside, outcomeOf, suiteOf } from './caseOf.ts';
import { jsonReader } from './jsonReader.ts';
import { membersAtStart } from './jsonStart.ts';
import { type Members, membersOf, numberOf, objectsIn, textOf, textsIn } from './jsonValues.ts';
import type { JunitCase } from './junitCase.ts';
import type { ReportFormat } from './reportFormat.ts';

const isFile = /\.\w{1,10}$/;
const mostDepth = 20;
const mostAttachments = 50;

/**
 * One result of Allure, a file of its own each (`…-result.json`), or what failed around them (`…-globals.json`). Attempts
 * at one test have one `historyId`.
 */
export const allureResult: ReportFormat = {
  name: 'Allure results',
  detects: (start) => {
    const members = membersAtStart(start);
    const isResult = members.has('uuid') && members.has('status') && !members.has('children');
    return isResult || (members.has('uuid') && members.has('historyId')) || isGlobals(members);
  },
  open: (sink) => {
    const result: Record<string, unknown> = {};
    const take = (key: string) => (value: unknown) => {
      result[key] = value;
    };
    const wanted = Object.fromEntries(
      'uuid name fullName historyId status statusDetails steps attachments parameters labels titlePath start stop'
        .split(' ')
        .map((key) => [key, take(key)]),
    );
    return jsonReader(
      {
        ...wanted,
        'errors.*': (value) => {
          const { message, trace } = membersOf(value);
          sink.onCase(failureOutside(textOf(message), textOf(trace), [suiteOf('Allure results')]));
        },
      },
      () => {
        if (result.status !== undefined || result.historyId !== undefined) sink.onCase(caseOfResult(result));
      },
    );
  },
};

function isGlobals(members: ReadonlySet<string>): boolean {
  return (
    members.has('attachments') &&
    members.has('errors') &&
    [...members].every((each) => /^(?:attachments|errors)\b/.test(each))
  );
}

function caseOfResult(result: Members): JunitCase {
  const junitCase = namedCase(result);
  const { message, trace } = membersOf(result.statusDetails);
  const status = textOf(result.status);
  const [start, stop] = [numberOf(result.start), numberOf(result.stop)];
  if (start !== null && stop !== null && stop >= start) junitCase.durationMs = Math.round(stop - start);
  if (status === 'skipped') junitCase.outcomes.push(outcomeOf('skipped', textOf(message)));
  else if (status !== 'passed') {
    const missing = failedStep(result, 0) ?? `its outcome is '${status || 'unknown'}'`;
    junitCase.outcomes.push(outcomeOf('failure', textOf(message) || missing, textOf(trace)));
  }
  junitCase.attachments = attachmentsOf(result, 0).slice(0, mostAttachments);
  const test = textOf(result.historyId);
  if (test !== '') junitCase.attemptAt = { test: `allure ${test}`, order: start ?? 0 };
  return junitCase;
}

function namedCase(result: Members): JunitCase {
  const [name, fullName] = [textOf(result.name), textOf(result.fullName)];
  const values = valuesNotIn(name, result.parameters);
  const variant = values.length === 0 ? null : values.join(', ');
  const around = variant === null ? [] : [{ ...suiteOf(''), variant }];
  const titles = textsIn(result.titlePath);
  const at = titles.findLastIndex((title) => isFile.test(title));
  if (at !== -1) {
    // The first may be the name of the package.
    const inPackage = titles.slice(1, at + 1).join('/');
    const isPackage = at > 0 && (fullName.startsWith(`${titles[0]}:`) || fullName.startsWith(inPackage));
    const path = isPackage ? inPackage : titles.slice(0, at + 1).join('/');
    const own = path.endsWith('.py') ? null : titles.slice(at + 1);
    if (own !== null) return { ...caseOf([...own, name].join(' › '), '', around), file: path };
  }
  const label = (wanted: string) => textOf(objectsIn(result.labels).find((each) => each.name === wanted)?.value);
  const ofFullName = fullName.includes('#') ? fullName.slice(0, fullName.indexOf('#')) : '';
  const suites = ['parentSuite', 'suite', 'subSuite'].map(label).filter(Boolean);
  return caseOf(name, label('testClass') || ofFullName || suites.join(' › '), around);
}

/** @returns the values of parameters that tell one test from another, unless its name has them */
function valuesNotIn(name: string, parameters: unknown): string[] {
  return objectsIn(parameters)
    .filter(({ excluded, mode }) => excluded !== true && mode !== 'hidden' && mode !== 'masked')
    .map(({ value }) => textOf(value))
    .filter((value) => value !== '' && !name.includes(value.replace(/^'(.*)'$/, '$1')));
}

function failedStep({ steps }: Members, depth: number): string | null {
  if (depth > mostDepth) return null;
  for (const step of objectsIn(steps)) {
    if (step.status !== 'failed' && step.status !== 'broken') continue;
    return failedStep(step, depth + 1) ?? (textOf(membersOf(step.statusDetails).message) || textOf(step.name));
  }
  return null;
}

function attachmentsOf({ attachments, steps }: Members, depth: number): string[] {
  const own = objectsIn(attachments)
    .map(({ source }) => textOf(source))
    .filter(Boolean);
  if (depth > mostDepth) return own;
  return [...own, ...objectsIn(steps).flatMap((step) => attachmentsOf(step, depth + 1))];
}
