import type { BlobId, Position } from '@assay/contract';
import { accountOf, type RecordedEvent } from '@assay/event-log';
import { type HeldBlob, type StorageOwner, stockCheckpoint, stockTaken } from '@assay/operations';
import type { AutomationStores } from '../automationDeps.ts';

type Stores = Pick<AutomationStores, 'eventLog' | 'operations'>;

/** The types of events that name contents; logs are found by the run. */
const naming = ['TestRunCreated', 'TestFinished', 'TestResultsImported', 'BuildUploaded'] as const;

/** What an event says that its run or build has. `size` null: the event does not tell. */
type Named = {
  owner: Omit<StorageOwner, 'accountId'>;
  blobs: readonly { blobId: string; size: number | null }[];
};

function namedIn(event: RecordedEvent): Named[] {
  switch (event.type) {
    case 'TestRunCreated': {
      const { testRunId: id, projectId, upload } = event.data;
      return [{ owner: { id, projectId, kind: 'attachments' }, blobs: upload?.files ?? [] }];
    }
    case 'TestFinished': {
      const { testRunId: id, projectId, details, artifacts } = event.data;
      return [
        { owner: { id, projectId, kind: 'details' }, blobs: details ? [{ blobId: details, size: null }] : [] },
        { owner: { id, projectId, kind: 'attachments' }, blobs: artifacts },
      ];
    }
    case 'TestResultsImported': {
      const { testRunId: id, projectId, details, results } = event.data;
      return [
        { owner: { id, projectId, kind: 'details' }, blobs: details ? [{ blobId: details, size: null }] : [] },
        { owner: { id, projectId, kind: 'attachments' }, blobs: results.flatMap(({ artifacts }) => artifacts) },
      ];
    }
    case 'BuildUploaded': {
      const { buildId: id, projectId, blobId, size } = event.data;
      return [{ owner: { id, projectId, kind: 'builds' }, blobs: [{ blobId, size }] }];
    }
    default:
      return [];
  }
}

/** The run's logs are known by the run, the lists of its tests by events without its project. */
async function ofRun(event: RecordedEvent, { operations, eventLog }: Stores): Promise<Named[]> {
  if (event.type !== 'TestRunCreated') return [];
  const { testRunId: id, projectId } = event.data;
  const lists: string[] = [];
  for await (const listed of eventLog.read(`testList-${id}`)) {
    if (listed.type !== 'TestListCompleted') continue;
    const { list, found } = listed.data;
    lists.push(list, ...(found ? [found] : []));
  }
  return [
    { owner: { id, projectId, kind: 'logs' }, blobs: await operations.logs.contentsOf(id) },
    { owner: { id, projectId, kind: 'details' }, blobs: lists.map((blobId) => ({ blobId, size: null })) },
  ];
}

/** The contents that are there, with their sizes. */
async function measured({ operations: { blobs } }: Stores, named: Named['blobs']): Promise<HeldBlob[]> {
  const held: HeldBlob[] = [];
  for (const { blobId, size } of named) {
    const id = blobId as BlobId;
    const bytes = size ?? (await blobs.sizeOf(id));
    if (bytes !== null) held.push({ blobId: id, size: bytes });
  }
  return held;
}

/**
 * Finds, once for each installation, what runs and builds had stored before references were kept: until then nothing may
 * be removed, for something could still need it. What came later is known already, and to be told twice changes nothing.
 * Yields after each batch; a process that ends goes on from there.
 */
export async function* takeStock(deps: Stores): AsyncGenerator<void> {
  const { eventLog, operations } = deps;
  if (await operations.storage.isStockTaken()) return;
  const stored = await operations.checkpoints.read(stockCheckpoint);
  const from = stored?.startsWith(`${eventLog.epoch}-`) ? stored : 'start';
  for await (const { events, position } of eventLog.readToEnd(from as Position | 'start', naming)) {
    for (const event of events) {
      for (const { owner, blobs } of [...namedIn(event), ...(await ofRun(event, deps))]) {
        const at = new Date(event.envelope.occurredAt);
        await operations.storage.hold({ ...owner, accountId: accountOf(event) }, await measured(deps, blobs), at);
      }
    }
    await operations.checkpoints.write(stockCheckpoint, position);
    yield;
  }
  await operations.checkpoints.write(stockCheckpoint, stockTaken);
}
