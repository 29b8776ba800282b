import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import type { RuntimeName } from '@assay/contract';

/** A version of Node or Python of the machine, besides those that its commands start. */
export type InstalledRuntime = {
  name: RuntimeName;
  /** Without the patch version where only the program itself knows it. */
  version: string;
  /** What installed it, such as 'nvm', or the folder in PATH that it is in. */
  manager: string;
  /** All that it consists of; null: it is among other programs. */
  folder: string | null;
  /** The folder of its commands; null: it is among others, and has to be given its usual names first. */
  commands: string | null;
  /** The program itself. */
  program: string;
};

/** Where a manager keeps versions: in a folder, each in one whose name has its version. */
type Store = {
  name: RuntimeName;
  manager: string;
  folder: string /** Of a version, to what is installed. */;
  below?: string;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** More versions of one manager are not read. */
const mostVersions = 100;

/** @returns where version managers keep Node and Python; of one version in two places, the first counts */
function stores(env: Environment, home: string): Store[] {
  const data = env.XDG_DATA_HOME ?? join(home, '.local', 'share');
  const roaming = env.APPDATA ?? join(home, 'AppData', 'Roaming');
  const node = (manager: string, folder: string | undefined, below?: string): Store[] =>
    folder === undefined ? [] : [{ name: 'Node', manager, folder, ...(below === undefined ? {} : { below }) }];
  const python = (manager: string, folder: string): Store[] => [{ name: 'Python', manager, folder }];
  const mise = env.MISE_DATA_DIR ?? join(data, 'mise');
  const asdf = env.ASDF_DATA_DIR ?? join(home, '.asdf');
  const pyenv = env.PYENV_ROOT ?? join(home, '.pyenv');
  return [
    ...node('nvm', join(env.NVM_DIR ?? join(home, '.nvm'), 'versions', 'node')),
    ...node('nvm', env.NVM_HOME),
    ...[env.FNM_DIR, join(data, 'fnm'), join(home, '.fnm'), join(roaming, 'fnm')].flatMap((folder) =>
      node('fnm', folder && join(folder, 'node-versions'), 'installation'),
    ),
    ...node('volta', join(env.VOLTA_HOME ?? join(home, '.volta'), 'tools', 'image', 'node')),
    ...node('n', join(env.N_PREFIX ?? '/usr/local', 'n', 'versions', 'node')),
    ...node('nodenv', join(env.NODENV_ROOT ?? join(home, '.nodenv'), 'versions')),
    ...node('mise', join(mise, 'installs', 'node')),
    ...node('asdf', join(asdf, 'installs', 'nodejs')),
    ...python('pyenv', join(pyenv, 'versions')),
    ...python('pyenv', join(pyenv, 'pyenv-win', 'versions')),
    ...python('uv', env.UV_PYTHON_INSTALL_DIR ?? join(data, 'uv', 'python')),
    ...python('uv', join(roaming, 'uv', 'python')),
    ...python('mise', join(mise, 'installs', 'python')),
    ...python('asdf', join(asdf, 'installs', 'python')),
  ];
}

/**
 * @returns the versions of Node and Python that version managers have installed on this machine, and the Pythons with a
 * version in their name that are in PATH; nothing is started
 */
export function installedRuntimes(
  env: Environment = process.env,
  home: string = homedir(),
  platform: NodeJS.Platform = process.platform,
): InstalledRuntime[] {
  const found = new Map<string, InstalledRuntime>();
  for (const store of stores(env, home)) {
    for (const entry of versionsIn(store.folder)) {
      const runtime = runtimeIn(store, entry, platform);
      const key = `${store.name} ${runtime?.version}`;
      if (runtime !== null && !found.has(key)) found.set(key, runtime);
    }
  }
  const managed = [...found.values()];
  const isManaged = ({ name, version }: InstalledRuntime) =>
    managed.some((each) => each.name === name && each.version.startsWith(`${version}.`));
  return [...managed, ...pythonsInPath(env, platform).filter((each) => !isManaged(each))];
}

/** Systems have several Pythons in one folder, such as `/usr/bin/python3.12`. */
function pythonsInPath(env: Environment, platform: NodeJS.Platform): InstalledRuntime[] {
  if (platform === 'win32') return [];
  const found = new Map<string, InstalledRuntime>();
  for (const folder of (env.PATH ?? '').split(delimiter).filter((each) => isAbsolute(each))) {
    for (const file of filesIn(folder)) {
      const version = /^python(3\.\d+)$/.exec(file)?.[1];
      if (version === undefined || found.has(version)) continue;
      const program = join(folder, file);
      found.set(version, { name: 'Python', version, manager: folder, folder: null, commands: null, program });
    }
  }
  return [...found.values()];
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A folder of PATH need not exist.
    return [];
  }
}

/** Links name a version twice: `22`, `latest`. */
function versionsIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).slice(0, mostVersions);
  } catch {
    // This manager is not on the machine.
    return [];
  }
}

function runtimeIn(store: Store, entry: string, platform: NodeJS.Platform): InstalledRuntime | null {
  // Of uv: cpython-3.12.1-linux-x86_64-gnu. Other Pythons and builds without the usual lock are not what is asked for.
  const version = /^(?:v|cpython-)?(\d+\.\d+\.\d+)(?=$|-(?:linux|macos|windows)-)/.exec(entry)?.[1];
  if (version === undefined) return null;
  const { name, manager } = store;
  const folder = join(store.folder, entry);
  const installed = store.below === undefined ? folder : join(folder, store.below);
  const commands = platform === 'win32' ? installed : join(installed, 'bin');
  const ending = platform === 'win32' ? '.exe' : '';
  const program = join(commands, `${name === 'Node' ? 'node' : platform === 'win32' ? 'python' : 'python3'}${ending}`);
  return existsSync(program) ? { name, version, manager, folder, commands, program } : null;
}
