import { type CommandPresetId, commandPresets, settingsOfPreset } from '@assay/contract';
import type { NodePackage } from './nodePackages.ts';
import { reporterOf } from './nodeRunners.ts';
import { commandFinding, installOf } from './nodeSuite.ts';
import type { PackageRunner } from './packageRunners.ts';
import { isIn, type RepositoryFiles } from './repositoryFiles.ts';
import { wordsOf } from './shellSteps.ts';
import { certain, type Suite, suiteOf, toCheck } from './suite.ts';
import { type TestProgram, testScript } from './testScripts.ts';

/** A tool that runs a script of many packages, and how it passes arguments on. */
type TaskRunner = {
  name: string;
  /** @returns the script that the step runs in each package; null: it is not this tool */
  taskOf(words: readonly string[]): string | null;
  /** What makes it run tests again that it has run before. */
  fresh: string;
  passes: ' -- ' | ' ';
  /** @returns the step as it has to be written for arguments to reach the scripts */
  toPassOn?(step: string): string;
};

const plainWords = (words: readonly string[], from: number) =>
  words.slice(from).filter((word) => !word.startsWith('-'));
const indexOf = (words: readonly string[], name: RegExp) =>
  words.findIndex(
    (word, index) =>
      name.test(word) &&
      words.slice(0, index).every((before) => /^(npx|pnpm|yarn|bunx|exec|dlx|[A-Z_]+=.*|cross-env)$/.test(before)),
  );

const taskRunners: readonly TaskRunner[] = [
  {
    name: 'Turborepo',
    taskOf: (words) => {
      const at = indexOf(words, /^turbo$/);
      const [first, second] = at < 0 ? [] : plainWords(words, at + 1);
      return (first === 'run' ? second : first) ?? null;
    },
    fresh: ' --force',
    passes: ' -- ',
  },
  {
    name: 'Nx',
    taskOf: (words) => {
      const at = indexOf(words, /^nx$/);
      if (at < 0 || !['run-many', 'affected'].includes(words[at + 1] ?? '')) return null;
      const option = words.findIndex((word) => /^(-t|--targets?)(=|$)/.test(word));
      const [, given] = /=(.+)$/.exec(words[option] ?? '') ?? [];
      return option < 0 ? null : (given ?? words[option + 1] ?? null);
    },
    fresh: ' --skip-nx-cache',
    passes: ' -- ',
  },
  {
    name: 'Lerna',
    taskOf: (words) => {
      const at = indexOf(words, /^lerna$/);
      return at < 0 || words[at + 1] !== 'run' ? null : (plainWords(words, at + 2)[0] ?? null);
    },
    fresh: ' --skip-nx-cache',
    passes: ' -- ',
  },
  {
    name: 'pnpm',
    taskOf: (words) => {
      if (words[0] !== 'pnpm' || !words.some((word) => /^(-r|--recursive|-F|--filter(=.*)?)$/.test(word))) return null;
      const filter = words.findIndex((word) => word === '-F' || word === '--filter');
      const rest = words.filter((_, index) => index !== filter + 1 || filter < 0);
      return plainWords(rest, 1).find((word) => word !== 'run') ?? null;
    },
    fresh: '',
    passes: ' ',
    // Before version 10, `pnpm test` takes options as its own.
    toPassOn: (step) => (wordsOf(step).includes('run') ? step : step.replace(/ (test(?:\s[^\n]*)?)$/, ' run $1')),
  },
  {
    name: 'npm',
    taskOf: (words) => {
      if (words[0] !== 'npm' || !words.some((word) => /^(-ws|--workspaces)$/.test(word))) return null;
      return plainWords(words, 1).find((word) => word !== 'run') ?? null;
    },
    fresh: '',
    passes: ' -- ',
  },
  {
    name: 'Yarn',
    taskOf: (words) => {
      if (words[0] !== 'yarn' || (words[1] !== 'workspaces' && words[1] !== 'workspace')) return null;
      const run = words.indexOf('run');
      return run < 0 ? null : (words[run + 1] ?? null);
    },
    fresh: '',
    passes: ' ',
  },
];

/**
 * @param runners of all packages
 * @returns the suite of a package whose script runs that of many packages below, where one runner runs them all
 */
export function workspaceSuite(
  files: RepositoryFiles,
  own: NodePackage,
  runners: ReadonlyMap<NodePackage, readonly PackageRunner[]>,
): { suite: Suite; preset: CommandPresetId } | null {
  for (const tool of taskRunners) {
    const script = testScript(own, programOf(tool, null));
    const task = script ? taskIn(own, tool) : null;
    if (task === null) continue;
    const members = [...runners].filter(([each]) => each !== own && isIn(own.folder, each.path) && each.scripts[task]);
    const ran = members.flatMap(([, found]) => found.filter((each) => each.script?.script.name === task));
    const presets = new Set(ran.map(({ runner }) => runner.preset));
    const [first] = ran;
    // A package whose results could not be read by these options would miss.
    if (!first || ran.length < 2 || presets.size > 1 || !first.runner.program.isAppended) continue;
    const { preset } = first.runner;
    const found = testScript(own, programOf(tool, first));
    if (!found) continue;
    const install = installOf(files, own, { preset });
    const others = members.length - ran.length;
    const place = { file: own.path, line: found.script.line };
    const suite = suiteOf(
      own.folder,
      'Other',
      {
        ...settingsOfPreset(preset),
        testCommand: found.command,
        resultFiles: settingsOfPreset(preset).resultFiles.map((file) => (file.startsWith('**/') ? file : `**/${file}`)),
        installCommand: install.command,
      },
      [
        certain(
          'testingFramework',
          `${ran.length} packages run ${commandPresets.find(({ id }) => id === preset)?.name} by ${tool.name}`,
          place,
        ),
        others > 0
          ? toCheck(
              'testCommand',
              `${others === 1 ? '1 package has' : `${others} packages have`} another script ${task}`,
              place,
            )
          : commandFinding(files, own, preset, found),
        install.finding,
        toCheck('resultFiles', `Where ${reporterOf(preset) ?? 'each package'} writes JUnit XML`),
      ],
      [],
    );
    return { suite, preset };
  }
  return null;
}

function taskIn(own: NodePackage, tool: TaskRunner): string | null {
  for (const text of Object.values(own.scripts)) {
    for (const step of text.split(/[&|;]+/)) {
      const task = tool.taskOf(wordsOf(step));
      if (task !== null && /test|unit|spec/.test(task)) return task;
    }
  }
  return null;
}

/** @param member a package that the tool runs tests in; null: only whether it does */
function programOf(tool: TaskRunner, member: PackageRunner | null): TestProgram {
  return {
    isIn: (words) => /test|unit|spec/.test(tool.taskOf(words) ?? ''),
    isAppended: false,
    withResults: (step) => {
      if (member === null) return step;
      const options = member.runner.program.withResults('', 1, member.script?.script.text ?? '').trim();
      const [before = '', after] = step.split(/ -- (.*)/);
      const passed = after === undefined ? options : `${after} ${options}`;
      return `${tool.toPassOn?.(before) ?? before}${tool.fresh}${tool.passes}${passed}`;
    },
  };
}
