import type { ContainerEngine } from './containerEngine.ts';
import type { IsolationSettings } from './isolationSettings.ts';

/** A folder or file of the machine that a container has at the same path. */
export type Mount = { source: string; target: string; readOnly: boolean };
/** By this label an agent knows its own containers. */
export const agentLabel = 'assay.agent';

export type ContainerOrder = {
  name: string;
  /** Value of the label. */
  agent: string;
  image: string;
  /** Whose the files are that are made; null where the system has no such numbers. */
  user: { uid: number; gid: number } | null;
  mounts: readonly Mount[];
  directory: string;
  limits: Pick<IsolationSettings, 'memoryMb' | 'pids' | 'network'>;
  /** For `sh`. */
  command: readonly string[];
};

/** @returns what the engine is called with. Nothing of it is secret: everybody on the machine may read it. */
export function runArguments(engine: Pick<ContainerEngine, 'name' | 'rootless' | 'labeled'>, order: ContainerOrder) {
  const { limits } = order;
  return [
    // The image was fetched in the set-up; a process of a test never waits for it.
    ...['run', '--rm', '--init', '--pull=never', '--name', order.name, '--label', `${agentLabel}=${order.agent}`],
    // Output is the client's alone; the engine would keep a copy of it, secrets and all.
    '--log-driver=none',
    // What an image has looked after in its own service is none of the tests' business.
    '--no-healthcheck',
    ...['--cap-drop=ALL', '--security-opt=no-new-privileges'],
    ...(engine.labeled ? ['--security-opt=label=disable'] : []),
    `--pids-limit=${limits.pids}`,
    ...(limits.memoryMb === null ? [] : [`--memory=${limits.memoryMb}m`]),
    // Browsers keep pages in it; 64 MB, the usual, are soon full.
    '--shm-size=1g',
    ...(limits.network === null ? [] : [`--network=${limits.network}`]),
    ...userArguments(engine, order.user),
    ...order.mounts.flatMap((mount) => ['--mount', mountArgument(mount)]),
    ...['--workdir', order.directory],
    // An image's own entry would come before the tests and do what it likes.
    ...['--entrypoint', 'sh', order.image, ...order.command],
  ];
}

/** Files that are made in a container are to be the agent's own, so that it can read and remove them. */
function userArguments(engine: Pick<ContainerEngine, 'name' | 'rootless'>, user: ContainerOrder['user']): string[] {
  if (user === null) return [];
  if (!engine.rootless) return ['--user', `${user.uid}:${user.gid}`];
  // Without root docker maps its root to the agent's user, and podman whom it is told to.
  return engine.name === 'podman' ? ['--userns=keep-id'] : [];
}

/** A line of comma-separated values, in which a field with a comma or a quotation mark is quoted. */
export function mountArgument({ source, target, readOnly }: Mount): string {
  const fields = ['type=bind', `source=${source}`, `target=${target}`, ...(readOnly ? ['readonly'] : [])];
  return fields.map((field) => (/[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',');
}
