import { dependencyOf, type NodePackage, nodePackages, versionFound } from './nodePackages.ts';
import { type NodeRunner, nodeRunners, nodeTestRunner, oldTapRunner, uvuRunner } from './nodeRunners.ts';
import { baseOf, folderOf, isIn, ownPaths, type RepositoryFiles } from './repositoryFiles.ts';
import { type ScriptCommand, scriptsOf, testScript } from './testScripts.ts';
import { workflowCommands } from './workflows.ts';

/** How a package runs its tests. */
export type PackageRunner = { runner: NodeRunner; script: ScriptCommand | null };

type Place = { file: string; line: number };

/** @returns the scripts of a package that a workflow runs, and where */
export function scriptsInCi(files: RepositoryFiles, own: NodePackage): Map<string, Place> {
  const found = new Map<string, Place>();
  if (own.folder !== '') return found;
  for (const { text, file, line } of workflowCommands(files)) {
    for (const name of scriptsOf(text, own.scripts)) if (!found.has(name)) found.set(name, { file, line });
  }
  return found;
}

/** @returns the runners that a package has a script or a config file for, else those that it asks for */
export function runnersOf(files: RepositoryFiles, own: NodePackage): PackageRunner[] {
  const names = namesIn(files, own.folder);
  const inCi = new Set(scriptsInCi(files, own).keys());
  const found = nodeRunners.flatMap((each) => {
    const runner = each.preset === 'tap' && isOldTap(files, own) ? oldTapRunner : each;
    const script = testScript(own, runner.program, inCi);
    const asked = runner.packages.some((name) => own.dependencies[name] !== undefined);
    const configured = names.some((name) => runner.config.test(name)) || hasSection(own, runner);
    return script || asked || configured ? [{ runner, script, used: script !== null || configured }] : [];
  });
  const used = found.filter(({ used }) => used);
  if (found.length > 0) return used.length > 0 ? used : found;
  const imported = importedRunner(files, own);
  if (imported) return [{ runner: imported, script: null }];
  return own.dependencies.uvu === undefined ? [] : [{ runner: uvuRunner, script: null }];
}

function isOldTap(files: RepositoryFiles, { folder }: NodePackage): boolean {
  const { version } = versionFound(files, folder, dependencyOf(nodePackages(files), folder, ['tap']));
  return version !== null && Number.parseInt(version, 10) < 18;
}

/** Jest and AVA may be configured in package.json. */
function hasSection(own: NodePackage, { preset }: NodeRunner): boolean {
  return (preset === 'jest' || preset === 'ava') && new RegExp(`"${preset}"\\s*:\\s*\\{`).test(own.text);
}

const known = new WeakMap<RepositoryFiles, Map<string, string[]>>();

/** @returns names of files of a folder that may configure a runner */
function namesIn(files: RepositoryFiles, folder: string): readonly string[] {
  const found = known.get(files) ?? new Map<string, string[]>();
  if (!known.has(files)) {
    known.set(files, found);
    for (const path of ownPaths(files)) {
      if (!/^(jasmine|ava|karma|jest|vitest|\.(mocharc|taprc))\b[^/]*$/.test(baseOf(path))) continue;
      const names = found.get(folderOf(path)) ?? [];
      names.push(baseOf(path));
      found.set(folderOf(path), names);
    }
  }
  return found.get(folder) ?? [];
}

/** Runners that are no package are known by what tests import. */
function importedRunner(files: RepositoryFiles, own: NodePackage): NodeRunner | null {
  for (const [path, text] of files.texts) {
    if (!isIn(own.folder, path) || !/\.[cm]?[jt]sx?$/.test(path)) continue;
    if (/['"]node:test['"]/.test(text)) return nodeTestRunner;
    if (/['"]bun:test['"]/.test(text)) return nodeRunners.find(({ preset }) => preset === 'bun') ?? null;
  }
  return null;
}
