import { randomUUID } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fateOf } from '../process/fateOf.ts';
import { type ProcessEnd, type ProcessOrder, type RunningProcess, startProcess } from '../process/startProcess.ts';
import { startScript } from '../process/startScript.ts';
import {
  askEngine,
  type ContainerEngine,
  clientEnvironment,
  EngineAwayError,
  engineFailure,
} from './containerEngine.ts';
import { memoryCause } from './memoryCause.ts';
import { type ContainerOrder, runArguments } from './runArguments.ts';

/** What all containers of a run have in common. */
export type ContainerKind = Omit<ContainerOrder, 'name' | 'directory' | 'command'> & {
  engine: ContainerEngine;
  /** Mounted folder that holds a process's variables until its shell has read them. */
  folder: string;
  /** Called with a container that the engine may have left when it went away. */
  onAway: (name: string) => void;
};

/** How long the engine may take to end a container, beyond the second that its processes get. */
const endWithinMs = 15_000;
/** Exit codes from here on are the engine's own, or signals. */
const ownCodes = 125;

/** Removes a container together with the volumes that its image declares. */
export const removeArguments = (...names: string[]) => ['rm', '--force', '--volumes', ...names];

/**
 * Starts a process in its own container, which is removed when the process ends. Otherwise it behaves like a process of
 * this machine: streamed output, time-outs, the exit code, the signal. It ends with an EngineAwayError if the engine
 * went away.
 */
export function startInContainer(order: ProcessOrder, kind: ContainerKind): RunningProcess {
  const { engine } = kind;
  const name = `assay-${randomUUID()}`;
  const script = join(kind.folder, `${name}.sh`);
  writeFileSync(script, startScript(order.environment), { mode: 0o600, flag: 'wx' });
  const inner = order.args === undefined ? ['sh', '-c', order.command] : [order.command, ...order.args];
  const client = startProcess({
    command: engine.command,
    args: runArguments(engine, { ...kind, name, directory: order.directory, command: [script, ...inner] }),
    directory: kind.folder,
    environment: clientEnvironment(process.env),
    mask: order.mask,
    // Ending only the client would leave the container running.
    signal: new AbortController().signal,
    onOutput: order.onOutput,
  });
  const ask = (...args: string[]) => askEngine(engine.command, args, process.env, endWithinMs);
  const endContainer = async () => {
    // 1. SIGTERM, and SIGKILL a second later; this also ends the client, whose last output is read.
    await ask('stop', '-t', '1', name);
    // 2. A client that is about to create the container must not do so any more.
    await client.end();
    // 3. A container that was created in the meantime, or that did not stop.
    await remove();
  };
  /** @returns whether it still existed. @throws EngineAwayError */
  const remove = async (): Promise<boolean> => {
    const { failed, out } = await ask(...removeArguments(name));
    const away = failed ? await engineFailure(engine) : null;
    if (away === null) return !failed && out.includes(name);
    kind.onAway(name);
    throw new EngineAwayError(away);
  };

  let ending: Promise<void> | null = null;
  const end = (): Promise<void> => {
    ending ??= endContainer();
    // The error reaches everyone who awaits the end.
    return ending.catch(() => undefined);
  };
  const began = Date.now();
  const ended = (async (): Promise<ProcessEnd> => {
    let timedOut = false;
    const onTimeout = () => {
      timedOut = true;
      void end();
    };
    const timer = order.timeoutMs === undefined ? null : setTimeout(onTimeout, order.timeoutMs);
    const onAbort = () => void end();
    order.signal.addEventListener('abort', onAbort, { once: true });
    if (order.signal.aborted) onAbort();
    try {
      const exit = await client.ended;
      const started = !existsSync(script);
      if (ending) await ending;
      // A client that was killed, or lost its engine, does not know how its container ended.
      else if (exit.exitCode === null || exit.exitCode >= ownCodes) {
        const left = await remove();
        if (started && left && exit.exitCode === ownCodes) {
          kind.onAway(name);
          throw new EngineAwayError(exit.tail || 'it lost a container');
        }
      }
      if (started) {
        const fate = fateOf(exit, order.args !== undefined);
        const cause = ending ? undefined : await memoryCause(kind, name, began, fate);
        return { ...exit, ...fate, timedOut, ...(cause === undefined ? {} : { cause }) };
      }
      const startError = exit.startError ?? (exit.tail || `${engine.name} ended with exit code ${exit.exitCode}`);
      return { ...exit, exitCode: null, timedOut, startError: `the container did not start: ${startError}` };
    } finally {
      if (timer) clearTimeout(timer);
      order.signal.removeEventListener('abort', onAbort);
      rmSync(script, { force: true });
    }
  })();
  return { ended, end, input: null };
}
