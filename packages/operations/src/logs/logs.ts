import { inBatches } from '@assay/concurrency';
import type { AccountId, BlobId, ProjectId, TestRunId } from '@assay/contract';
import type { Db } from 'mongodb';
import { type Blobs, blobIdOf, type StoredBlob } from '../blobs/blobs.ts';
import type { Clock } from '../clock.ts';
import { isDuplicateKey } from '../duplicateKey.ts';
import { OperationsError } from '../operationsError.ts';
import type { Storage } from '../storage/storage.ts';
import { fromWholeCharacter, wholeCharacters } from './utf8Boundaries.ts';

/** Maximum size of one log, in bytes; the rest is dropped. */
export const logLimit = 20 * 1024 * 1024;
const cutLine = Buffer.from('\n[This log was cut here: it is longer than 20 MB.]\n');
/** The longest character in UTF-8: a smaller read could be empty forever. */
const longestCharacter = 4;
/** Chunks read at the same time: some may be just a line. */
const readAtOnce = 8;

type LogChunkRow = {
  testRunId: TestRunId;
  log: string;
  offset: number;
  size: number;
  blobId: BlobId;
  /** The line that says that the rest was dropped, always the last. */
  last: boolean;
  /** When it arrived; chunks of earlier versions have none. */
  at?: Date;
};
type LogRow = { _id: string; testRunId: TestRunId; accountId: AccountId; log: string; size: number; updatedAt: Date };

export type LogChunk = {
  accountId: AccountId;
  projectId: ProjectId;
  testRunId: TestRunId;
  log: string;
  /** Offset of the text's first byte in UTF-8. */
  offset: number;
  text: string;
};

export type LogPiece = {
  text: string;
  nextOffset: number;
  size: number;
  /** When lines arrived, a second apart at least: from `line` of the text on, counted from 0. */
  times: { line: number; at: Date }[];
};

/**
 * The logs of runs, in chunks as they arrive. Chunk rows, one per offset, define what is stored; the row per log is
 * only a summary. Sizes and offsets are in bytes of UTF-8.
 */
export type Logs = {
  /**
   * Repeating a chunk is harmless; of an overlapping one the new part is stored.
   * @returns where the next chunk begins, or the first missing byte if this one would leave a gap.
   */
  append(chunk: LogChunk): Promise<{ nextOffset: number } | { gapAt: number }>;
  /** @returns the contents of all logs of a run. */
  contentsOf(testRunId: TestRunId): Promise<StoredBlob[]>;
  /** @returns the logs of a run by name. */
  list(testRunId: TestRunId): Promise<{ name: string; size: number; updatedAt: Date }[]>;
  /**
   * @param maxBytes approximate size; a few bytes less so that no character is split
   * @returns the text, its times, where to read on, and how large the log is by now. Empty at the end and for an unknown
   *   log.
   */
  read(testRunId: TestRunId, log: string, offset: number, maxBytes: number): Promise<LogPiece>;
};

