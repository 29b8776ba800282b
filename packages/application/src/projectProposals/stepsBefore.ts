import type { NodePackage } from './nodePackages.ts';
import { nodeRunners } from './nodeRunners.ts';
import { joinSteps, packagesCommand, type ShellStep } from './shellSteps.ts';
import { leadsToTests, rankedScripts, runsTests, scriptsOf, stepsOf } from './testScripts.ts';

/** A script that runs a framework, and what has to be done before. */
export type FrameworkScript = { name: string; before: string | null };

/**
 * @param program of a framework that Assay starts itself, so that only what comes before it has to be a command
 * @returns the script that runs it, with its earlier steps; null without any
 */
export function frameworkScript(own: NodePackage, program: RegExp): FrameworkScript | null {
  const names = rankedScripts(own);
  const name = names.find((each) => stepsOf(own.scripts, each).some(({ text }) => program.test(text)));
  if (name === undefined) return null;
  const inner = [...hookOf(own, name), ...stepsUntil(own, name, (step) => program.test(step))];
  const outer = names.find((each) =>
    stepsOf(own.scripts, each).some(({ text }) => scriptsOf(text, own.scripts).includes(name)),
  );
  const before =
    outer === undefined
      ? []
      : [...hookOf(own, outer), ...stepsUntil(own, outer, (step) => scriptsOf(step, own.scripts).includes(name))];
  const steps = [...before, ...inner];
  return { name, before: steps.length === 0 ? null : commandOf(steps) };
}

function hookOf(own: NodePackage, name: string): ShellStep[] {
  return own.scripts[`pre${name}`] === undefined ? [] : [{ text: `npm run pre${name}`, separator: '&&' }];
}

/** @returns the steps before one, without those that run other tests: these are a project of their own */
function stepsUntil(own: NodePackage, name: string, isLast: (step: string) => boolean): ShellStep[] {
  const steps = stepsOf(own.scripts, name);
  return steps
    .slice(
      0,
      steps.findIndex(({ text }) => isLast(text)),
    )
    .filter(
      ({ text }) =>
        !nodeRunners.some(({ program }) => runsTests(text, program) || leadsToTests(own.scripts, text, program)),
    );
}

/** A command of npm alone needs no packages around it. */
function commandOf(steps: readonly ShellStep[]): string {
  const text = joinSteps(steps);
  return /^((npm run|npx) [^&|;]+( && )?)+$/.test(text) ? text : packagesCommand(text);
}
