import {
  type CommandPresetId,
  commandPresets,
  jasmineHelper,
  type ProposalFinding,
  settingsOfPreset,
} from '@assay/contract';
import {
  dependencyOf,
  isBerry,
  isPlugAndPlay,
  lockOf,
  type NodePackage,
  nodeInstallFinding,
  nodePackages,
} from './nodePackages.ts';
import { type NodeRunner, reporterOf, resultFilesOf } from './nodeRunners.ts';
import { type PackageRunner, scriptsInCi } from './packageRunners.ts';
import { baseOf, folderOf, isIn, joined, ownPaths, type RepositoryFiles, seenFrom } from './repositoryFiles.ts';
import { rushSteps } from './rush.ts';
import { wordsOf } from './shellSteps.ts';
import { certain, type Suite, suiteOf, toCheck } from './suite.ts';
import type { ScriptCommand } from './testScripts.ts';

/** @returns the suite of a package's runner, by its script where it has one */
export function nodeSuite(
  files: RepositoryFiles,
  own: NodePackage,
  { runner, script }: PackageRunner,
  tests: readonly string[],
): Suite {
  const { preset } = runner;
  const settings = settingsOfPreset(preset);
  const plain = preset === 'uvu' ? uvuCommand(own, tests) : (runner.plainCommand ?? settings.testCommand);
  const testCommand = script?.command ?? plain;
  const install = installOf(files, own, runner);
  const reporter = reporterOf(preset);
  const lacks =
    reporter !== null && dependencyOf(nodePackages(files), own.folder, [reporter]) === null ? reporter : null;
  const rush = rushSteps(files, own.folder, lacks);
  return suiteOf(
    own.folder,
    'Other',
    {
      ...settings,
      testCommand,
      resultFiles: resultFilesOf(preset, script),
      installCommand: rush?.installCommand ?? install.command,
      buildCommand: rush?.buildCommand ?? null,
    },
    [
      frameworkFinding(files, own, runner, script, tests),
      commandFinding(files, own, preset, script),
      ...(rush?.findings ?? [install.finding]),
      toCheck('resultFiles', resultsReason(preset)),
    ],
    tests,
  );
}

const nameOf = (preset: CommandPresetId) => commandPresets.find(({ id }) => id === preset)?.name ?? preset;

