import type { IsolationSettings } from '../isolation/isolationSettings.ts';
import type { ContainerEngine } from './containerEngine.ts';

/** A folder or file of the machine, mounted at the same path in a container. */
export type Mount = { source: string; target: string; readOnly: boolean };
/** By this label an agent recognizes its own containers. */
export const agentLabel = 'assay.agent';

export type ContainerOrder = {
  name: string;
  /** Value of the label. */
  agent: string;
  image: string;
  /** Owner of the files that containers create; null where the system has no such numbers. */
  user: { uid: number; gid: number } | null;
  mounts: readonly Mount[];
  directory: string;
  limits: Pick<IsolationSettings, 'memoryMb' | 'pids' | 'network'>;
  /** For `sh`. */
  command: readonly string[];
};

/** @returns the engine's arguments. None of them is secret: every user of the machine can read them. */
export function runArguments(engine: Pick<ContainerEngine, 'name' | 'rootless' | 'labeled'>, order: ContainerOrder) {
  const { limits } = order;
  return [
    // The image was pulled in the set-up; a test process never waits for it.
    ...['run', '--rm', '--init', '--pull=never', '--name', order.name, '--label', `${agentLabel}=${order.agent}`],
    // Only the client gets the output; the engine would keep a copy of it, including secrets.
    '--log-driver=none',
    // A health check of the image's own service does not concern the tests.
    '--no-healthcheck',
    ...['--cap-drop=ALL', '--security-opt=no-new-privileges'],
    ...(engine.labeled ? ['--security-opt=label=disable'] : []),
    `--pids-limit=${limits.pids}`,
    ...(limits.memoryMb === null ? [] : [`--memory=${limits.memoryMb}m`]),
    // Browsers keep pages in it; the default of 64 MB is soon full.
    '--shm-size=1g',
    ...(limits.network === null ? [] : [`--network=${limits.network}`]),
    ...userArguments(engine, order.user),
    ...order.mounts.flatMap((mount) => ['--mount', mountArgument(mount)]),
    ...['--workdir', order.directory],
    // An image's own entry point would run before the tests and could do anything.
    ...['--entrypoint', 'sh', order.image, ...order.command],
  ];
}

/** Files created in a container must belong to the agent, so that it can read and remove them. */
function userArguments(engine: Pick<ContainerEngine, 'name' | 'rootless'>, user: ContainerOrder['user']): string[] {
  if (user === null) return [];
  if (!engine.rootless) return ['--user', `${user.uid}:${user.gid}`];
  // Rootless docker maps its root to the agent's user; podman maps the user that it is told.
  return engine.name === 'podman' ? ['--userns=keep-id'] : [];
}

/** A CSV line: a field with a comma or a quotation mark is quoted. */
export function mountArgument({ source, target, readOnly }: Mount): string {
  const fields = ['type=bind', `source=${source}`, `target=${target}`, ...(readOnly ? ['readonly'] : [])];
  return fields.map((field) => (/[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',');
}