export async function openLogs(db: Db, blobs: Blobs, storage: Pick<Storage, 'hold'>, now: Clock): Promise<Logs> {
  const chunks = db.collection<LogChunkRow>('logChunks');
  const logs = db.collection<LogRow>('logs');
  await Promise.all([
    chunks.createIndexes([{ key: { testRunId: 1, log: 1, offset: 1 }, unique: true }]),
    logs.createIndexes([{ key: { testRunId: 1, log: 1 } }]),
  ]);

  const lastChunk = (testRunId: TestRunId, log: string) => chunks.findOne({ testRunId, log }, { sort: { offset: -1 } });

  /** @returns false when another chunk was stored at this offset meanwhile. */
  async function store(chunk: LogChunk, offset: number, content: Buffer, last: boolean): Promise<boolean> {
    const { accountId, projectId, testRunId, log } = chunk;
    const size = content.length;
    const owner = { accountId, projectId, kind: 'logs', id: testRunId } as const;
    await storage.hold(owner, [{ blobId: blobIdOf(content), size }]);
    // The content before its row: a row without content would be unreadable, content without a row is merely unused.
    const { blobId } = await blobs.put(content);
    const insert = chunks.insertOne({ testRunId, log, offset, size, blobId, last, at: now() }).then(
      () => true,
      (error: unknown) => {
        if (isDuplicateKey(error)) return false;
        throw error;
      },
    );
    // The summary is only for lists: if its write fails, the chunk is sent again and corrects it.
    const [stored] = await Promise.all([insert, summarize(chunk, offset + size)]);
    return stored;
  }

  async function summarize({ testRunId, log, accountId }: LogChunk, size: number): Promise<void> {
    await logs.updateOne(
      { _id: `${testRunId}/${log}` },
      { $max: { size }, $set: { updatedAt: now() }, $setOnInsert: { testRunId, accountId, log } },
      { upsert: true },
    );
  }

  /** @returns the bytes from `offset` on, up to about `maxBytes`, and the rows of the chunks that they are in. */
  async function readBytes(testRunId: TestRunId, log: string, offset: number, maxBytes: number) {
    const from = await chunks.findOne({ testRunId, log, offset: { $lte: offset } }, { sort: { offset: -1 } });
    if (!from) return { bytes: Buffer.alloc(0), rows: [] };
    const wanted = await chunks
      .find({ testRunId, log, offset: { $gte: from.offset, $lt: offset + maxBytes } })
      .sort({ offset: 1 })
      .toArray();
    const pieces = await inBatches(wanted, readAtOnce, contentOf);
    const start = offset - from.offset;
    return { bytes: Buffer.concat(pieces).subarray(start, start + maxBytes), rows: wanted };
  }

  async function contentOf({ log, offset, blobId }: LogChunkRow): Promise<Buffer> {
    const content = await blobs.read(blobId);
    if (!content) throw new OperationsError('blob.missing', `The content of the log ${log} at ${offset} is missing.`);
    return content;
  }

  return {
    async append(chunk) {
      const content = Buffer.from(chunk.text);
      const end = chunk.offset + content.length;
      for (;;) {
        const stored = await lastChunk(chunk.testRunId, chunk.log);
        // The cut line takes bytes too, but the sender does not count them.
        if (stored?.last) return { nextOffset: Math.max(end, logLimit) };
        const size = stored ? stored.offset + stored.size : 0;
        if (chunk.offset > size) return { gapAt: size };
        if (end <= size) {
          // Repeated, perhaps because a process ended between the chunk and the summary.
          if (content.length > 0) await summarize(chunk, size);
          return { nextOffset: size };
        }
        const fresh = content.subarray(size - chunk.offset);
        if (end <= logLimit) {
          if (await store(chunk, size, fresh, false)) return { nextOffset: end };
        } else {
          const fitting = wholeCharacters(fresh.subarray(0, logLimit - size));
          if (await store(chunk, size, Buffer.concat([fitting, cutLine]), true)) return { nextOffset: end };
        }
      }
    },

    contentsOf: async (testRunId) =>
      chunks.find({ testRunId }, { projection: { _id: 0, blobId: 1, size: 1 } }).toArray(),

    async list(testRunId) {
      const rows = await logs.find({ testRunId }).sort({ log: 1 }).toArray();
      return rows.map(({ log, size, updatedAt }) => ({ name: log, size, updatedAt }));
    },

    async read(testRunId, log, offset, maxBytes) {
      const last = await lastChunk(testRunId, log);
      const size = last ? last.offset + last.size : 0;
      if (offset >= size) return { text: '', nextOffset: size, size, times: [] };
      const { bytes, rows } = await readBytes(testRunId, log, offset, Math.max(longestCharacter, maxBytes));
      const atEnd = offset + bytes.length >= size;
      const whole = atEnd ? bytes : wholeCharacters(bytes);
      const text = fromWholeCharacter(whole).toString('utf8');
      return { text, nextOffset: offset + whole.length, size, times: timesOf(rows, whole, offset) };
    },
  };
}

const lineBreak = 0x0a;
const apartMs = 1000;

/** @returns from which lines on the bytes from `offset` on arrived when; a line that a chunk continues keeps its time. */
function timesOf(rows: readonly LogChunkRow[], bytes: Buffer, offset: number): LogPiece['times'] {
  const times: LogPiece['times'] = [];
  let [counted, line] = [0, 0];
  for (const row of rows) {
    const start = Math.max(0, row.offset - offset);
    if (start >= bytes.length) break;
    for (let at = bytes.indexOf(lineBreak, counted); at !== -1 && at < start; at = bytes.indexOf(lineBreak, counted)) {
      line += 1;
      counted = at + 1;
    }
    const last = times.at(-1);
    if (!row.at || (last && row.at.getTime() - last.at.getTime() < apartMs)) continue;
    times.push({ line: counted === start ? line : line + 1, at: row.at });
  }
  return times;
}
