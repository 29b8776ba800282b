import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AgentCapabilities, RuntimeName } from '@assay/contract';
import { searchAsAgent, systemChromium } from '../browser/findChromium.ts';
import type { ContainerEngine } from '../containers/containerEngine.ts';
import { installedRuntimes } from '../runtimes/installedRuntimes.ts';

/** A program that does not print its version within this time counts as missing. */
const answerWithinMs = 10_000;
const longest = 100;
const run = promisify(execFile);

/** @returns what the program prints, on either output; null when it cannot run. */
async function saidBy(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string | null> {
  try {
    const { stdout, stderr } = await run(command, args, { env, timeout: answerWithinMs, windowsHide: true });
    return `${stdout}\n${stderr}`;
  } catch {
    // Missing, not executable or silent: for tests that is all the same.
    return null;
  }
}

/** @returns the version in a program's output: `Python 3.11.7` is 3.11.7, `openjdk version "17.0.15"` 17.0.15. */
export function versionIn(said: string | null): string | null {
  return said === null ? null : (/\d+(?:\.\d+)+[\w.-]*/.exec(said)?.[0].slice(0, longest) ?? null);
}

/**
 * Looks for the programs that tests may need on this machine.
 * @param env its PATH is searched
 */
export async function findCapabilities(env: NodeJS.ProcessEnv): Promise<AgentCapabilities> {
  const firstVersion = async (...commands: [string, ...string[]][]): Promise<string | null> => {
    for (const [command, ...args] of commands) {
      const version = versionIn(await saidBy(command, args, env));
      if (version !== null) return version;
    }
    return null;
  };
  const windows = process.platform === 'win32';
  const browser = windows ? null : await systemChromium(searchAsAgent, env);
  const [chrome, python, java, dotnet] = await Promise.all([
    browser === null ? null : firstVersion([browser, '--version']),
    firstVersion(['python3', '--version'], ['python', '--version']),
    firstVersion(['java', '-version']),
    firstVersion(['dotnet', '--version']),
  ]);
  const ofFolder = windows ? await windowsChromeVersion(env) : null;
  const nodejs = process.versions.node;
  return { chrome: chrome ?? ofFolder, nodejs, python, java, dotnet, ...managedVersions(env) };
}

const mostVersions = 40;

/** @returns what version managers have installed, the newest first */
function managedVersions(env: NodeJS.ProcessEnv): Pick<AgentCapabilities, 'nodeVersions' | 'pythonVersions'> {
  const installed = installedRuntimes(env);
  const versionsOf = (name: RuntimeName) => {
    const versions = installed.filter((each) => each.name === name).map(({ version }) => version);
    return versions.sort((a, b) => b.localeCompare(a, 'en', { numeric: true })).slice(0, mostVersions);
  };
  const [nodeVersions, pythonVersions] = [versionsOf('Node'), versionsOf('Python')];
  return {
    ...(nodeVersions.length === 0 ? {} : { nodeVersions }),
    ...(pythonVersions.length === 0 ? {} : { pythonVersions }),
  };
}

/**
 * @returns the version of Chrome on Windows. Asking Chrome itself opens a window, but its files are in a folder named
 * by the version.
 */
export async function windowsChromeVersion(env: NodeJS.ProcessEnv): Promise<string | null> {
  for (const root of [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]) {
    if (!root) continue;
    const names = await readdir(join(root, 'Google', 'Chrome', 'Application')).catch(() => []);
    const versions = names.filter((name) => /^\d+(\.\d+){3}$/.test(name));
    // While an update waits for the next start, there are two.
    const newest = versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
    if (newest) return newest;
  }
  return null;
}

/** Tests use what their images contain: the agent itself reports only the container engine. */
export function containerCapabilities({ name, version }: ContainerEngine): AgentCapabilities {
  const containers = `${name} ${version}`.slice(0, longest);
  return { chrome: null, nodejs: null, python: null, java: null, dotnet: null, containers };
}
