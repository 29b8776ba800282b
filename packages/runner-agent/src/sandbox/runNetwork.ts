import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@assay/ports';
import { findCommand } from '../process/findCommand.ts';
import { endFirst, joinGroup } from '../process/processShares.ts';

/** The programs that give runs a network of their own, with their paths. */
export type NetworkPrograms = {
  pasta: string;
  nsenter: string;
  /** The file that names the resolver for these networks; null: the machine's own does. */
  resolver: string | null;
};

/**
 * Of the network of a run, and its way out: from a range that no network uses (RFC 2544), so that the addresses of the
 * machine lead to the machine.
 */
const address = '198.18.0.2';
const gateway = '198.18.0.1';
const mask = '255.255.255.252';
const readyWithinMs = 15_000;
const refusedWithinMs = 5_000;
const longestReason = 200;

/** Runs in the network: it says when that is configured, and ends with the agent, with which its input ends. */
const holder = ['/bin/sh', '-c', 'echo ready && exec cat >/dev/null'];

/**
 * Tries to make such a network: whether the programs are there says little about whether they may be used.
 * @param folder of the agent
 * @returns the programs, or why they cannot be used
 */
export async function findNetworkPrograms(folder: string): Promise<NetworkPrograms | string> {
  const [pasta, nsenter] = ['pasta', 'nsenter'].map((name) => findCommand(process.env, [name]));
  if (!pasta) return 'pasta (passt) is not in the PATH';
  if (!nsenter) return 'nsenter is not in the PATH';
  const programs = { pasta, nsenter, resolver: await resolverIn(folder) };
  try {
    const network = await RunNetwork.open(programs, null);
    try {
      await requireRefusals(network);
    } finally {
      await network.close();
    }
    return programs;
  } catch (error) {
    return `${pasta} cannot be used (${error instanceof Error ? error.message : String(error)})`;
  }
}

/**
 * Versions of pasta before April 2024 answer nothing where a connection is refused: programs would wait for minutes.
 * @throws Error for such a version
 */
async function requireRefusals(network: RunNetwork): Promise<void> {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const host = addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  if (host === undefined) return;
  const look = `require('node:net').connect(${await freePort()}, '${host}').on('error', () => process.exit())`;
  const [first = '', ...args] = [...network.enter(), process.execPath, '--eval', look];
  try {
    await promisify(execFile)(first, args, { env: {}, timeout: refusedWithinMs });
  } catch {
    throw new Error('it leaves connections open that are refused; a newer version is needed');
  }
}

async function resolverIn(folder: string): Promise<string | null> {
  const content = resolverFor(await readFile('/etc/resolv.conf', 'utf8').catch(() => ''));
  if (content === null) return null;
  const file = join(folder, 'resolv.conf');
  await mkdir(folder, { recursive: true });
  await writeFile(file, content, { mode: 0o644 });
  return file;
}

/**
 * Names are often resolved by a service at an address of localhost, which is another one in each network.
 * @param machine what /etc/resolv.conf (resolv.conf(5)) says on the machine
 * @returns what it says in a network; null: the same
 */
export function resolverFor(machine: string): string | null {
  const servers = [...machine.matchAll(/^\s*nameserver\s+(\S+)/gm)].map(([, server = '']) => server);
  if (!servers.some((server) => server.startsWith('127.') || server === '::1')) return null;
  const others = machine.split('\n').filter((line) => !/^\s*nameserver\s/.test(line));
  return [`nameserver ${gateway}`, ...others].join('\n');
}

/**
 * A network of one run, made by pasta (passt.top): what listens in it is there for the run alone. From it, the outside
 * can be reached, as can what listens on the machine's localhost.
 */
export class RunNetwork {
  readonly #pasta: ChildProcess;
  readonly #namespace: FileHandle;
  readonly #nsenter: string;
  /** Ends of what was started in the network. */
  readonly #started = new Set<Promise<unknown>>();
  /** As for `NetworkPrograms`. */
  readonly resolver: string | null;

  /**
   * @param cpuGroup as for `Launch`: what passes the run's traffic on has the run's share of the processor
   * @throws Error with the reason where it cannot be made
   */
  static async open(programs: NetworkPrograms, cpuGroup: string | null): Promise<RunNetwork> {
    const ranges = ['--address', address, '--netmask', mask, '--gateway', gateway, '--dns-forward', gateway];
    const inwards = ['--tcp-ports', 'none', '--udp-ports', 'none'];
    const toTheMachine = ['--tcp-ns', 'auto', '--udp-ns', 'auto', '--no-map-gw'];
    // As another user it could not enter the network; its own sandbox leaves it few rights.
    const options = ['--runas', '0', '--quiet', '--foreground', '--config-net', ...ranges, ...inwards, ...toTheMachine];
    const child = spawn(programs.pasta, [...options, '--', ...holder], {
      cwd: '/',
      env: { PATH: process.env.PATH },
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    if (child.pid === undefined) {
      const [error] = await once(child, 'error');
      throw error;
    }
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-longestReason);
    });
    child.stdin.on('error', () => undefined);
    endFirst(child.pid);
    if (cpuGroup !== null) joinGroup(cpuGroup, child.pid);
    const timer = setTimeout(() => child.kill('SIGKILL'), readyWithinMs);
    try {
      await Promise.race([
        once(child.stdout, 'data'),
        // With all that it said, which may be read after its exit is seen.
        once(child, 'close').then(() => Promise.reject(new Error(said.trim() || 'it ended'))),
      ]);
      // By a descriptor: the process id may be another's once the network has ended.
      const namespace = await open(`/proc/${childOf(child.pid)}/ns/net`);
      return new RunNetwork(child, namespace, programs);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  private constructor(pasta: ChildProcess, namespace: FileHandle, { nsenter, resolver }: NetworkPrograms) {
    this.#pasta = pasta;
    this.#namespace = namespace;
    this.#nsenter = nsenter;
    this.resolver = resolver;
  }

  /** @returns what starts a program in this network; its caller reports the program's end by `started` at once */
  enter(): string[] {
    return [this.#nsenter, `--net=/proc/${process.pid}/fd/${this.#namespace.fd}`, '--'];
  }

  /**
   * The descriptor that `enter` names stays open until the program has ended: another file could get its number before the
   * program has read it.
   */
  started(ended: Promise<unknown>): void {
    this.#started.add(ended);
    const forget = () => this.#started.delete(ended);
    ended.then(forget, forget);
  }

  /** Once its processes have ended. What a run that was given up still starts is not waited for. */
  async close(): Promise<void> {
    const closed = Promise.allSettled(this.#started).then(() => this.#namespace.close());
    // Its error is for callers that wait.
    closed.catch(() => undefined);
    if (this.#started.size === 0) await closed;
    if (this.#pasta.exitCode !== null || this.#pasta.signalCode !== null) return;
    const ended = once(this.#pasta, 'exit');
    this.#pasta.stdin?.end();
    this.#pasta.kill('SIGKILL');
    await ended;
  }
}

function childOf(pid: number): string {
  const [child = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  return child;
}
