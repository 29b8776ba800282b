import type { Readable } from 'node:stream';

export type ArchiveKind = 'zip' | 'tar' | 'tar.gz';

/** How much an archive may hold; a bomb ends here, before it is unpacked. */
export type ArchiveLimits = {
  /** Files, folders and links together. */
  entries: number;
  /** Bytes of everything unpacked. */
  unpackedBytes: number;
};

/** What is wrong with it: not to be read, would write or point where it must not, or holds more than it may. */
export type ArchiveProblem = 'unreadable' | 'unsafe' | 'tooLarge';

export class ArchiveError extends Error {
  readonly problem: ArchiveProblem;

  constructor(problem: ArchiveProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ArchiveError';
    this.problem = problem;
  }
}

export type EntryKind = 'file' | 'folder' | 'symlink' | 'hardlink';

/**
 * What the libraries say of damaged data, as our own error; anything else that has a code, a full disk say, is no fault
 * of the archive's and stays as it is.
 */
export function archiveErrorOf(error: unknown): unknown {
  if (error instanceof ArchiveError || typeof error !== 'object' || error === null || !('message' in error)) {
    return error;
  }
  const code = 'code' in error ? String(error.code) : '';
  if (code !== '' && !code.startsWith('Z_') && code !== 'ERR_STREAM_PREMATURE_CLOSE') return error;
  const message = String(error.message);
  // yauzl's own check of names.
  if (/^(absolute path|invalid relative path|invalid characters in fileName)/.test(message)) {
    return new ArchiveError('unsafe', `The archive would write outside its folder (${message}).`, error);
  }
  return new ArchiveError('unreadable', `The archive cannot be read: ${message}.`, error);
}

/** One thing in an archive, as its format tells of it: nothing in here is trusted yet. */
export type RawEntry = {
  name: string;
  kind: EntryKind;
  executable: boolean;
  /** Of a link, as it is written; a zip has it as the content. */
  target: string | null;
  /** Of a file, and of a link in a zip. */
  content: Readable | null;
};

export type ArchiveSummary = { kind: ArchiveKind; files: number; unpackedBytes: number };
