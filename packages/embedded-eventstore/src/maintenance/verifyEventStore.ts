import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { notedPosition, requireAllNoted } from '../storage/committedNote.ts';
import { isDamage } from '../storage/damagedStoreError.ts';
import { checkEvents } from './checkEvents.ts';
import { checkStreams } from './checkStreams.ts';
import { openSnapshot } from './openSnapshot.ts';

/** After this many rows, progress is reported and other work gets its turn. */
const rowsPerTurn = 2_000;
/** A badly damaged store is not described row by row. */
const maxReportedProblems = 100;

export type VerifyOptions = {
  dataDir: string;
  /** @param done rows looked at, of `total` */
  onProgress?: (done: number, total: number) => void;
};

/** The result of a verification. */
export type VerifyReport = {
  events: number;
  streams: number;
  /** SHA-256 over all records in position order, as hexadecimal digits: the same for the same history. */
  hash: string;
  /** Plain sentences; empty when all is well. */
  problems: string[];
};

/**
 * Reads the whole store of a folder as it is at one instant and checks its consistency: checksums; no position missing
 * unless scavenged; the ledger's counts and chained hashes; every event in the index of its stream, with no revision
 * missing and nothing else in the index; the list of streams; that the log reaches the position noted beside it. Its
 * server may keep running. LMDB can crash on a damaged file, so the operator's command runs this in a process of its
 * own.
 * @throws Error when there is no store, EventStoreStartError when it is in another format
 */
export async function verifyEventStore({ dataDir, onProgress }: VerifyOptions): Promise<VerifyReport> {
  const problems: string[] = [];
  let unnamed = 0;
  const report = (problem: string) => {
    if (problems.length < maxReportedProblems) problems.push(problem);
    else unnamed += 1;
  };
  const hash = createHash('sha256');
  const counts = { events: 0, streams: 0 };
  try {
    const noted = notedPosition(dataDir);
    const snapshot = openSnapshot(dataDir);
    const { events, streamIndex, streamHeads, at } = snapshot;
    const total = [events, streamIndex, streamHeads].reduce((rows, table) => rows + table.getKeysCount({ ...at }), 0);
    let done = 0;
    const step = async () => {
      done += 1;
      if (done % rowsPerTurn !== 0) return;
      onProgress?.(done, total);
      await nextTurn();
    };
    try {
      counts.events = await checkEvents({ snapshot, report, step }, hash);
      const [lastPosition = 0] = events.getKeys({ ...at, reverse: true, limit: 1 });
      requireAllNoted(dataDir, noted, lastPosition);
      counts.streams = await checkStreams({ snapshot, report, step });
    } finally {
      await snapshot.close();
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    report(`Reading stopped here: ${error.message}`);
  }
  if (unnamed > 0) problems.push(`${unnamed} more problems are not listed here.`);
  return { ...counts, hash: hash.digest('hex'), problems };
}
