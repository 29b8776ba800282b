import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { installedRuntimes } from '../runtimes/installedRuntimes.ts';
import { findInstalledModules, findReporter } from '../workspace/installation.ts';

/** What the system itself consists of. */
export const systemFolders = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/etc',
  '/opt',
  '/nix/store',
  '/snap',
  '/sys',
  '/var/cache/fontconfig',
  '/var/lib/ca-certificates',
] as const;

/** Variables that name programs, or files that programs need. */
const named = [
  'JAVA_HOME',
  'DOTNET_ROOT',
  'GOROOT',
  'ANDROID_HOME',
  'PYENV_ROOT',
  'NVM_DIR',
  'PLAYWRIGHT_BROWSERS_PATH',
  'CYPRESS_RUN_BINARY',
  'ASSAY_CHROMIUM',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'REQUESTS_CA_BUNDLE',
] as const;

/** Where frameworks keep browsers that they have downloaded, below a home folder. */
export const browserCaches = ['ms-playwright', 'Cypress', 'puppeteer', 'selenium'].map((name) => join('.cache', name));

/**
 * @param agentFolder nothing that it lies in is shown
 * @param more that the operator wants to be shown
 * @returns what tests in a sandbox may read of this machine besides the system: the programs of the agent's PATH,
 * Assay's reporters and packages, downloaded browsers. Real paths, and paths as they are named where these are links.
 */
export function shownPaths(agentFolder: string, more: readonly string[] = []): string[] {
  const modules = findInstalledModules();
  const wanted = [
    ...(process.env.PATH ?? '').split(delimiter).map(programFolder),
    programFolder(dirname(process.execPath)),
    ...installedRuntimes().flatMap(({ folder }) => folder ?? []),
    ...named.map((name) => process.env[name] ?? ''),
    ...browserCaches.map((cache) => join(homedir(), cache)),
    join(agentFolder, 'browser'),
    dirname(findReporter('channel.cjs')),
    ...(modules === null ? [] : [modules]),
    ...more,
  ];
  const shown = new Set<string>();
  for (const path of wanted) {
    if (!isAbsolute(path)) continue;
    const exists = existsSync(path);
    // The agent's own folders appear with the first test that needs a browser.
    const paths = exists ? [path, realpathSync(path)] : isWithin(path, agentFolder) ? [path] : [];
    for (const each of paths) if (!isWithin(agentFolder, each) && !isOfSystem(each)) shown.add(each);
  }
  return [...shown];
}

/** Programs in a folder `bin` need what is installed beside it; a home folder holds more than programs. */
function programFolder(folder: string): string {
  const parent = dirname(folder);
  const isInstallation = basename(folder) === 'bin' && parent !== homedir() && basename(parent) !== '.local';
  return isInstallation ? parent : folder;
}

export function isOfSystem(path: string): boolean {
  return systemFolders.some((folder) => isWithin(path, folder));
}

function isWithin(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}
