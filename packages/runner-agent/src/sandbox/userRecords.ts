import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isTestUser } from './testUser.ts';

/**
 * Which project has which user, of all agents of this machine: a file per user with the project's folder. Without it,
 * two agents could give one user to two projects, which could then read each other's files.
 */
export class UserRecords {
  readonly #folder: string;

  /** @param folder that only root can write */
  constructor(folder = '/var/lib/assay/test-users') {
    this.#folder = folder;
  }

  /**
   * Gives the user to the project, unless another project on the machine has it.
   * @param project its folder, which exists
   * @returns whether the project has the user now. Always true where nothing can be recorded, as in a container with a
   * read-only system
   */
  claim(uid: number, project: string): boolean {
    const record = join(this.#folder, String(uid));
    const own = join(this.#folder, `.${randomUUID()}`);
    try {
      // Agents may have their folders next to it, which users of tests pass through.
      mkdirSync(dirname(this.#folder), { recursive: true, mode: 0o711 });
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(own, project, { mode: 0o600 });
    } catch {
      return true;
    }
    try {
      if (isCreated(own, record)) return true;
      const holder = read(record);
      if (holder === project) return true;
      if (holder !== null && isHeld(uid, holder)) return false;
      removeStale(record, holder);
      return isCreated(own, record);
    } finally {
      unlinkSync(own);
    }
  }
}

/** At once with its content. */
function isCreated(content: string, record: string): boolean {
  try {
    linkSync(content, record);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** A project whose folder is gone, or that has got another user, no longer has this one. */
function isHeld(uid: number, project: string): boolean {
  try {
    const owner = statSync(project).uid;
    return owner === uid || !isTestUser(owner);
  } catch (error) {
    return !isCode(error, 'ENOENT');
  }
}

/** Another agent may replace it at the same moment: what that one has written is put back. */
function removeStale(record: string, holder: string | null): void {
  const moved = `${record}.${randomUUID()}`;
  try {
    renameSync(record, moved);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  if (read(moved) !== holder) isCreated(moved, record);
  unlinkSync(moved);
}

function read(record: string): string | null {
  try {
    return readFileSync(record, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
