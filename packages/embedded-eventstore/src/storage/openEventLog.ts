import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StoreMetrics } from '../metrics/storeMetrics.ts';
import { EventStoreStartError } from '../startError.ts';
import { CommitQueue } from './commitQueue.ts';
import { CommitSignal } from './commitSignal.ts';
import { CommittedNote, notedPosition, requireAllNoted } from './committedNote.ts';
import { isDamage, wayBack } from './damagedStoreError.ts';
import { newEventId } from './eventId.ts';
import { EventReader } from './eventReader.ts';
import { EventWriter, type WriteOutcome, type WriteRequest } from './eventWriter.ts';
import { lockFolder } from './folderLock.ts';
import { Scavenger } from './scavenger.ts';
import { SegmentLedger } from './segmentLedger.ts';
import { openStoreFiles, storeFile } from './storeFiles.ts';
import { StreamDirectory } from './streamDirectory.ts';

/** The events of one data folder: written in groups, read in pages, announced once they are on disk. */
export type EventLog = {
  readonly reader: EventReader;
  readonly signal: CommitSignal;
  readonly scavenger: Scavenger;
  readonly metrics: StoreMetrics;
  /** The size of the file, in bytes. */
  fileBytes(): number;
  /** The position of the newest committed event. */
  lastPosition(): number;
  /** Resolves once the write is on disk or has been refused. */
  write(request: WriteRequest): Promise<WriteOutcome>;
  /** Commits what was submitted and releases the folder. */
  close(): Promise<void>;
};

/** What an event log reports to its owner. */
export type EventLogObserver = {
  /** A commit failed in a way that only reopening the folder can repair. */
  onBroken: (error: unknown) => void;
  /** One line about something an operator should know. */
  log: (line: string) => void;
};

/**
 * Opens the event log of a folder, which is created if it does not exist.
 * @throws EventStoreStartError DATA_FOLDER_LOCKED, FORMAT_TOO_NEW, FORMAT_TOO_OLD, DATA_DAMAGED
 */
export async function openEventLog(dataDir: string, { onBroken, log }: EventLogObserver): Promise<EventLog> {
  mkdirSync(dataDir, { recursive: true });
  const unlock = await lockFolder(dataDir);
  try {
    const files = openStoreFiles(dataDir);
    const streams = new StreamDirectory(files);
    const ledger = new SegmentLedger(files.ledger);
    const writer = new EventWriter(files, streams, ledger);
    requireAllNoted(dataDir, notedPosition(dataDir), ledger.lastPosition);
    const signal = new CommitSignal();
    const metrics = new StoreMetrics();
    const queue = new CommitQueue({ files, writer, ledger, signal, metrics, onBroken });
    if (ledger.lastPosition === 0) await queue.submit(storeCreated());
    const scavenger = new Scavenger({ files, streams, ledger }, queue, log);
    scavenger.resume();
    const note = new CommittedNote(dataDir, () => ledger.committedPosition);
    return {
      reader: new EventReader(files, streams, ledger),
      signal,
      metrics,
      scavenger,
      lastPosition: () => ledger.committedPosition,
      fileBytes: () => statSync(join(dataDir, storeFile)).size,
      write: (request) => queue.submit(request),
      close: async () => {
        await scavenger.pause();
        await queue.drain();
        note.close();
        await files.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    if (!isDamage(error)) throw error;
    throw new EventStoreStartError(
      'DATA_DAMAGED',
      `The event store in ${dataDir} is damaged: ${error.message} ${wayBack(dataDir)}`,
    );
  }
}

/** Clients of EventStoreDB may rely on $all never being empty: a fresh server has already written to it. */
function storeCreated(): WriteRequest {
  const event = {
    eventId: newEventId(),
    type: '$StoreCreated',
    contentType: 'application/json',
    metadata: new Uint8Array(0),
    data: Buffer.from('{}'),
  };
  return { kind: 'append', streamName: '$server', expected: 'any', events: [event] };
}
