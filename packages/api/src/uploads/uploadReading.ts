import type { AccountId, BlobId, ProjectId, TestId, TestRunId, Totals, UploadAnswer } from '@assay/contract';
import type { RenamedIdentity } from '@assay/junit';
import type { UnreadableFile } from '../http/apiErrors.ts';

/** A received file, under a temporary name in the upload's folder, with the hash of its bytes. */
export type ReceivedFile = { path: string; name: string; size: number; sha256: BlobId };

/** What the reader should do with the received files. */
export type ReadingOrder = {
  /** Whose upload it is: accounts take turns. */
  accountId: AccountId;
  /** Where it may write. */
  folder: string;
  files: ReceivedFile[];
  testRunId: TestRunId;
  projectId: ProjectId;
  quarantined: TestId[];
  /** Names that belong to tests which had others before. */
  renamed: RenamedIdentity[];
  /** What absolute paths of test files are relative to, as the upload's form says it; null: not said. */
  root: string | null;
  startedIn: string | null;
  /** Whether the plan includes recordings: otherwise videos are left out. */
  keepsVideos: boolean;
};

/** What became of a file that was not simply taken, in words. */
export type FileNote = { file: string; message: string };

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
  artifacts: { path: string; blobId: BlobId; size: number }[];
  unreadable: UnreadableFile[];
  /** Files without information about tests: reports without any, other XML in an archive, pictures that no test names. */
  leftOut: FileNote[];
  /** Files that were taken although something is wrong with them. */
  repaired: FileNote[];
  /** Reports that would say more if their writer was set up so. */
  hints: FileNote[];
  /** Reports that another one holds as well. */
  duplicates: UploadAnswer['duplicates'];
};

/** The answer of the reader's process. */
export type ReadingAnswer = { reading: UploadReading } | { tooLarge: string };

/** The upload exceeds a limit. */
export class UploadTooLarge extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UploadTooLarge';
  }
}
