import type { AccountId, BlobId, BuildId, DetailKind, ProjectId, TestRunId } from '@assay/contract';
import type { Collection, Db } from 'mongodb';

/** What is counted by size: the kinds that may expire, and builds, which are kept. */
export type StoredKind = DetailKind | 'builds';

/** What blobs belong to. */
export type StorageOwner = {
  accountId: AccountId;
  projectId: ProjectId;
  kind: StoredKind;
  id: TestRunId | BuildId;
};

/**
 * That something has a content. Written before the content is looked for, and before any event or row that names it: see
 * `removeStored`.
 */
export type BlobReferenceRow = {
  /** `<blob> <part>`: what else has a blob is found by the beginning. Of a content nobody has named yet, the part is `incoming`. */
  _id: string;
  /** Absent of `incoming`. */
  part?: string;
  size: number;
  /** Only of `incoming`. */
  expiresAt?: Date;
};

/** All of one kind that a run or a build has. */
export type StoredPartRow = {
  /** `<owner's id> <kind>` */
  _id: string;
  accountId: AccountId;
  projectId: ProjectId;
  kind: StoredKind;
  ownerId: string;
  /** When the first of it was stored. */
  at: Date;
  bytes: number;
  items: number;
};

/** The sizes of all parts of a project, kind and day, so that they need not be added up. */
export type StoredDayRow = {
  /** `<account> <project> <kind> <day>` */
  _id: string;
  accountId: AccountId;
  projectId: ProjectId;
  kind: StoredKind;
  /** UTC, such as 2026-03-01. */
  day: string;
  bytes: number;
  parts: number;
};

export type StoredRows = {
  references: Collection<BlobReferenceRow>;
  parts: Collection<StoredPartRow>;
  days: Collection<StoredDayRow>;
};

export const incomingPart = 'incoming';

export function partIdOf({ id, kind }: Pick<StorageOwner, 'id' | 'kind'>): string {
  return `${id} ${kind}`;
}

export function referenceIdOf(blobId: BlobId, part: string): string {
  return `${blobId} ${part}`;
}

export function blobIdOf(referenceId: string): BlobId {
  return referenceId.slice(0, referenceId.indexOf(' ')) as BlobId;
}

export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

export function dayIdOf({
  accountId,
  projectId,
  kind,
  at,
}: Pick<StoredPartRow, 'accountId' | 'projectId' | 'kind' | 'at'>) {
  return `${accountId} ${projectId} ${kind} ${dayOf(at)}`;
}

export async function openStoredRows(db: Db): Promise<StoredRows> {
  const references = db.collection<BlobReferenceRow>('blobReferences');
  const parts = db.collection<StoredPartRow>('storedParts');
  const days = db.collection<StoredDayRow>('storedDays');
  await Promise.all([
    references.createIndexes([{ key: { part: 1 } }, { key: { expiresAt: 1 }, expireAfterSeconds: 0 }]),
    parts.createIndexes([{ key: { accountId: 1, kind: 1, at: 1, _id: 1 } }]),
    days.createIndexes([{ key: { accountId: 1, day: 1 } }]),
  ]);
  return { references, parts, days };
}
