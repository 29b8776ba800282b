import type { CommandPresetId } from '@assay/contract';
import { type NodePackage, nodePackages } from './nodePackages.ts';
import { nodeSuite } from './nodeSuite.ts';
import { runnersOf } from './packageRunners.ts';
import { folderOf, foldersUpFrom, isIn, nearest, ownPaths, type RepositoryFiles, seenFrom } from './repositoryFiles.ts';
import type { Suite } from './suite.ts';
import { workspaceSuite } from './workspaceSuites.ts';

const code = /\.[cm]?[jt]sx?$/;
const specName = /\.(spec|test)\.[cm]?[jt]sx?$/;
const inTestFolder = /^(?=.*\.[cm]?[jt]sx?$)(.*\/)?(__tests__|tests?|specs?)\//;
/** Names that only some runners know. */
const specNames: Partial<Record<CommandPresetId, RegExp>> = {
  jasmine: /[sS]pec\.[cm]?js$/,
  ava: /(^|\/)tests?(-[^/]*)?\.[cm]?[jt]s$/,
  mocha: /^test\.[cm]?[jt]s$/,
  nodeTest: /(^|[/._-])test\.[cm]?[jt]s$|(^|\/)test-[^/]*\.[cm]?[jt]s$/,
  bun: /_(test|spec)\.[jt]sx?$/,
};

/** Tests in JavaScript and TypeScript: a suite for each runner of each package, with what packages below leave to it. */
export function nodeSuites(files: RepositoryFiles): Suite[] {
  const packages = nearest(files, nodePackages(files), ({ folder }) => folder);
  const runners = new Map(packages.map((own) => [own, runnersOf(files, own)]));
  const byOwner = pathsByOwner(files, new Map(packages.map((own) => [own.folder, runners.get(own)?.length ?? 0])));
  return packages.flatMap((own) => {
    const suites = (runners.get(own) ?? []).flatMap((found) => {
      const preset = found.runner.preset;
      const mine = testsAmong(own, preset, byOwner.get(own.folder) ?? []);
      // A script of the package above may run what packages below could run themselves.
      const tests = mine.length > 0 || found.script === null ? mine : testsAmong(own, preset, ownPaths(files));
      return tests.length === 0 ? [] : [nodeSuite(files, own, found, tests)];
    });
    const together = workspaceSuite(files, own, runners);
    const all = together ? testsAmong(own, together.preset, ownPaths(files)) : [];
    return [...(together && all.length > 0 ? [{ ...together.suite, testFiles: all }] : []), ...suites];
  });
}

/** @returns by the folder of a package with runners: the code that the nearest such folder above it is */
function pathsByOwner(files: RepositoryFiles, runnersIn: ReadonlyMap<string, number>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const path of ownPaths(files)) {
    if (!code.test(path)) continue;
    const owner = foldersUpFrom(folderOf(path)).find((folder) => (runnersIn.get(folder) ?? 0) > 0);
    if (owner === undefined) continue;
    const paths = found.get(owner) ?? [];
    paths.push(path);
    found.set(owner, paths);
  }
  return found;
}

function testsAmong(own: NodePackage, preset: CommandPresetId, paths: readonly string[]): string[] {
  return paths.filter((path) => {
    if (!isIn(own.folder, path)) return false;
    const seen = seenFrom(own.folder, path);
    return specName.test(seen) || inTestFolder.test(seen) || specNames[preset]?.test(seen) === true;
  });
}
