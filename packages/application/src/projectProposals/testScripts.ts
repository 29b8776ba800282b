import type { NodePackage, Script } from './nodePackages.ts';
import { lineOf } from './repositoryFiles.ts';
import { joinSteps, packagesCommand, type ShellStep, shellSteps, wordsOf } from './shellSteps.ts';

/** How a step of a script runs tests, and what has to be added for its results to be read. */
export type TestProgram = {
  /** Whether the step runs the tests. */
  isIn(words: readonly string[]): boolean;
  /**
   * @param run 1 for the first step of the script that runs tests; each writes files of its own
   * @param ran the step that runs the tests, where `step` only leads to it
   */
  withResults(step: string, run: number, ran: string): string;
  /** Whether what is added can come after all arguments of an npm script. */
  isAppended: boolean;
  /** Whether the results are its output, which no other step can have then. */
  takesOutput?: boolean;
};

/** A command that runs a script of package.json with its results, as one that a project has. */
export type ScriptCommand = {
  script: Script;
  command: string;
  /** How many of its steps run tests. */
  runs: number;
};

/** Scripts that run each other further, or more often, are not written out. */
const deepest = 6;
const mostRuns = 20;

/** Names of scripts that are not run for their results. */
const otherPurposes =
  /(^|[:._-])(dev|develop|watch|watcher|start|serve|debug|inspect|ui|open|bench|benchmark|benchmarks|perf|update|tdd|snapshots?|release|publish|deploy|mutation|stryker)([:._-]|$)|^(pre|post)|^prepare/i;
const watches =
  /^(--watch(All)?|-w|--ui|--inspect(-brk)?|bench|watch|dev|list|open|init|--init|-u|--update|--updateSnapshot)$/;

/** @returns the likelier script first; null for one that is not meant for results */
function rankOf(name: string, inCi: ReadonlySet<string>): number | null {
  if (name === 'test') return 0;
  if (otherPurposes.test(name)) return null;
  if (/cov/i.test(name)) return 6;
  if (inCi.has(name)) return 1;
  if (/^(tests?|unit|specs?)([:._-](unit|ci|run|all|once|only|node|js|ts))?$/i.test(name)) return 2;
  if (/^test/i.test(name)) return 3;
  return /test|unit|spec|jest|mocha|vitest|ava|jasmine|karma|tap/i.test(name) ? 4 : 5;
}

/** @returns names of the scripts that may run tests for their results, the likeliest first */
export function rankedScripts(own: NodePackage, inCi: ReadonlySet<string> = new Set()): string[] {
  return Object.keys(own.scripts)
    .map((name) => ({ name, rank: rankOf(name, inCi) }))
    .filter((each): each is { name: string; rank: number } => each.rank !== null)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, 50)
    .map(({ name }) => name);
}

/**
 * @param inCi names of scripts that a workflow runs
 * @returns the script by which a package runs its tests, with all its steps; null where none is made for that
 */
export function testScript(
  own: NodePackage,
  program: TestProgram,
  inCi: ReadonlySet<string> = new Set(),
): ScriptCommand | null {
  for (const name of rankedScripts(own, inCi)) {
    const found = commandOf(own.scripts, name, program);
    if (found === null) continue;
    const line = lineOf(own.text, `"${name}"`);
    const script = { name, text: own.scripts[name] ?? '', file: own.path, line, folder: own.folder };
    return { script, ...found };
  }
  return null;
}

type Scripts = NodePackage['scripts'];

function commandOf(scripts: Scripts, name: string, program: TestProgram): { command: string; runs: number } | null {
  if (isAppendable(scripts, name, program)) {
    const said = name === 'test' ? 'npm test --' : `npm run ${name} --`;
    return { command: program.withResults(said, 1, lastStep(scripts, name)), runs: 1 };
  }
  const count = { runs: 0 };
  const text = expanded(scripts, name, program, count, 0);
  if (text === null || count.runs === 0 || count.runs > mostRuns) return null;
  const full = withHooks(scripts, name, text);
  // What is no program of a package needs no npx.
  if (/^node [^&|;]*$/.test(full)) return { command: full, runs: 1 };
  return { command: packagesCommand(full), runs: count.runs };
}

