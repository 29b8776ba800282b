import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobId, LeaseId, UnitEvent } from '@assay/contract';
import { pino } from 'pino';
import type { ServiceClient } from '../connection/serviceClient.ts';
import type { KeptFile } from './artifactFiles.ts';
import { UnitEventLog } from './unitEventLog.ts';

const megabyte = 1024 * 1024;
const handedBack: UnitEvent = { type: 'unitHandedBack' };

describe('the events of a unit', () => {
  let folder: string;
  let log: UnitEventLog;
  let uploads: number;
  let acceptUploads: () => void;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-events-'));
    uploads = 0;
    const accepted = new Promise<void>((resolve) => {
      acceptUploads = resolve;
    });
    const client = {
      putBlob: async () => {
        uploads += 1;
        await accepted;
      },
      postEvents: (_lease: LeaseId, first: number, events: readonly UnitEvent[]) =>
        Promise.resolve(first + events.length),
    };
    log = new UnitEventLog({
      client: client as unknown as ServiceClient,
      logger: pino({ level: 'silent' }),
      lease: 'lease' as LeaseId,
      nextSequence: 1,
      spoolFolder: folder,
      ending: new AbortController().signal,
      onLost: () => undefined,
    });
  });
  afterEach(async () => {
    acceptUploads();
    await log.close(false);
    rmSync(folder, { recursive: true });
  });

  /** @param size as it was when the file was stored */
  function fileOf(blobId: string, size: number): KeptFile {
    const path = join(folder, blobId);
    writeFileSync(path, blobId);
    return {
      blobId: blobId as BlobId,
      path,
      artifact: { kind: 'file', name: blobId, blobId: blobId as BlobId, size, mediaType: 'text/plain' },
    };
  }

  async function hasRoom(): Promise<boolean> {
    const later = new Promise<boolean>((resolve) => setImmediate(() => resolve(false)));
    return await Promise.race([log.roomForFiles().then(() => true), later]);
  }

  it('have room for more files once the service has enough of the earlier ones', async () => {
    log.append(handedBack, [fileOf('a', 200 * megabyte)]);
    expect(await hasRoom()).toBe(true);
    log.append(handedBack, [fileOf('b', 60 * megabyte)]);
    expect(await hasRoom()).toBe(false);
    const room = log.roomForFiles();
    acceptUploads();
    await room;
    await log.delivered();
  });

  it('count and upload a content once, whatever number of files of an attempt have it', async () => {
    log.append(handedBack, Array(50).fill(fileOf('a', 20 * megabyte)));
    expect(await hasRoom()).toBe(true);
    acceptUploads();
    await log.delivered();
    expect(uploads).toBe(1);
  });
});
