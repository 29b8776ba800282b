import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Running, readRunning } from '../runningFile.ts';
import { startStores } from '../startStores.ts';
import { type Child, superviseChild } from '../supervision/child.ts';
import { CommandError } from './command.ts';
import { isThere } from './isThere.ts';

export type InstalledStores = {
  eventStoreUrl: string;
  mongoUrl: string;
  /** The whole installation runs; otherwise only its stores do, for this command. */
  running: boolean;
  stop(): Promise<void>;
};

/** Where an embedded document store listens, whoever may sign in. Of other URLs some are lists of hosts. */
const embedded = /^mongodb:\/\/([^@/]*@)?127\.0\.0\.1:/;
const answersWithinMs = 2_000;

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: answersWithinMs });
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

/** @returns the addresses of the running installation in that folder; null when it does not run, or was killed. */
export async function findRunning(dataDir: string): Promise<Running | null> {
  const noted = await readRunning(dataDir);
  if (!noted) return null;
  // The api may be restarting after a crash while its embedded stores keep running.
  for (const url of [noted.url, ...(embedded.test(noted.mongoUrl) ? [noted.mongoUrl] : [])]) {
    const { hostname, port } = new URL(url);
    if (await answers(hostname.replace(/^\[|\]$/g, ''), Number(port))) return noted;
  }
  return null;
}

/**
 * The stores of an installation: those it runs on, those in EVENTSTORE_URL and MONGODB_URL, or its embedded ones, which
 * are started for as long as they are needed.
 * @throws CommandError when there is no installation in that folder
 */
export async function openInstalledStores(dataDir: string): Promise<InstalledStores> {
  const running = await findRunning(dataDir);
  if (running) {
    const { eventStoreUrl, mongoUrl } = running;
    return { eventStoreUrl, mongoUrl, running: true, stop: async () => undefined };
  }
  const urls = { eventStoreUrl: process.env.EVENTSTORE_URL || null, mongoUrl: process.env.MONGODB_URL || null };
  const needed = [...(urls.eventStoreUrl ? [] : ['eventstore']), ...(urls.mongoUrl ? [] : ['mongo'])];
  for (const folder of needed) {
    if (await isThere(join(dataDir, folder))) continue;
    throw new CommandError(`${dataDir} is not a data folder of Assay: it has no ${folder}/. Set ASSAY_DATA_DIR.`);
  }
  const children: Child[] = [];
  const distDir = dirname(fileURLToPath(import.meta.url));
  const stop = async () => {
    await Promise.all(children.map((child) => child.stop()));
  };
  try {
    const stores = await startStores({ dataDir, ...urls }, (spec) => {
      const child = superviseChild({ spec, distDir, say: () => undefined, onChange: async () => undefined });
      children.push(child);
      return child.ready;
    });
    return { ...stores, running: false, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
