import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isThere } from '../process/isThere.ts';

const prefix = 'assay-tests-';

/**
 * Control groups of Linux (cgroups(7)) by which projects have equal shares of the processor, however many processes each
 * of them starts. Without them, a thousand busy processes, each in a session of its own, leave all others on the machine,
 * the agent included, a thousandth of it.
 */
export class CpuGroups {
  readonly #folder: string;
  readonly #isThreaded: boolean;
  /** How many open runs of a project have its group. */
  readonly #runs = new Map<string, number>();

  /** @returns null where the agent may make no groups, as without root, in most containers, or elsewhere than on Linux */
  static open(): CpuGroups | null {
    // Tests of an agent without root have its user, and could write to its groups.
    if (process.getuid?.() !== 0) return null;
    try {
      const { folder, isThreaded } = placeOf(
        readFileSync('/proc/self/cgroup', 'utf8'),
        readFileSync('/proc/self/mounts', 'utf8'),
      );
      for (const name of readdirSync(folder)) if (name.startsWith(prefix)) removeGroups(join(folder, name));
      const own = join(folder, `${prefix}${process.pid}`);
      mkdirSync(own, { recursive: true });
      if (isThreaded) {
        writeFileSync(join(own, 'cgroup.type'), 'threaded');
        for (const each of [folder, own]) writeFileSync(join(each, 'cgroup.subtree_control'), '+cpu');
        writeFileSync(join(own, 'cpu.weight'), String(Math.min(10_000, 100 * availableParallelism())));
      } else writeFileSync(join(own, 'cpu.shares'), String(1024 * availableParallelism()));
      return new CpuGroups(own, isThreaded);
    } catch {
      return null;
    }
  }

  private constructor(folder: string, isThreaded: boolean) {
    this.#folder = folder;
    this.#isThreaded = isThreaded;
  }

  /**
   * @param project the name of its folders
   * @returns the file that takes the ids of the project's processes; null where its group cannot be made
   */
  enter(project: string): string | null {
    const group = join(this.#folder, project);
    this.#runs.set(project, (this.#runs.get(project) ?? 0) + 1);
    try {
      mkdirSync(group, { recursive: true });
      if (this.#isThreaded) writeFileSync(join(group, 'cgroup.type'), 'threaded');
      return join(group, 'cgroup.procs');
    } catch {
      return null;
    }
  }

  /** Removes the group with the last run of the project. */
  leave(project: string): void {
    const left = (this.#runs.get(project) ?? 1) - 1;
    if (left > 0) return void this.#runs.set(project, left);
    this.#runs.delete(project);
    removeGroup(join(this.#folder, project));
  }

  close(): void {
    removeGroups(this.#folder);
  }
}

/** Below the agent's own group, so that what the operator has limited there still holds. */
function placeOf(groups: string, mounts: string): { folder: string; isThreaded: boolean } {
  const mounted = mounts.split('\n').map((line) => line.split(' '));
  const own = groups.split('\n').map((line) => /^\d+:([^:]*):(.*)$/.exec(line) ?? []);
  const [, , path] = own.find(([, controllers]) => controllers?.split(',').includes('cpu')) ?? [];
  const [, mount] =
    mounted.find(([, , type, options]) => type === 'cgroup' && options?.split(',').includes('cpu')) ?? [];
  if (path !== undefined && mount !== undefined) return { folder: join(mount, path), isThreaded: false };
  const [, , unified] = own.find(([, controllers]) => controllers === '') ?? [];
  const [, unifiedMount] = mounted.find(([, , type]) => type === 'cgroup2') ?? [];
  if (unified === undefined || unifiedMount === undefined) throw new Error('there are no control groups');
  return { folder: join(unifiedMount, unified), isThreaded: true };
}

/** Those of an agent that runs have processes, or are there for its next ones. */
function removeGroups(folder: string): void {
  const id = Number(folder.slice(folder.lastIndexOf('-') + 1));
  if (id !== process.pid && isThere(id)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeGroup(join(folder, entry.name));
  }
  removeGroup(folder);
}

function removeGroup(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Processes are in it: the next start of an agent removes it.
  }
}
