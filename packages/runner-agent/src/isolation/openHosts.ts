import type { AgentCapabilities } from '@assay/contract';
import type { Logger } from 'pino';
import { containerCapabilities, findCapabilities } from '../capabilities/findCapabilities.ts';
import { findEngine } from '../containers/containerEngine.ts';
import { Containers } from '../containers/containers.ts';
import { findCommand } from '../process/findCommand.ts';
import type { ProcessHosts } from '../process/processHost.ts';
import { thisMachine } from '../process/thisMachine.ts';
import { Sandbox } from '../sandbox/sandbox.ts';
import { findSeparation } from '../sandbox/separation.ts';
import { type Isolation, type IsolationSettings, plainProcesses } from './isolationSettings.ts';

/** The agent was told to isolate tests and cannot; the message says what to do. */
export class NoIsolationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NoIsolationError';
  }
}

export type OpenedHosts = {
  hosts: ProcessHosts;
  capabilities: AgentCapabilities;
  /** Why tests are not isolated, or not in the first way that was wanted. */
  missed: readonly string[];
};
/** `defect`: what is missing of the isolation all the same. */
type Opened = Omit<OpenedHosts, 'missed'> & { defect?: string | null };
/** `isDefect`: the machine has it, and should be able to use it. */
type Missed = { missed: string; isDefect: boolean };

const longestDefect = 400;

/**
 * Takes the first way to isolate tests that this machine has.
 * @param folder of the agent
 * @throws NoIsolationError where it has none, and plain processes are not wanted
 */
export async function openHosts(
  folder: string,
  settings: IsolationSettings = plainProcesses,
  logger: Logger,
): Promise<OpenedHosts> {
  const missed: string[] = [];
  const defects: string[] = [];
  for (const way of settings.ways) {
    const opened = await tryWay(way, folder, settings, logger);
    if ('missed' in opened) {
      missed.push(opened.missed);
      if (opened.isDefect) defects.push(opened.missed);
      continue;
    }
    if (way === 'none' && missed.length > 0) {
      logger.warn({ why: missed.join('; ') }, 'tests run as this agent and can read what it can read');
    } else if (defects.length > 0) {
      logger.warn({ why: defects.join('; '), by: way }, 'what the machine has for isolating tests does not work');
    }
    if (opened.defect) {
      logger.warn({ why: opened.defect }, 'tests of different projects can reach each other');
      defects.push(opened.defect);
    }
    const isolationDefect = defects.join('; ').slice(0, longestDefect);
    const capabilities = { ...opened.capabilities, ...(isolationDefect === '' ? {} : { isolationDefect }) };
    return { hosts: opened.hosts, capabilities, missed };
  }
  throw new NoIsolationError(
    `Tests cannot be isolated: ${missed.join('; ')}. Set that right, or start the agent without --isolate.`,
  );
}

async function tryWay(
  way: Isolation,
  folder: string,
  settings: IsolationSettings,
  logger: Logger,
): Promise<Opened | Missed> {
  switch (way) {
    case 'none':
      return { hosts: thisMachine(folder), capabilities: await findCapabilities(process.env) };
    case 'docker':
    case 'podman': {
      const engine = await findEngine(way, process.env);
      if (typeof engine === 'string') return { missed: engine, isDefect: false };
      const hosts = await Containers.open(folder, engine, settings, logger);
      if (typeof hosts === 'string') return { missed: hosts, isDefect: true };
      logger.info({ engine: engine.name, version: engine.version }, 'tests run in containers');
      return { hosts, capabilities: containerCapabilities(engine) };
    }
    case 'bubblewrap':
    case 'user': {
      const separation = await findSeparation(way, folder);
      if (typeof separation === 'string') {
        const isDefect = way === 'bubblewrap' && findCommand(process.env, ['bwrap']) !== null;
        return { missed: separation, isDefect };
      }
      logger.info({ by: separation.name }, 'tests are separated from the rest of this machine');
      const capabilities = { ...(await findCapabilities(process.env)), sandbox: separation.name };
      const hosts = await Sandbox.open(folder, separation, settings.shown, logger);
      return { hosts, capabilities, defect: separation.networkDefect };
    }
  }
}
