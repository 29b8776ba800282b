import { execFile } from 'node:child_process';
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
  // On Windows Chrome does not tell its version but opens a window.
  const browser = process.platform === 'win32' ? null : systemChromium(env);
  const [chrome, python, java, dotnet] = await Promise.all([
    browser === null ? null : firstVersion([browser, '--version']),
    firstVersion(['python3', '--version'], ['python', '--version']),
    firstVersion(['java', '-version']),
    firstVersion(['dotnet', '--version']),
  ]);
  return { chrome, nodejs: process.versions.node, python, java, dotnet };
}

/** What tests find is what their images have: the agent itself has no more than the containers. */
export function containerCapabilities({ name, version }: ContainerEngine): AgentCapabilities {
  const containers = `${name} ${version}`.slice(0, longest);
  return { chrome: null, nodejs: null, python: null, java: null, dotnet: null, containers };
}
