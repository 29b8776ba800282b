import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from './eventually.ts';
import { freePort } from './freePort.ts';
import { hasEnded } from './processesOf.ts';
import { storesFolder } from './storesFolder.ts';

const root = join(import.meta.dirname, '../..');
export const admin = { email: 'admin@example.org', password: 'correct horse battery' };

export type Installation = {
  url: string;
  dataDir: string;
  /** All output so far. */
  lines: string[];
  /** The id of one of its processes, by the launcher's name for it: 'event store', 'api' … */
  pidOf(name: string): Promise<number>;
  /** Kills some of its processes, by the same names. */
  kill(...names: string[]): Promise<void>;
  /** Where its stores are, for clients and processes beside the launcher. */
  stores(): Promise<{ eventStoreUrl: string; mongoUrl: string }>;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  /** @returns the exit code */
  stop(): Promise<number | null>;
  /** What a terminal does at Ctrl-C: a signal to the whole process group. Needs its own group. */
  interrupt(): Promise<number | null>;
  /** Kills only the launcher, which cannot stop its children. */
  killLauncher(): Promise<void>;
  /** Kills everything at once, as a power cut does, and leaves the data. */
  crash(): Promise<void>;
  remove(): Promise<void>;
};

type Options = {
  dataDir?: string;
  port?: number;
  demo?: boolean;
  env?: Record<string, string>;
  /** In its own process group, as from a shell; otherwise it ends with the tests. */
  ownGroup?: boolean;
  /** By this script of npm, as people start it: its first process is npm. */
  byNpm?: 'start' | 'dev';
  /** The checkout that is started; this one by default. */
  checkout?: string;
};

/** Kills a process unless it has just ended by itself. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Starts the built launcher. @returns the process and its output. */
export async function spawnLauncher(options: Options) {
  const { dataDir, port, demo = false, env = {}, ownGroup = false, byNpm, checkout = root } = options;
  const folder =
    dataDir ?? (await (env.ASSAY_ISOLATE === undefined ? storesFolder('assay-') : mkdtemp(join(tmpdir(), 'assay-'))));
  const chosen = port ?? (await freePort());
  const npmArguments = byNpm === 'dev' ? ['run', 'dev'] : ['start'];
  const [command, args] = byNpm ? ['npm', npmArguments] : [process.execPath, [join(checkout, 'dist/launcher.js')]];
  const child: ChildProcess = spawn(command, args, {
    cwd: checkout,
    env: {
      ...process.env,
      PORT: String(chosen),
      ASSAY_DATA_DIR: folder,
      ASSAY_DEMO: demo ? '1' : '0',
      // Tests have their repositories in folders of their own.
      ASSAY_LOCAL_REPOSITORIES: '/',
      ASSAY_ADMIN_EMAIL: admin.email,
      ASSAY_ADMIN_PASSWORD: admin.password,
      // Held runs tell their specs how far they are through files that isolated tests do not see.
      ASSAY_ISOLATE: 'none',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: ownGroup,
  });
  const lines: string[] = [];
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) throw new Error('the launcher has no output');
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      for (const listener of listeners) listener();
    });
  }
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const said = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = lines.find((line) => pattern.test(line));
        if (found === undefined) return;
        listeners.delete(look);
        resolve(found);
      };
      listeners.add(look);
      look();
      void exited.then((code) => reject(new Error(`the launcher ended with ${code}:\n${lines.join('\n')}`)));
    });
  return { child, dataDir: folder, port: chosen, lines, exited, said };
}

/** Starts a whole installation, including stores, and waits until it reports that it is ready. */
export async function startInstallation(options: Options = {}): Promise<Installation> {
  const { child, dataDir, port, lines, exited, said } = await spawnLauncher(options);
  await said(/Assay is ready at/);
  type Running = { eventStoreUrl: string; mongoUrl: string; pids: Record<string, number | undefined> };
  const running = async () => JSON.parse(await readFile(join(dataDir, 'running.json'), 'utf8')) as Running;
  const pidOf = async (name: string) => {
    const pid = (await running()).pids[name];
    if (pid === undefined) throw new Error(`no process is called ${name}`);
    return pid;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    lines,
    ended: exited,
    pidOf,
    kill: async (...names) => {
      // The id of a process that was just restarted is noted a moment later: until then it is that of one that has gone.
      const killOne = (name: string) =>
        eventually(async () => {
          process.kill(await pidOf(name), 'SIGKILL');
        });
      await Promise.all(names.map(killOne));
    },
    stores: running,
    stop: async () => {
      child.kill('SIGTERM');
      return exited;
    },
    interrupt: async () => {
      if (!options.ownGroup || child.pid === undefined) throw new Error('it shares its process group with the tests');
      process.kill(-child.pid, 'SIGINT');
      return exited;
    },
    killLauncher: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    crash: async () => {
      const all = Object.values((await running()).pids).filter((pid) => pid !== undefined);
      child.kill('SIGKILL');
      for (const pid of all) killIfThere(pid);
      await exited;
      // A process waiting for the disk keeps its ports and files until the disk responds.
      await eventually(async () => (await Promise.all(all.map((pid) => hasEnded({ pid })))).every(Boolean));
    },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}
