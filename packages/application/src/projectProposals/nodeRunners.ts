import { type CommandPresetId, commandPresets, settingsOfPreset } from '@assay/contract';
import { programIndex, wordsOf } from './shellSteps.ts';
import { programNamed, type ScriptCommand, type TestProgram } from './testScripts.ts';

/** A runner of JavaScript tests that is run by a command of the project. */
export type NodeRunner = {
  preset: CommandPresetId;
  /** The npm packages that bring it; none: it is a program of the machine. */
  packages: readonly string[];
  config: RegExp;
  program: TestProgram;
  /** What runs it where no script does, in place of the preset's command. */
  plainCommand?: string;
};

function appended(
  preset: CommandPresetId,
  program: RegExp,
  more: (ran: readonly string[]) => string = () => '',
  within: (options: string) => string = (options) => options,
): TestProgram {
  const options = within(optionsOf(preset));
  return {
    isIn: (words) => programIndex(words, program) >= 0,
    isAppended: !/[|>]/.test(options),
    withResults: (step, run, ran) => `${step} ${more(wordsOf(ran))}${numbered(options, run)}`,
  };
}

/** What the preset's command says after its program. */
function optionsOf(preset: CommandPresetId): string {
  const command = settingsOfPreset(preset).testCommand ?? '';
  return command.replace(/^(npx )?\S+( (run|start|test))? /, '');
}

/** Each run of a command writes a file of its own. */
function numbered(text: string, run: number): string {
  return run === 1 ? text : text.replace(/\.xml\b/g, `-${run}.xml`);
}

/** Tools of React run Jest with a configuration of their own, and pass its options on. */
function isJestOfReact(words: readonly string[]): boolean {
  const at = programIndex(words, /^(react-scripts|react-app-rewired|craco)$/);
  return at >= 0 && words[at + 1] === 'test';
}

const jest = appended('jest', programNamed('jest'));
const bun = programNamed('bun');

const nodeTestOptions = () => optionsOf('nodeTest').replace(/^--test /, '');

/** Node with its option for tests. */
const nodeTestProgram: TestProgram = {
  isIn: (words) => {
    const node = words.findIndex((word) => /^(\S*\/)?(node|tsx)$/.test(word));
    return node >= 0 && words.some((word, index) => index > node && word === '--test');
  },
  isAppended: false,
  withResults: (step, run) =>
    /--test-reporter/.test(step) ? step : step.replace(/--test(?=\s|$)/, `--test ${numbered(nodeTestOptions(), run)}`),
};

export const nodeTestRunner: NodeRunner = {
  preset: 'nodeTest',
  packages: [],
  config: /(?!)/,
  program: nodeTestProgram,
};

/** Writes no report; Node runs its files, as each ends with an exit code. */
export const uvuRunner: NodeRunner = {
  preset: 'uvu',
  packages: ['uvu'],
  config: /(?!)/,
  program: { isIn: () => false, isAppended: false, withResults: (step) => step },
};

/** What tap before version 18 prints is its report. */
const oldTapOptions = '--reporter=xunit > tap.xml';

/** Has no reporter that writes a file. */
export const oldTapRunner: NodeRunner = {
  preset: 'tap',
  packages: ['tap'],
  config: /^\.taprc$/,
  plainCommand: `npx tap ${oldTapOptions}`,
  program: {
    isIn: (words) => programIndex(words, programNamed('tap')) >= 0,
    isAppended: false,
    withResults: (step, run) => `${step} ${numbered(oldTapOptions, run)}`,
    takesOutput: true,
  },
};

export const nodeRunners: readonly NodeRunner[] = [
  {
    preset: 'vitest',
    packages: ['vitest'],
    config: /^(vitest\.(config|workspace)\.\w+)$/,
    program: appended('vitest', programNamed('vitest'), (ran) =>
      ran.includes('run') || ran.includes('--run') ? '' : '--run ',
    ),
  },
  {
    preset: 'jest',
    packages: ['jest'],
    config: /^jest\.config\.\w+$/,
    program: {
      ...jest,
      isIn: (words) => jest.isIn(words) || isJestOfReact(words),
      // Jest-junit takes the name of its file from the environment alone.
      withResults: (step, run, ran) =>
        `${run === 1 ? '' : `JEST_JUNIT_OUTPUT_NAME=junit-${run}.xml `}${jest.withResults(step, 1, ran)}`,
    },
  },
  {
    preset: 'mocha',
    packages: ['mocha'],
    config: /^\.mocharc\.\w+$/,
    program: appended('mocha', programNamed('_?mocha')),
  },
  {
    preset: 'ava',
    packages: ['ava'],
    config: /^ava\.config\.\w+$/,
    program: appended(
      'ava',
      programNamed('ava'),
      () => '',
      (options) => options.replace('npx ', ''),
    ),
  },
  {
    preset: 'jasmine',
    packages: ['jasmine'],
    config: /^jasmine\.(json|\w+js)$/,
    program: appended('jasmine', programNamed('jasmine')),
  },
  {
    preset: 'tap',
    packages: ['tap'],
    config: /^\.taprc$/,
    program: appended('tap', programNamed('tap')),
  },
  {
    preset: 'tape',
    packages: ['tape'],
    config: /(?!)/,
    program: {
      isIn: (words) => programIndex(words, programNamed('tape')) >= 0,
      isAppended: false,
      withResults: (step, run) => `${step} ${numbered('| tap-junit > tape.xml', run)}`,
      takesOutput: true,
    },
  },
  {
    preset: 'karma',
    packages: ['karma'],
    config: /^karma\.conf\.\w+$/,
    program: {
      isIn: (words) => {
        const angular = programIndex(words, programNamed('ng'));
        return programIndex(words, programNamed('karma')) >= 0 || (angular >= 0 && words[angular + 1] === 'test');
      },
      isAppended: true,
      withResults: (step, _run, ran) =>
        `${step} ${programIndex(wordsOf(ran), programNamed('ng')) >= 0 ? '--watch=false' : '--single-run'} --reporters progress,junit`,
    },
  },
  {
    preset: 'bun',
    packages: [],
    config: /(?!)/,
    program: {
      ...appended('bun', bun),
      isIn: (words) => {
        const at = programIndex(words, bun);
        return at >= 0 && words[at + 1] === 'test';
      },
    },
  },
  nodeTestRunner,
];

/** @returns the result files of a script that runs its tests in several steps */
export function resultFilesOf(preset: CommandPresetId, found: ScriptCommand | null): string[] {
  const files = settingsOfPreset(preset).resultFiles;
  const runs = found?.runs ?? 1;
  return Array.from({ length: Math.max(1, runs) }, (_, index) => index + 1)
    .flatMap((run) => files.map((file) => (file.includes('*') ? file : numbered(file, run))))
    .filter((file, index, all) => all.indexOf(file) === index);
}

/** @returns the package that writes the results, where the runner does not */
export function reporterOf(preset: CommandPresetId): string | null {
  return commandPresets.find(({ id }) => id === preset)?.needs ?? null;
}
