import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { notedPosition, requireAllNoted } from '../storage/committedNote.ts';
import { isDamage } from '../storage/damagedStoreError.ts';
import { checkEvents } from './checkEvents.ts';
import { checkStreams } from './checkStreams.ts';
import { openSnapshot } from './openSnapshot.ts';

/** After so many rows others get their turn, and progress is told. */
const rowsPerTurn = 2_000;
/** A store that is damaged all over is not described row by row. */
const maxReportedProblems = 100;

export type VerifyOptions = {
  dataDir: string;
  /** @param done rows looked at, of `total` */
  onProgress?: (done: number, total: number) => void;
};

/** What a store was found to hold. */
export type VerifyReport = {
  events: number;
  streams: number;
  /** SHA-256 over all records in the order of their positions, as hexadecimal digits: the same for the same history. */
  hash: string;
  /** In plain sentences; none when all is well. */
  problems: string[];
};

/**
 * Reads the whole store of a folder, as it is at one instant, and checks it against itself: checksums; no position
 * missing that was not scavenged; the ledger's counts and chained hashes; every event in the index of its stream, no
 * revision missing there, and nothing else in it; the list of the streams; that it has come as far as was
 * noted beside it. Its server may run meanwhile. LMDB can crash
 * on a damaged file, so that an operator's command runs this in a process of its own.
 * @throws Error when there is no store, EventStoreStartError when it has another format
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
  if (unnamed > 0) problems.push(`${unnamed} more problems are not named here.`);
  return { ...counts, hash: hash.digest('hex'), problems };
}