/** npm runs the scripts before and after itself; a script that is written out needs them, too. */
function withHooks(scripts: Scripts, name: string, text: string): string {
  const hook = (kind: 'pre' | 'post') => (scripts[kind + name] === undefined ? [] : [`npm run ${kind}${name}`]);
  return [...hook('pre'), text, ...hook('post')].join(' && ');
}

/** Whether only the end of the script runs tests, so that its arguments are theirs. */
function isAppendable(scripts: Scripts, name: string, program: TestProgram): boolean {
  if (!program.isAppended) return false;
  const steps = readSteps(scripts, name);
  const last = steps?.at(-1);
  if (!steps || !last || steps.at(-2)?.separator === '|' || /[<>]|&$/.test(last.text)) return false;
  if (!runsTests(last.text, program)) return false;
  return steps.slice(0, -1).every(({ text }) => !runsTests(text, program) && !leadsToTests(scripts, text, program));
}

function lastStep(scripts: Scripts, name: string): string {
  return stepsOf(scripts, name).at(-1)?.text ?? '';
}

export function runsTests(step: string, program: TestProgram): boolean {
  const words = wordsOf(step);
  return !words.some((word) => watches.test(word)) && program.isIn(words);
}

/** Whether a step runs a script of the same package that, itself or by others, runs tests. */
export function leadsToTests(scripts: Scripts, step: string, program: TestProgram): boolean {
  const leading = leadingScripts(scripts, program);
  return scriptsOf(step, scripts).some((name) => leading.has(name));
}

const knownLeading = new WeakMap<TestProgram, WeakMap<Scripts, ReadonlySet<string>>>();

/** @returns the scripts that run tests, themselves or by others */
function leadingScripts(scripts: Scripts, program: TestProgram): ReadonlySet<string> {
  const known = knownLeading.get(program) ?? new WeakMap<Scripts, ReadonlySet<string>>();
  knownLeading.set(program, known);
  const found = known.get(scripts);
  if (found) return found;
  const names = Object.keys(scripts);
  const leading = new Set(names.filter((name) => stepsOf(scripts, name).some(({ text }) => runsTests(text, program))));
  if (leading.size > 0) {
    const led = new Map(
      names.map((name) => [name, stepsOf(scripts, name).flatMap(({ text }) => scriptsOf(text, scripts))]),
    );
    for (let round = 0; round < deepest; round += 1) {
      for (const [name, inner] of led) if (inner.some((each) => leading.has(each))) leading.add(name);
    }
  }
  known.set(scripts, leading);
  return leading;
}

const knownSteps = new WeakMap<Scripts, Map<string, readonly ShellStep[] | null>>();

function readSteps(scripts: Scripts, name: string): readonly ShellStep[] | null {
  const known = knownSteps.get(scripts) ?? new Map<string, readonly ShellStep[] | null>();
  knownSteps.set(scripts, known);
  const steps = known.get(name);
  if (steps !== undefined) return steps;
  const read = shellSteps(scripts[name] ?? '');
  known.set(name, read);
  return read;
}

/** @returns the steps of a script; none where they cannot be read */
export function stepsOf(scripts: Scripts, name: string): readonly ShellStep[] {
  return readSteps(scripts, name) ?? [];
}

/** @returns the script with results added wherever it runs tests; null where that cannot be written */
function expanded(
  scripts: Scripts,
  name: string,
  program: TestProgram,
  count: { runs: number },
  depth: number,
): string | null {
  const steps = readSteps(scripts, name);
  if (!steps || depth > deepest || count.runs > mostRuns) return null;
  const texts = withoutReaders(steps, program).map(({ text, separator }) => {
    if (runsTests(text, program)) {
      count.runs += 1;
      return { text: program.withResults(text, count.runs, text), separator };
    }
    if (!leadsToTests(scripts, text, program)) return { text, separator };
    const led = ledStep(scripts, text, program, count, depth);
    return led === null ? null : { text: led, separator };
  });
  return texts.includes(null) ? null : joinSteps(texts.filter((each) => each !== null));
}

