import type { ChildProcess } from 'node:child_process';

/**
 * Where Node has no descriptors left to start a process, it returns one without streams and emits the error later, which
 * ends the agent unless it is handled.
 * @returns the process, with its streams
 * @throws Error EMFILE, ENFILE
 */
export function requireStreams<Child extends ChildProcess>(child: Child): Child {
  const { stdio }: Partial<ChildProcess> = child;
  if (stdio !== undefined) return child;
  child.on('error', () => undefined);
  throw new Error(`${child.spawnfile} cannot be started: the agent has too many open files`);
}