function frameworkFinding(
  files: RepositoryFiles,
  own: NodePackage,
  { preset, packages }: NodeRunner,
  script: ScriptCommand | null,
  tests: readonly string[],
): ProposalFinding {
  const dependency = dependencyOf(nodePackages(files), own.folder, packages);
  if (dependency) return certain('testingFramework', `${dependency.name} in ${dependency.file}`, dependency);
  if (script)
    return certain('testingFramework', `The script ${script.script.name} runs ${nameOf(preset)}`, script.script);
  const imports = tests.find((path) => /['"](node|bun):test['"]/.test(files.texts.get(path) ?? ''));
  if (imports) return certain('testingFramework', `Imported by ${baseOf(imports)}`, { file: imports });
  return toCheck('testingFramework', 'By the name of its config file; no package.json asks for it');
}

/** What nothing has run is never certain. */
export function commandFinding(
  files: RepositoryFiles,
  own: NodePackage,
  preset: CommandPresetId,
  found: ScriptCommand | null,
): ProposalFinding {
  if (!found) return toCheck('testCommand', `Runs ${nameOf(preset)} with a report; no script of package.json does`);
  const { script } = found;
  const inCi = scriptsInCi(files, own).get(script.name);
  const ran = inCi ? `, run by ${inCi.file}:${inCi.line}` : '';
  return toCheck('testCommand', `The script ${script.name}${ran}, with a report added`, script);
}

function resultsReason(preset: CommandPresetId): string {
  if (preset === 'uvu') return 'uvu writes no report: Node runs each file as one test';
  const reporter = reporterOf(preset);
  return reporter === null ? 'Where the command writes JUnit XML' : `Where ${reporter} writes JUnit XML`;
}

/** Node takes patterns in quotes only since version 21; a shell expands these. */
function uvuCommand(own: NodePackage, tests: readonly string[]): string {
  const seen = tests.map((path) => seenFrom(own.folder, path));
  const patterns = seen.map((path) => joined(folderOf(path), `*${/\.[^./]+$/.exec(path)?.[0] ?? ''}`));
  const script = Object.values(own.scripts).find((text) => wordsOf(text).includes('uvu')) ?? '';
  const words = wordsOf(script);
  const loaded = words.flatMap((word, index) =>
    /^(-r|--require)$/.test(word) && words[index + 1] ? [`--require ${words[index + 1]} `] : [],
  );
  const { testCommand } = settingsOfPreset('nodeTest');
  const command = testCommand?.replace('node ', `node ${loaded.join('')}`);
  return `${command} ${[...new Set(patterns)].slice(0, 10).join(' ')}`;
}

/** @returns how a package's dependencies are installed, with what writes the results where the project lacks it */
export function installOf(
  files: RepositoryFiles,
  own: NodePackage,
  { preset }: Pick<NodeRunner, 'preset'>,
): { command: string | null; finding: ProposalFinding } {
  const reporter = reporterOf(preset);
  const hasReporter = reporter === null || dependencyOf(nodePackages(files), own.folder, [reporter]) !== null;
  const lock = lockOf(files, own.folder);
  const bunLock = ownPaths(files).find((path) => /^bun\.lockb?$/.test(baseOf(path)) && isIn(folderOf(path), own.path));
  const byBun = lock === null && bunLock !== undefined;
  const helper = preset === 'jasmine' ? [jasmineHelper] : [];
  if (hasReporter && helper.length === 0) {
    if (byBun)
      return { command: 'bun install', finding: toCheck('installCommand', 'Installs by bun', { file: bunLock }) };
    const none = Object.keys(own.dependencies).length === 0 && lock === null;
    const finding = none
      ? certain('installCommand', 'package.json asks for no packages')
      : nodeInstallFinding(files, own.folder);
    return { command: null, finding };
  }
  const [install, add] = managers[byBun ? 'bun' : (lock?.manager ?? '')] ?? ['npm install', 'npm install --no-save'];
  const intoFolder = lock && isPlugAndPlay(files, lock) ? ['yarn config set nodeLinker node-modules'] : [];
  const toRoot = rootOption(files, own, lock);
  const steps = [...intoFolder, install, ...(hasReporter ? [] : [`${add}${toRoot} ${reporter}`]), ...helper];
  const why = hasReporter
    ? 'A helper file makes Jasmine write its results'
    : `${reporter} writes the results and is not in package.json: it is added for each run`;
  return { command: steps.join(' && '), finding: toCheck('installCommand', why, { file: own.path }) };
}

/** @returns what lets a manager add a package to the root of a workspace: Yarn 1 and pnpm refuse that by default */
function rootOption(files: RepositoryFiles, own: NodePackage, lock: ReturnType<typeof lockOf>): string {
  if (lock === null || folderOf(lock.file) !== own.folder) return '';
  if (lock.manager === 'pnpm' && ownPaths(files).includes(joined(own.folder, 'pnpm-workspace.yaml')))
    return ' --workspace-root';
  const isYarn1 = lock.manager === 'yarn' && !isBerry(files, lock);
  return isYarn1 && /"workspaces"\s*:/.test(own.text) ? ' --ignore-workspace-root-check' : '';
}

const managers: Readonly<Record<string, readonly [install: string, add: string]>> = {
  npm: ['npm ci', 'npm install --no-save'],
  yarn: ['yarn install', 'yarn add --dev'],
  pnpm: ['pnpm install', 'pnpm add --save-dev'],
  bun: ['bun install', 'bun add --dev'],
};
