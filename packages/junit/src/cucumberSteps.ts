import { outcomeOf } from './caseOf.ts';
import type { JunitOutcome } from './junitCase.ts';

/** A step or hook that has run, in both formats of Cucumber. */
export type CucumberStep = {
  /** Its keyword and text. */
  said: string;
  /** In lower case. */
  status: string;
  error: string;
};

/** From the best to the worst; the worst decides. Cucumber fails what is undefined or pending. */
const statuses = ['passed', 'skipped', 'unknown', 'pending', 'undefined', 'ambiguous', 'failed'];

/** @returns what became of a scenario with these steps */
export function outcomesOfSteps(steps: readonly CucumberStep[]): JunitOutcome[] {
  const worst = statuses[Math.max(0, ...steps.map(({ status }) => rankOf(status)))] ?? 'passed';
  if (worst === 'passed') return [];
  const reasons = steps.filter(({ status }) => statuses[rankOf(status)] === worst);
  if (worst === 'skipped') {
    const [{ said, error } = { said: '', error: '' }] = reasons;
    return [outcomeOf('skipped', error || `${said} (skipped)`)];
  }
  return reasons.map(({ said, error }) => {
    const lines = error.split('\n');
    const frames = lines.findIndex((line) => /^\s+at\s/.test(line));
    const message = (frames === -1 ? lines : lines.slice(0, frames)).join('\n').trim();
    return outcomeOf('failure', worst === 'failed' && message !== '' ? message : `${said} (${worst})`, error);
  });
}

/** @returns the steps one below the other, with what became of each */
export function listOfSteps(steps: readonly CucumberStep[]): string {
  return steps.map(({ said, status }) => `${said} … ${status}`).join('\n');
}

function rankOf(status: string): number {
  const rank = statuses.indexOf(status);
  return rank === -1 ? statuses.indexOf('failed') : rank;
}
