/**
 * What a stream's metadata says about which of its events may be read
 * (https://docs.kurrent.io/server/v24.10/features/streams.html).
 */
export type Retention = {
  /** Only this many of the newest events are kept. */
  maxCount?: number;
  /** Only events younger than this, in seconds. */
  maxAge?: number;
  /** Only events from this revision on. */
  truncateBefore?: number;
  /** Deleted without a tombstone: it reads as missing, and may be written to again. */
  softDeleted: boolean;
};

export const keepEverything: Retention = { softDeleted: false };

/** A metadata stream keeps its newest entry only, and has no metadata of its own. */
export const metadataStreamRetention: Retention = { maxCount: 1, softDeleted: false };

/** $tb of a deleted stream: 2^63 - 1, written as text since a double cannot hold it. */
const deletedTruncateBefore = '9223372036854775807';

type Json = Record<string, unknown>;

const wholeNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 ? Math.floor(value) : undefined;

/** Parses the data of a `$metadata` event. Anything that is not a JSON object keeps all events. */
export function parseRetention(data: Uint8Array): Retention {
  const metadata = parseMetadata(data);
  const truncateBefore = wholeNumber(metadata.$tb);
  return {
    maxCount: wholeNumber(metadata.$maxCount),
    maxAge: wholeNumber(metadata.$maxAge),
    truncateBefore,
    softDeleted: truncateBefore !== undefined && truncateBefore > Number.MAX_SAFE_INTEGER,
  };
}

/** The metadata that deletes a stream: its previous entries, and nothing readable any more. */
export function metadataOfDeletedStream(current: Uint8Array): Buffer {
  const { $tb: _, ...rest } = parseMetadata(current);
  const others = JSON.stringify(rest).slice(1, -1);
  return Buffer.from(`{"$tb":${deletedTruncateBefore}${others ? `,${others}` : ''}}`);
}

/** The metadata of a stream that is written to again after its deletion: the earlier events stay deleted. */
export function metadataOfRecreatedStream(current: Uint8Array, firstRevision: number): Buffer {
  return Buffer.from(JSON.stringify({ ...parseMetadata(current), $tb: firstRevision }));
}

/** The first readable revision of a stream that ends at `lastRevision`. Age is checked per event. */
export function firstReadableRevision(retention: Retention, lastRevision: number): number {
  const byCount = retention.maxCount === undefined ? 0 : lastRevision - retention.maxCount + 1;
  return Math.max(0, byCount, retention.truncateBefore ?? 0);
}

/** Whether an event of that age may still be read. Times in ms since 1970. */
export function isYoungEnough(retention: Retention, created: number, now: number): boolean {
  return retention.maxAge === undefined || created > now - retention.maxAge * 1000;
}

function parseMetadata(data: Uint8Array): Json {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(data).toString('utf8'));
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : {};
  } catch {
    return {};
  }
}
