import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandAnswer } from '@assay/contract';
import { EventStoreDBClient } from '@eventstore/db-client';
import { type Db, MongoClient } from 'mongodb';
import { type Caller, signIn } from '../support/caller.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { localAgentToken } from '../support/localAgentToken.ts';
import { type LiveHeapProbe, openLiveHeapProbe } from './liveHeap.ts';
import { timed } from './samples.ts';
import { startStore } from './storeProcess.ts';

/** Opens the metrics of its api. */
export const metricsToken = 'bench';

/** The installation under measurement: no demo, and no agent except the bench's own. */
export type Workbench = {
  url(): string;
  dataDir: string;
  caller(): Promise<Caller>;
  /** The stores, through the official clients. They end with the installation. */
  events(): Promise<EventStoreDBClient>;
  readModels(): Promise<Db>;
  /** The token for an agent on this machine. */
  agentToken(): Promise<string>;
  /** Creates the project and environment `bench`, once. */
  project(): Promise<{ projectId: string; environmentId: string }>;
  pids(): Promise<Record<string, number>>;
  /** The live memory of a process after a collection, in MB; undefined where that is unsupported. */
  liveMegabytes: LiveHeapProbe['liveMegabytes'];
  /** Stops everything and starts it on the same data. @returns milliseconds until it was ready */
  restart(withAgent: boolean): Promise<number>;
  /** Works on the data while only the stores run, and starts everything again. */
  offline(work: (stores: { eventStoreUrl: string; mongoUrl: string }) => Promise<void>): Promise<void>;
  say(line: string): void;
  /** The latest output of the installation. */
  lastWords(): string;
  close(): Promise<void>;
};

type Running = { eventStoreUrl: string; mongoUrl: string; pids: Record<string, number> };
/** Promises, so that concurrent callers share one. */
type Opened = { caller?: Promise<Caller>; events?: Promise<EventStoreDBClient>; mongo?: Promise<MongoClient> };

/** Starts an installation in a temporary folder. */
export async function openWorkbench(say: (line: string) => void): Promise<Workbench> {
  const probe = await openLiveHeapProbe();
  const env = {
    ...probe.env,
    ASSAY_METRICS_TOKEN: metricsToken,
    ASSAY_ALLOW_LOCAL_TARGETS: '127.0.0.1',
    // Sample repositories are served without TLS.
    ASSAY_GIT_PROTOCOLS: 'https,http,ssh,git',
  };
  let installation: Installation = await startInstallation({ env: { ...env, ASSAY_AGENT: '0' } });
  const { dataDir } = installation;
  let opened: Opened = {};
  let project: { projectId: string; environmentId: string } | null = null;

  const running = async (): Promise<Running> =>
    JSON.parse(await readFile(join(dataDir, 'running.json'), 'utf8')) as Running;

  const stop = async () => {
    const { events, mongo } = opened;
    opened = {};
    await Promise.all([events?.then((client) => client.dispose()), mongo?.then((client) => client.close())]);
    await installation.stop();
  };

  const start = async (withAgent: boolean) => {
    installation = await startInstallation({ dataDir, env: { ...env, ASSAY_AGENT: withAgent ? '1' : '0' } });
  };

  const caller = () => {
    opened.caller ??= signIn(installation.url, admin);
    return opened.caller;
  };

  return {
    url: () => installation.url,
    dataDir,
    caller,
    events: () => {
      opened.events ??= running().then(({ eventStoreUrl }) => EventStoreDBClient.connectionString(eventStoreUrl));
      return opened.events;
    },
    readModels: async () => {
      opened.mongo ??= running().then(({ mongoUrl }) => new MongoClient(mongoUrl));
      return (await opened.mongo).db('assay_read');
    },
    agentToken: () => localAgentToken(dataDir),
    project: async () => {
      if (project) return project;
      const { post } = await caller();
      const made = await post<CommandAnswer>('/projects', {
        name: 'Bench',
        key: 'bench',
        gitUrl: 'https://git.example.org/bench.git',
        testingFramework: 'CucumberJS',
      });
      const environment = await post<CommandAnswer>('/environments', { name: 'Bench', key: 'bench' });
      project = { projectId: made.id, environmentId: environment.id };
      return project;
    },
    pids: async () => (await running()).pids,
    liveMegabytes: probe.liveMegabytes,
    restart: async (withAgent) => {
      await stop();
      return timed(() => start(withAgent));
    },
    offline: async (work) => {
      await stop();
      const events = await startStore('eventstore', join(dataDir, 'eventstore'));
      const documents = await startStore('mongo', join(dataDir, 'mongo'));
      try {
        await work({ eventStoreUrl: events.url, mongoUrl: documents.url });
      } finally {
        await Promise.all([events.stop(), documents.stop()]);
      }
      await start(false);
    },
    say,
    lastWords: () => installation.lines.slice(-30).join('\n'),
    close: async () => {
      await stop();
      await Promise.all([installation.remove(), probe.remove()]);
    },
  };
}
