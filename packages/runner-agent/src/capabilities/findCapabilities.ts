import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AgentCapabilities } from '@assay/contract';
import { systemChromium } from '../browser/findChromium.ts';
import type { ContainerEngine } from '../containers/containerEngine.ts';

/** A program that does not tell its version within this time is taken for not there. */
const answerWithinMs = 10_000;
const longest = 100;
const run = promisify(execFile);

/** @returns what the program prints, on whichever output; null when it cannot be run. */
async function saidBy(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string | null> {
  try {
    const { stdout, stderr } = await run(command, args, { env, timeout: answerWithinMs, windowsHide: true });
    return `${stdout}\n${stderr}`;
  } catch {
    // Not there, not to be run, or silent: for tests that is all the same.
    return null;
  }
}

/** @returns the version in what a program says of itself: `Python 3.11.7` is 3.11.7, `openjdk version "17.0.15"` 17.0.15. */
export function versionIn(said: string | null): string | null {
  return said === null ? null : (/\d+(?:\.\d+)+[\w.-]*/.exec(said)?.[0].slice(0, longest) ?? null);
}

/**
 * Looks for what tests may need on this machine.
 * @param env where to look: its PATH
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
  const browser = windows ? null : systemChromium(env);
  const [chrome, python, java, dotnet] = await Promise.all([
    browser === null ? null : firstVersion([browser, '--version']),
    firstVersion(['python3', '--version'], ['python', '--version']),
    firstVersion(['java', '-version']),
    firstVersion(['dotnet', '--version']),
  ]);
  const ofFolder = windows ? await windowsChromeVersion(env) : null;
  return { chrome: chrome ?? ofFolder, nodejs: process.versions.node, python, java, dotnet };
}

/**
 * @returns the version of Windows' Chrome. Asked for it, it opens a window; but what it consists of lies in a folder that is
 * named by its version.
 */
export async function windowsChromeVersion(env: NodeJS.ProcessEnv): Promise<string | null> {
  for (const root of [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]) {
    if (!root) continue;
    const names = await readdir(join(root, 'Google', 'Chrome', 'Application')).catch(() => []);
    const versions = names.filter((name) => /^\d+(\.\d+){3}$/.test(name));
    // While an update waits for the next start there are two.
    const newest = versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
    if (newest) return newest;
  }
  return null;
}

/** What tests find is what their images have: the agent itself has no more than the containers. */
export function containerCapabilities({ name, version }: ContainerEngine): AgentCapabilities {
  const containers = `${name} ${version}`.slice(0, longest);
  return { chrome: null, nodejs: null, python: null, java: null, dotnet: null, containers };
}
