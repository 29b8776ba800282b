import type { Readable } from 'node:stream';

export type ArchiveKind = 'zip' | 'tar' | 'tar.gz';

/** How much an archive may hold; a bomb is refused here before it is unpacked. */
export type ArchiveLimits = {
  /** Files, folders and links together. */
  entries: number;
  /** Bytes of everything unpacked. */
  unpackedBytes: number;
};

/** Why an archive was refused: it cannot be read, would write or point outside its folder, or holds too much. */
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
 * Turns the libraries' errors about damaged data into our own; any other error with a code, such as a full disk, is not
 * the archive's fault and stays as it is.
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

/** One entry of an archive, as its format describes it: nothing here can be trusted yet. */
export type RawEntry = {
  name: string;
  kind: EntryKind;
  executable: boolean;
  /** The target of a link, as written; a zip stores it as content. */
  target: string | null;
  /** The content of a file, and of a link in a zip. */
  content: Readable | null;
};

export type ArchiveSummary = { kind: ArchiveKind; files: number; unpackedBytes: number };
