import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountId, BlobId, ProjectId, TestRunId } from '@assay/contract';
import { chunkFile, detailsFile, type UploadedResult } from '../src/uploads/chunkWriter.ts';
import { readUpload } from '../src/uploads/readUpload.ts';
import type { ReadingOrder } from '../src/uploads/uploadReading.ts';

type Folders = Partial<Pick<ReadingOrder, 'root' | 'startedIn'>>;
type UploadedFile = readonly [name: string, content: Buffer | string];

/** Gives each test of a file a folder of its own, in which it reads files as an upload. */
export function useUploadFolder() {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-upload-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function readFrom(folders: Folders, ...files: UploadedFile[]) {
    const received = files.map(([name, content], index) => {
      const path = join(folder, `received-${index}`);
      writeFileSync(path, content);
      const sha256 = createHash('sha256').update(content).digest('hex') as BlobId;
      return { name, path, size: content.length, sha256 };
    });
    const reading = await readUpload({
      accountId: 'acme' as AccountId,
      folder,
      files: received,
      testRunId: 'run-1' as TestRunId,
      projectId: 'shop' as ProjectId,
      quarantined: [],
      renamed: [],
      root: null,
      startedIn: null,
      keepsVideos: true,
      ...folders,
    });
    const results: UploadedResult[] = reading.chunks.flatMap((_, chunk) =>
      JSON.parse(readFileSync(chunkFile(folder, chunk), 'utf8')),
    );
    return { ...reading, results };
  }

  return {
    get path() {
      return folder;
    },
    readFrom,
    read: (...files: UploadedFile[]) => readFrom({}, ...files),
    /** @returns the texts of a chunk's results as they were written; '' for none */
    detailsOf(chunk = 0): string {
      const path = detailsFile(folder, chunk);
      return existsSync(path) ? readFileSync(path, 'utf8') : '';
    },
  };
}
