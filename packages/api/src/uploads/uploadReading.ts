import type { BlobId, ProjectId, TestId, TestRunId, Totals } from '@assay/contract';
import type { UnreadableFile } from '../http/apiErrors.ts';

/** A received file, under a temporary name in the upload's folder. */
export type ReceivedFile = { path: string; name: string; size: number };

/** What the reader should do with the received files. */
export type ReadingOrder = {
  /** Where it may write. */
  folder: string;
  files: ReceivedFile[];
  testRunId: TestRunId;
  projectId: ProjectId;
  quarantined: TestId[];
};

/**
 * The result of reading an upload. Chunks are files in its folder: `chunk-<n>.json`, and `details-<n>.json` if there
 * are texts.
 */
export type UploadReading = {
  chunks: { offset: number; details: BlobId | null; totals: Totals }[];
  /** Readable reports, with or without tests. */
  readable: number;
  testCount: number;
  quarantinedCount: number;
  /** Screenshots, videos and logs that tests name, each once. */
  artifacts: { path: string; blobId: BlobId }[];
  unreadable: UnreadableFile[];
  /** Files without information about tests: other XML in an archive, and pictures that no test names. */
  leftOut: string[];
};

/** The answer of the reader's thread. */
export type ReadingAnswer = { reading: UploadReading } | { tooLarge: string };

/** The upload exceeds a limit. */
export class UploadTooLarge extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UploadTooLarge';
  }
}