/** @returns the steps without those that only show what the tests write, such as `tape test | tap-spec` */
function withoutReaders(steps: readonly ShellStep[], program: TestProgram): ShellStep[] {
  const left: ShellStep[] = [];
  let isRead = false;
  for (const step of steps) {
    const last = left.at(-1);
    if (isRead && last) left[left.length - 1] = { ...last, separator: step.separator };
    else left.push(step);
    const runs: boolean = isRead || (program.takesOutput === true && runsTests(step.text, program));
    isRead = runs && step.separator === '|';
  }
  return left;
}

function ledStep(
  scripts: Scripts,
  step: string,
  program: TestProgram,
  count: { runs: number },
  depth: number,
): string | null {
  const names = scriptsOf(step, scripts);
  const [only = ''] = names;
  if (names.length === 1 && isAppendable(scripts, only, program)) {
    count.runs += 1;
    const separated = / -- /.test(step) || /^(yarn|pnpm|bun)\b/.test(step) ? step : `${step} --`;
    return program.withResults(separated, count.runs, lastStep(scripts, only));
  }
  // What is passed to a script of several steps cannot be passed on.
  if (names.length === 1 && argumentsOf(step, only) !== '') return null;
  const inner = names.map((name) => {
    if (!leadsToTests(scripts, `npm run ${name}`, program)) return `npm run ${name}`;
    const text = count.runs > mostRuns ? null : expanded(scripts, name, program, count, depth + 1);
    return text === null ? null : withHooks(scripts, name, text);
  });
  if (inner.includes(null)) return null;
  const text = inner.join(' && ');
  return /[&|;]/.test(text) ? `(${text})` : text;
}

function argumentsOf(step: string, name: string): string {
  const words = wordsOf(step);
  return words.slice(words.lastIndexOf(name) + 1).join(' ');
}

/** @returns the scripts of the same package that a step runs, in order */
export function scriptsOf(step: string, scripts: Scripts): string[] {
  const words = wordsOf(step).filter((word) => !/^[A-Za-z_]\w*=/.test(word));
  const [program = '', ...rest] = words[0] === 'cross-env' || words[0] === 'npx' ? words.slice(1) : words;
  if (/^(run-s|run-p|npm-run-all2?|run-z)$/.test(program)) {
    return rest.filter((word) => !word.startsWith('-')).flatMap((word) => namesMatching(word, scripts));
  }
  const plain = rest.filter((word) => !word.startsWith('-'));
  if (/^(npm|pnpm|yarn|bun)$/.test(program)) {
    if (rest.some((word) => /^(-r|-ws|--workspaces?|--recursive|-w|--filter|-F|-C|--cwd|--prefix)(=|$)/.test(word)))
      return [];
    const [first = '', second = ''] = plain;
    if (first === 'run' || first === 'run-script') return scripts[second] === undefined ? [] : [second];
    const name = first === 't' ? 'test' : first;
    return (program !== 'npm' || name === 'test') && scripts[name] !== undefined ? [name] : [];
  }
  if (program === 'node' && rest[0] === '--run') return plain.slice(0, 1).filter((name) => scripts[name] !== undefined);
  return [];
}

function namesMatching(word: string, scripts: Scripts): string[] {
  const name = word.replace(/^["']|["']$/g, '');
  if (!/\*/.test(name)) return scripts[name] === undefined ? [] : [name];
  const start = name.slice(0, name.indexOf('*'));
  return Object.keys(scripts).filter((each) => each.startsWith(start) && each !== start);
}

/** @returns the program of a package by the name of its command, run directly or by its file */
export function programNamed(name: string): RegExp {
  return new RegExp(`^(?:\\S*/)?${name}(?:\\.[cm]?js)?$|(?:^|/)node_modules/${name}/`);
}
