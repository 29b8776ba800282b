import type { BlobId, ProjectId, TestId, TestRunId, Totals } from '@assay/contract';
import type { UnreadableFile } from '../http/apiErrors.ts';

/** A file as it was received, under a passing name in the upload's folder. */
export type ReceivedFile = { path: string; name: string; size: number };

/** What the reader is to make of received files. */
export type ReadingOrder = {
  /** Where it may write. */
  folder: string;
  files: ReceivedFile[];
  testRunId: TestRunId;
  projectId: ProjectId;
  quarantined: TestId[];
};

/** What became of an upload. Chunks are files in its folder: `chunk-<n>.json`, and `details-<n>.json` where there are texts. */
export type UploadReading = {
  chunks: { offset: number; details: BlobId | null; totals: Totals }[];
  /** Reports that could be read, whether they hold tests or not. */
  readable: number;
  testCount: number;
  quarantinedCount: number;
  /** Screenshots, videos and logs that tests name, each once. */
  artifacts: { path: string; blobId: BlobId }[];
  unreadable: UnreadableFile[];
  /** Files that say nothing about the tests: XML of another kind in an archive, and pictures that no test names. */
  leftOut: string[];
};

/** What the reader's thread answers. */
export type ReadingAnswer = { reading: UploadReading } | { tooLarge: string };

/** The upload is more than is taken. */
export class UploadTooLarge extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UploadTooLarge';
  }
}
