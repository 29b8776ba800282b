import { delimiter } from 'node:path';
import type { InstalledRuntime } from './installedRuntimes.ts';

/** The runtimes of a run's processes on this machine: its own Node and PATH, and what was chosen in their place. */
export class ChosenRuntimes {
  readonly #chosen: readonly InstalledRuntime[];

  constructor(chosen: readonly InstalledRuntime[] = []) {
    this.#chosen = chosen;
  }

  with(runtime: InstalledRuntime): ChosenRuntimes {
    return new ChosenRuntimes([...this.#chosen, runtime]);
  }

  /** The program that Assay's scripts within frameworks run on. */
  get node(): string {
    return this.#chosen.find(({ name }) => name === 'Node')?.program ?? process.execPath;
  }

  /** What an installation depends on besides its inputs. */
  get system(): readonly string[] {
    const node = this.#chosen.find(({ name }) => name === 'Node');
    return [process.platform, process.arch, node ? `node ${node.version}` : process.versions.modules];
  }

  firstInPath(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    const folders = this.#chosen.flatMap(({ commands }) => commands ?? []);
    if (folders.length === 0) return environment;
    return { ...environment, PATH: [...folders, environment.PATH].filter(Boolean).join(delimiter) };
  }
}
