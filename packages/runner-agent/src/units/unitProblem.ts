import { type ProblemPost, withoutEscapeCodes } from '@assay/contract';
import { ProjectFileError } from '../projectFiles/projectFileError.ts';

const maxMessageLength = 2000;

/** What prevented a unit, in words that say what to do. Thrown anywhere below the unit's own code. */
export class UnitProblem extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'UnitProblem';
    this.code = code;
  }

  get post(): ProblemPost {
    return problemPost(this.code, this.message);
  }
}

/**
 * @param said may have escape codes of a terminal, which are removed
 * @returns the problem as it is sent; a long message keeps its beginning and its end.
 */
export function problemPost(code: string, said: string): ProblemPost {
  const message = withoutEscapeCodes(said);
  if (message.length <= maxMessageLength) return { code, message };
  const half = Math.floor((maxMessageLength - 5) / 2);
  return { code, message: `${message.slice(0, half)}\n…\n${message.slice(-half)}` };
}

/** @returns the error as a problem; unexpected errors become `agent.failed`; a full disk, and files that could not be used, are named as such. */
export function problemOf(error: unknown): ProblemPost {
  if (error instanceof UnitProblem) return error.post;
  const text = error instanceof Error ? error.message : String(error);
  if (isDiskFull(error)) {
    return problemPost(
      'workspace.diskFull',
      `The runner agent's disk is full (${text}). Free some space there, or give the agent another work folder.`,
    );
  }
  if (error instanceof ProjectFileError) {
    return problemPost(
      'workspace.unusable',
      `The runner agent could not use the run's files: ${text}. A test, a build command or an install script may have ` +
        'replaced them.',
    );
  }
  return problemPost('agent.failed', `The runner agent could not go on: ${text || 'no reason given'}`);
}

/** @returns the problem of a unit that was ended because its run fills the disk. */
export function fullDisk(): ProblemPost {
  return problemPost(
    'workspace.diskFull',
    "The run was ended because the runner agent's disk is nearly full and this run occupies most of what tests use. Let " +
      'the tests write less, or give the agent a larger disk.',
  );
}

/** @returns whether the disk was full, in the words of the system or of a tool. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : null;
  return code === 'ENOSPC' || code === 'EDQUOT' || /no space left on device|disk quota exceeded/i.test(error.message);
}
