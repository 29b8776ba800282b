import { nodeLockFiles, type ProposalFinding } from '@assay/contract';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { lockedVersionOf } from './lockedVersions.ts';
import { baseOf, folderOf, foldersUpFrom, joined, lineOf, ownPaths, type RepositoryFiles } from './repositoryFiles.ts';
import { certain, toCheck } from './suite.ts';
import { withWireit } from './wireit.ts';

const Texts = Type.Optional(Type.Record(Type.String(), Type.String()));
const Manifest = Type.Object({
  dependencies: Texts,
  devDependencies: Texts,
  scripts: Texts,
  wireit: Type.Optional(Type.Unknown()),
});

/** A package.json. */
export type NodePackage = {
  path: string;
  folder: string;
  text: string;
  /** Name to wanted range, of dependencies and development dependencies. */
  dependencies: Readonly<Record<string, string>>;
  scripts: Readonly<Record<string, string>>;
};

/** A package that a folder's own package.json, or one above it, asks for. */
export type Dependency = { name: string; range: string; file: string; line: number | null; folder: string };

/** More scripts of one package are not read, as each may run the others. */
const mostScripts = 300;

const known = new WeakMap<RepositoryFiles, NodePackage[]>();

/** @returns the readable package.json files, by path */
export function nodePackages(files: RepositoryFiles): readonly NodePackage[] {
  const packages = known.get(files) ?? readPackages(files);
  known.set(files, packages);
  return packages;
}

function readPackages(files: RepositoryFiles): NodePackage[] {
  return ownPaths(files)
    .filter((path) => baseOf(path) === 'package.json')
    .flatMap((path) => {
      const text = files.texts.get(path);
      const manifest = text === undefined ? null : parsed(text);
      if (text === undefined || !Value.Check(Manifest, manifest)) return [];
      const { dependencies, devDependencies } = manifest;
      const named = Object.fromEntries(Object.entries(manifest.scripts ?? {}).slice(0, mostScripts));
      const scripts = withWireit(named, manifest.wireit);
      return [{ path, folder: folderOf(path), text, dependencies: { ...dependencies, ...devDependencies }, scripts }];
    });
}

/** @returns what the nearest package.json, from the folder upwards, says of the first of the names that it has */
export function dependencyOf(
  packages: readonly NodePackage[],
  folder: string,
  names: readonly string[],
): Dependency | null {
  for (const above of foldersUpFrom(folder)) {
    const own = packages.find((each) => each.folder === above);
    const name = names.find((each) => own?.dependencies[each] !== undefined);
    if (own && name) {
      const line = lineOf(own.text, `"${name}"`);
      return { name, range: own.dependencies[name] ?? '', file: own.path, line, folder: above };
    }
  }
  return null;
}

/** @returns the lock file by which the packages of a folder are installed, and its manager; null without one */
export function lockOf(files: RepositoryFiles, folder: string): Lock | null {
  for (const above of foldersUpFrom(folder)) {
    for (const [lockFile, manager] of nodeLockFiles) {
      const file = joined(above, lockFile);
      if (files.paths.includes(file)) return { file, manager };
    }
  }
  return null;
}

type Lock = { file: string; manager: string };

/** Whether a lock file was written by Yarn 2 or later. */
export function isBerry(files: RepositoryFiles, { file }: Lock): boolean {
  return /^__metadata:/m.test(files.texts.get(file) ?? '');
}

/** Whether Yarn would install packages where only its own loader finds them. */
export function isPlugAndPlay(files: RepositoryFiles, lock: Lock): boolean {
  if (lock.manager !== 'yarn' || !isBerry(files, lock)) return false;
  const settings = files.texts.get(joined(folderOf(lock.file), '.yarnrc.yml')) ?? '';
  const linker = /^nodeLinker:[ \t]*["']?([\w-]+)/m.exec(settings)?.[1] ?? 'pnp';
  return linker === 'pnp';
}

/** @returns how the packages of a folder are installed */
export function nodeInstallFinding(files: RepositoryFiles, folder: string): ProposalFinding {
  const lock = lockOf(files, folder);
  if (lock && isPlugAndPlay(files, lock)) {
    return toCheck('installCommand', "Installs by yarn into node_modules; tests run without Plug'n'Play", lock);
  }
  if (lock) return certain('installCommand', `Installs by ${lock.manager}, kept between runs`, lock);
  return toCheck('installCommand', 'There is no lock file: the newest fitting packages are installed each time');
}

/** @returns the version of a package as it is locked, else as package.json asks for it, with the reason */
export function versionFound(
  files: RepositoryFiles,
  folder: string,
  dependency: Dependency | null,
): { version: string | null; finding: ProposalFinding | null } {
  if (!dependency) return { version: null, finding: null };
  const { range, file, line } = dependency;
  const locked = lockedVersionOf(files, folder, dependency);
  if (locked) {
    const why = `Locked; package.json asks for ${range}`;
    return { version: locked.version, finding: certain('testingFrameworkVersion', why, { file: locked.file }) };
  }
  // Tags, catalogs and addresses name no version.
  const version = /^(?:npm:\S+@)?[\s^~>=v]*(\d+(?:\.\d+)*)/.exec(range)?.[1] ?? null;
  const why = `package.json asks for ${range}; nothing locks it`;
  return { version, finding: toCheck('testingFrameworkVersion', why, { file, line }) };
}

/** A script of package.json that runs a program, alone or with others. */
export type Script = { name: string; text: string; file: string; line: number | null; folder: string };

/** More scripts that run one program are not read: finding the line of each takes a search of the file. */
const mostOfProgram = 50;

/** @returns the scripts that run a program, those named like tests first */
export function scriptsRunning(own: NodePackage, program: Pick<RegExp, 'test'>): Script[] {
  return Object.entries(own.scripts)
    .filter(([, text]) => program.test(text))
    .sort(([a], [b]) => Number(b.startsWith('test')) - Number(a.startsWith('test')))
    .slice(0, mostOfProgram)
    .map(([name, text]) => ({ name, text, file: own.path, line: lineOf(own.text, `"${name}"`), folder: own.folder }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What cannot be read tells nothing; its own tool says why.
    return null;
  }
}
