import { execFile } from 'node:child_process';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { findCommand } from '../process/findCommand.ts';

/** An engine that does not answer within this time counts as missing. */
const answerWithinMs = 15_000;

export type EngineName = 'docker' | 'podman';
/** What runs containers on this machine. */
export type ContainerEngine = {
  name: EngineName;
  command: string;
  version: string;
  /** Root in a container is the agent's own user. */
  rootless: boolean;
  /** The system guards files by labels, and the mounted files have none for containers. */
  labeled: boolean;
};

/**
 * The agent's container engine no longer answers. That says nothing about the tests that were running: they have to run
 * again, here or elsewhere.
 */
export class EngineAwayError extends Error {
  constructor(reason: string) {
    super(`The container engine has gone away: ${reason}.`);
    this.name = 'EngineAwayError';
  }
}

const infoFormats: Record<EngineName, string> = {
  docker: '[{{json .ServerVersion}},{{json .SecurityOptions}}]',
  podman: '[{{json .Version.Version}},{{json .Host.Security.Rootless}},{{json .Host.Security.SELinuxEnabled}}]',
};
const DockerInfo = Type.Tuple([Type.String({ minLength: 1 }), Type.Array(Type.String())]);
const PodmanInfo = Type.Tuple([Type.String({ minLength: 1 }), Type.Boolean(), Type.Boolean()]);

/** The environment of the engine's client: the agent's own without Assay's variables. Containers get none of it. */
export function clientEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^ASSAY_/i.test(name)));
}

/** @returns the engine, or why tests cannot run in its containers */
export async function findEngine(
  name: EngineName,
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Promise<ContainerEngine | string> {
  // Containers run on Linux there: no folder has the same path as on the machine.
  if (platform === 'win32') return 'on Windows tests run in containers only where the agent itself runs in WSL 2';
  return await lookFor(name, environment);
}

/** @returns why an engine that was found cannot be used now; null while it answers. */
export async function engineFailure({ name }: ContainerEngine): Promise<string | null> {
  const found = await lookFor(name, process.env);
  return typeof found === 'string' ? found : null;
}

/** @returns the engine, or why it cannot be used. */
async function lookFor(name: EngineName, environment: NodeJS.ProcessEnv): Promise<ContainerEngine | string> {
  const command = findCommand(environment, [name]);
  if (!command) return `${name} is not in the agent's PATH`;
  const said = await askEngine(command, ['info', '--format', infoFormats[name]], environment, answerWithinMs);
  const info = said.failed ? null : engineOf(name, command, said.out);
  if (info) return info;
  const reason = said.err.trim().split('\n')[0] || 'it does not answer';
  return `${command} cannot be used (${reason.slice(0, 300)})`;
}

/** @returns null where the text is not an engine's description of itself. */
export function engineOf(name: EngineName, command: string, info: string): ContainerEngine | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(info);
  } catch {
    // Not the engine that its name says, or one that is not running.
    return null;
  }
  if (name === 'docker') return Value.Check(DockerInfo, parsed) ? docker(command, parsed) : null;
  if (!Value.Check(PodmanInfo, parsed)) return null;
  const [version, rootless, labeled] = parsed;
  return { name, command, version, rootless, labeled };
}

function docker(command: string, [version, security]: Static<typeof DockerInfo>): ContainerEngine {
  const has = (option: string) => security.some((each) => each.split(',')[0] === `name=${option}`);
  return { name: 'docker', command, version, rootless: has('rootless'), labeled: has('selinux') };
}

export type EngineAnswer = { failed: boolean; out: string; err: string };

/** Asks the engine something that it answers at once. Never throws: errors are part of the answer. */
export async function askEngine(
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  withinMs: number,
): Promise<EngineAnswer> {
  const options = { env: clientEnvironment(environment), timeout: withinMs, windowsHide: true };
  return await new Promise((resolve) => {
    execFile(command, args, options, (error, out, err) => {
      const silent = error?.killed ? `it did not answer within ${withinMs / 1000} seconds` : (error?.message ?? '');
      resolve({ failed: error !== null, out, err: err.trim() === '' ? silent : err });
    });
  });
}
