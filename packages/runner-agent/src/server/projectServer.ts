import { abortableSleep } from '@assay/concurrency';
import { limits, type ProjectSettings } from '@assay/contract';
import { freePort } from '@assay/ports';
import type { FrameworkContext } from '../frameworks/frameworkAdapter.ts';
import { describeExit } from '../process/describeExit.ts';
import { channelLineLimit, LineSplitter } from '../process/lineSplitter.ts';
import type { ProcessEnd, RunningProcess } from '../process/startProcess.ts';
import { UnitProblem } from '../units/unitProblem.ts';
import { askServer, type ServerQuestion } from './answers.ts';
import { keepAddress } from './keepAddress.ts';

/** The server that a project starts for its tests. */
export type ProjectServer = {
  /** What its tests get in addition: where it is. */
  environment: NodeJS.ProcessEnv;
  /** How long it took until it answered, waiting for others included. */
  startMs: number;
  /** Ends it, with everything it has started. */
  stop(): Promise<void>;
};

type Settings = Pick<ProjectSettings, 'serverCommand' | 'serverUrl'>;
type Wanted = { command: string; url: string };

const lookMs = 150;
const usualPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
const ownPort = /\$\{ASSAY_PORT\}|\$ASSAY_PORT\b/g;

/** What a run is told where the port is always the same. */
const turnsNote =
  'The server of the project always has the same port: the run gets one runner on each machine. With $ASSAY_PORT in ' +
  'the URL of the server it gets several, each with a server and a port of its own.';

/** @returns why two runners on one machine would be in each other's way; null where they would not */
export function whyServerTakesTurns({ serverCommand, serverUrl }: Settings): string | null {
  if (!serverCommand || !serverUrl) return null;
  return hasOwnPort(serverUrl) ? null : turnsNote;
}

function hasOwnPort(url: string): boolean {
  return url.search(ownPort) !== -1;
}

/**
 * Starts the server of the project and waits until its URL answers. Its output goes to the log, each line marked.
 * @param context of the unit: the server lives as long, on the same host
 * @returns null for a project without a server
 * @throws UnitProblem `server.…`
 */
export async function startProjectServer(context: FrameworkContext): Promise<ProjectServer | null> {
  const { serverCommand: command, serverUrl: asked } = context.run.settings;
  if (!command || !asked) return null;
  if (context.host.network === 'process') throw unreachable();
  const began = performance.now();
  const isAlone = context.host.network === 'run';
  const unlock = isAlone || hasOwnPort(asked) ? () => undefined : await lockPort(context, asked);
  const port = await takePort(context.serverLocks.ports);
  const over = () => {
    context.serverLocks.ports.delete(port);
    unlock();
  };
  try {
    const url = asked.replaceAll(ownPort, String(port));
    const environment = { ASSAY_PORT: String(port), ...baseUrl(context, url) };
    const question = await askServer(context, url);
    const running = await answering(context, { command, url }, environment, question).finally(question.end);
    const letGo = await keepAddress(context, url).catch(async (error: unknown) => {
      await running.end();
      throw error;
    });
    const startMs = Math.round(performance.now() - began);
    context.note(`The server answers at ${url}, after ${(startMs / 1000).toFixed(1)} s.`);
    const stop = async () => {
      await Promise.all([running.end(), letGo()]);
      over();
    };
    return { environment, startMs, stop };
  } catch (error) {
    over();
    throw error;
  }
}

/** What listens in the network of a run is not seen from outside: ports that other servers got are not given again. */
async function takePort(ports: Set<number>): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (ports.has(port)) continue;
    ports.add(port);
    return port;
  }
}

/** The project is locked too: its server may use ports that the URL does not name. */
async function lockPort({ run, serverLocks, signal, note }: FrameworkContext, url: string): Promise<() => void> {
  const { port: own, protocol } = new URL(url);
  const port = own || usualPorts[protocol];
  const keys = [`project ${run.projectId}`, `port ${port}`];
  return await serverLocks.ofProjects.lock(run.projectId, keys, signal, () =>
    note(`Another run on this machine has its server, or one at port ${port}: the server starts after its end.`),
  );
}

/** The URL of the environment, where it has one, is what somebody wants tested. */
function baseUrl({ environment }: FrameworkContext, url: string): NodeJS.ProcessEnv {
  return environment.ASSAY_BASE_URL === undefined ? { ASSAY_BASE_URL: new URL(url).origin } : {};
}

async function answering(
  context: FrameworkContext,
  { command, url }: Wanted,
  environment: NodeJS.ProcessEnv,
  { ask }: ServerQuestion,
): Promise<RunningProcess> {
  const { signal, mask, print, host, directory } = context;
  if (await ask()) throw portTaken(url);
  signal.throwIfAborted();
  context.note(`$ ${mask.text(command)}`);
  const lines = new LineSplitter(channelLineLimit, (line) => print(`[server] ${line}\n`));
  const running = host.start({
    command,
    directory,
    environment: { ...context.environment, ...environment },
    mask,
    signal,
    onOutput: (text) => lines.write(text),
  });
  let end: ProcessEnd | null = null;
  let isReady = false;
  void running.ended.then(
    (ended) => {
      end = ended;
      lines.end();
      if (isReady && !signal.aborted && !ended.signal) print(`[server] It ended by itself (${describeExit(ended)}).\n`);
    },
    () => undefined,
  );
  try {
    const until = performance.now() + limits.serverWaitSeconds * 1000;
    while (!(await ask())) {
      signal.throwIfAborted();
      if (end !== null) throw endedEarly(mask.text(command), url, end);
      if (performance.now() > until) {
        await running.end();
        throw silent(mask.text(command), url, (await running.ended).tail);
      }
      await abortableSleep(lookMs, signal);
    }
    if (end !== null) throw endedEarly(mask.text(command), url, end);
    isReady = true;
    return running;
  } catch (error) {
    await running.end();
    throw error;
  }
}

function unreachable(): UnitProblem {
  return new UnitProblem(
    'server.notReachable',
    'This agent runs each process in a container with a network of its own, where the tests cannot reach a server. ' +
      'Start the agent with --network host, or start the server in the test command.',
  );
}

function portTaken(url: string): UnitProblem {
  return new UnitProblem(
    'server.portTaken',
    `Something answers at ${url} although the server is not started yet. End it on the machine of the agent, or give ` +
      'the server a free port: $ASSAY_PORT, in the command and in the URL.',
  );
}

function endedEarly(command: string, url: string, end: ProcessEnd): UnitProblem {
  return new UnitProblem(
    'server.failed',
    `'${command}' ended (${describeExit(end)}) before ${url} answered. It has to keep running. It ended with:\n${end.tail || 'It printed nothing.'}`,
  );
}

function silent(command: string, url: string, tail: string): UnitProblem {
  return new UnitProblem(
    'server.silent',
    `${url} did not answer within ${limits.serverWaitSeconds} seconds after '${command}' was started. What takes long ` +
      `belongs into the build command. Its last output:\n${tail || 'It printed nothing.'}`,
  );
}
