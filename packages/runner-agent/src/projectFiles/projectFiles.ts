import { parseBoundedJson } from '@assay/contract';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { RunningProcess } from '../process/startProcess.ts';
import { UnitProblem } from '../units/unitProblem.ts';
import { type GlobOptions, searchesOf } from './globs.ts';
import { ProjectFileError } from './projectFileError.ts';

/** What a path leads to, links followed. */
export type FileKind = 'file' | 'folder' | 'link' | 'other';

/** A regular file, opened by the helper. */
export type OpenedFile = {
  /** Bytes when it was opened. */
  size: number;
  /** Milliseconds since 1970. */
  modifiedMs: number;
  /** @returns at most `length` bytes; none at the end. */
  read(position: number, length: number): Promise<Buffer>;
  /** The content from the start, in parts: no more bytes than the file had when it was opened. */
  chunks(): AsyncIterable<Buffer>;
  close(): Promise<void>;
};

/** One end of a transfer, and the folder that it must lie in. */
export type FileMove = { path: string; within: string };
export type Transfer = readonly [from: FileMove, to: FileMove];

type ReadOptions = { limit?: number; within?: string };
/** A folder, or alternatives that are all acceptable. */
type Within = string | readonly string[] | null;

/** A file that matched a pattern. */
export type FoundPath = {
  /** Absolute. */
  path: string;
  isLink: boolean;
  size: number;
  modifiedMs: number;
  inode: number;
};

/** A content that a watched file had until another one replaced it. */
export type ReplacedFile = Omit<FoundPath, 'isLink'> & {
  /** Null: too large to be stored. */
  content: OpenedFile | null;
};

export type FileWatch = {
  /** @returns the next contents that were replaced, in order, at most 100: close each. Empty: no more so far. */
  replaced(): Promise<ReplacedFile[]>;
  close(): Promise<void>;
};

/** Starts the helper; answers arrive line by line, but for those that are too long. */
export type StartHelper = (onLine: (line: string) => void, onLongLine: () => void) => RunningProcess;

/** Longest answer of the helper, in UTF-16 units: a text file in Base64, or the files that matched patterns. */
export const answerLimit = 32 * 1024 * 1024;
/** Bytes of a text file that is read whole: a lock file of a large repository has some. */
const defaultTextLimit = 12 * 1024 * 1024;
const chunkBytes = 512 * 1024;
const maxListed = 20_000;
const maxFound = 50_000;
/** Contents in one answer; the helper has few handles. */
const maxReplaced = 100;
/** An answer is an object with a result, which may be a list of objects with up to five properties. */
const answerBounds = { depth: 3, elements: 8 * maxFound };
const maxMessage = 300;
const answerWithinMs = 60_000;
const removeWithinMs = 15 * 60_000;

const Nothing = Type.Null();
const Base64 = Type.String();
const Id = Type.Integer();
const Kind = Type.Union([Type.Literal('file'), Type.Literal('folder'), Type.Literal('link'), Type.Literal('other')]);
const Path = Type.String({ maxLength: 8192 });
const Entries = Type.Array(Type.Object({ name: Type.String({ maxLength: 1024 }), kind: Kind }), {
  maxItems: maxListed,
});
const Found = Type.Array(
  Type.Object({
    path: Path,
    isLink: Type.Boolean(),
    size: Type.Number(),
    modifiedMs: Type.Number(),
    inode: Type.Number(),
  }),
  { maxItems: maxFound },
);
const Handle = Type.Object({ handle: Type.Integer(), size: Type.Number({ minimum: 0 }), modifiedMs: Type.Number() });
const Replaced = Type.Array(
  Type.Object({
    path: Path,
    size: Type.Number({ minimum: 0 }),
    modifiedMs: Type.Number(),
    inode: Type.Number(),
    handle: Type.Union([Type.Integer(), Nothing]),
  }),
  { maxItems: maxReplaced },
);
const Answer = Type.Object({
  id: Type.Integer(),
  result: Type.Optional(Type.Unknown()),
  error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
});

type Pending = { resolve: (result: unknown) => void; reject: (error: Error) => void; timer: NodeJS.Timeout };
type Helper = { process: RunningProcess; pending: Map<number, Pending> };

/**
 * The door to files that a tested project can write: checkouts, the folders of units, installations, home folders. The
 * agent itself never opens them by path; a helper with the rights of the tests does, in their sandbox. Its answers are
 * data of the project: bounded, checked, and not trusted.
 */
export class ProjectFiles {
  readonly #start: StartHelper;
  #helper: Helper | null = null;
  #lastId = 0;
  #closed = false;

  constructor(start: StartHelper) {
    this.#start = start;
  }

  /** @returns what the path leads to; null where nothing is that the tests could reach. */
  async kind(path: string): Promise<FileKind | null> {
    return await this.#ask('kind', { path }, Type.Union([Kind, Nothing]));
  }

  async isFile(path: string): Promise<boolean> {
    return (await this.kind(path)) === 'file';
  }

  async isFolder(path: string): Promise<boolean> {
    return (await this.kind(path)) === 'folder';
  }

  /**
   * @param dangling links without a target count too: they may lead to what only an image has
   * @returns the first of these paths that exists; null for none.
   */
  async firstExisting(paths: readonly string[], dangling = false): Promise<string | null> {
    const found = await this.#ask('firstExisting', { paths, dangling }, Type.Union([Path, Nothing]));
    return found !== null && paths.includes(found) ? found : null;
  }

  /** @returns the path without links; null where nothing is. */
  async realPath(path: string): Promise<string | null> {
    return await this.#ask('realPath', { path }, Type.Union([Path, Nothing]));
  }

  /**
   * @param limit in bytes
   * @param within the folder that it must lie in, wherever links lead; anywhere by default
   * @returns the text of a regular file; null where none is or the tests may not read it.
   * @throws ProjectFileError EFBIG, ENOTFILE
   */
  async readText(path: string, { limit = defaultTextLimit, within }: ReadOptions = {}): Promise<string | null> {
    const content = await this.#ask('read', { path, limit, within }, Type.Union([Base64, Nothing]));
    if (content === null) return null;
    const bytes = Buffer.from(content, 'base64');
    if (bytes.length > limit) throw moreThanAsked();
    return bytes.toString('utf8');
  }

  /** @returns the entries of a folder, at most 20,000; null where no folder is. */
  async list(path: string): Promise<Static<typeof Entries> | null> {
    return await this.#ask('list', { path, limit: maxListed }, Type.Union([Entries, Nothing]));
  }

  /**
   * @param directory that relative patterns start from
   * @returns the regular files that match one of the patterns, sorted by path.
   * @throws ProjectFileError ETOOMANY
   */
  async find(directory: string, patterns: readonly string[], options: GlobOptions = {}): Promise<FoundPath[]> {
    const order = { ...searchesOf(directory, patterns, options), limit: maxFound };
    if (order.searches.length === 0) return [];
    const found = await this.#ask('find', order, Found);
    return found.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /**
   * From now on contents of files that match one of the patterns are stored when another content replaces them. A best
   * effort: systems limit watches, and a content that exists for a fraction of a millisecond may be missed.
   * @param directory that relative patterns start from, and that the files must lie in
   */
  async watch(directory: string, patterns: readonly string[], options: GlobOptions = {}): Promise<FileWatch> {
    const watch = await this.#ask('watch', { ...searchesOf(directory, patterns, options), within: directory }, Id);
    return {
      replaced: async () => {
        const found = await this.#ask('replaced', { watch, limit: maxReplaced }, Replaced);
        return found.map(({ handle, ...file }) => ({
          ...file,
          content: handle === null ? null : this.#opened({ handle, size: file.size, modifiedMs: file.modifiedMs }),
        }));
      },
      close: async () => {
        await this.#ask('unwatch', { watch }, Nothing);
      },
    };
  }

  /** Makes a folder and those above it, where they are missing. */
  async makeFolder(path: string, mode = 0o700): Promise<void> {
    await this.#ask('makeFolder', { path, mode }, Nothing);
  }

  /** Makes a folder that its owner can use, whatever tests have put in its place; what is in it stays. */
  async restoreFolder(path: string): Promise<void> {
    await this.#ask('restoreFolder', { path }, Nothing);
  }

  /** Writes a new file. @throws ProjectFileError EEXIST */
  async write(path: string, content: string | Buffer, mode = 0o600): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    await this.#ask('write', { path, content: bytes.toString('base64'), mode }, Nothing);
  }

  /** Makes a link. @throws ProjectFileError EEXIST */
  async link(target: string, path: string): Promise<void> {
    await this.#ask('link', { path, target }, Nothing);
  }

  /** Lets a regular file be executed; a link is refused. */
  async makeExecutable(path: string): Promise<void> {
    await this.#ask('makeExecutable', { path }, Nothing);
  }

  /** Removes what is at the path, with everything in it and without following a link. */
  async remove(path: string): Promise<void> {
    await this.#ask('remove', { path }, Nothing, removeWithinMs);
  }

  /** Removes what is in the folder, which stays, without following a link. */
  async clear(path: string): Promise<void> {
    await this.#ask('remove', { path, keepFolder: true }, Nothing, removeWithinMs);
  }

  /**
   * Removes what a user has directly in a sticky folder, with what other users have put into it, without following a link.
   * Linux only.
   * @param owner the user's id
   * @param withinMs after which the helper is ended
   */
  async removeOwned(path: string, owner: number, withinMs: number): Promise<void> {
    await this.#ask('removeOwned', { path, owner }, Nothing, withinMs);
  }

  /** Moves what is at the paths, one after another; neither folder of a transfer may be left through a link. */
  async move(transfers: readonly Transfer[]): Promise<void> {
    for (const transfer of transfers) await this.#ask('move', orderOf(transfer), Nothing);
  }

  /**
   * Makes second trees of folders for the files of folders, as hard links, one after another; neither folder of a transfer
   * may be left through a link. Not on Windows.
   * @throws ProjectFileError EXDEV between file systems, ETOOMANY, EEXIST
   */
  async linkFiles(transfers: readonly Transfer[]): Promise<void> {
    for (const transfer of transfers) await this.#ask('linkFiles', orderOf(transfer), Nothing, removeWithinMs);
  }

  /**
   * Opens a regular file for reading.
   * @param within the folder, or one of the folders, that it must lie in, wherever links lead; null: anywhere
   * @throws ProjectFileError
   */
  async open(path: string, within: Within = null): Promise<OpenedFile> {
    return this.#opened(await this.#ask('open', { path, within }, Handle));
  }

  /** Makes a new file, which stays readable here whatever becomes of its path. @throws ProjectFileError EEXIST */
  async create(path: string): Promise<OpenedFile> {
    return this.#opened(await this.#ask('create', { path }, Handle));
  }

  /** Ends the helper; requests fail from now on. */
  async close(): Promise<void> {
    this.#closed = true;
    const helper = this.#helper;
    this.#helper = null;
    helper?.process.input?.end();
    await helper?.process.end();
  }

  #opened({ handle, size, modifiedMs }: Static<typeof Handle>): OpenedFile {
    const read = async (position: number, length: number) => {
      const wanted = Math.min(length, chunkBytes);
      const content = await this.#ask('chunk', { handle, position, length: wanted }, Base64);
      const chunk = Buffer.from(content, 'base64');
      if (chunk.length > wanted) throw moreThanAsked();
      return chunk;
    };
    return {
      size,
      modifiedMs,
      read,
      async *chunks() {
        for (let position = 0; position < size; ) {
          const chunk = await read(position, size - position);
          if (chunk.length === 0) return;
          position += chunk.length;
          yield chunk;
        }
      },
      close: async () => {
        await this.#ask('close', { handle }, Nothing).catch(() => undefined);
      },
    };
  }

  async #ask<Schema extends TSchema>(
    operation: string,
    order: Record<string, unknown>,
    schema: Schema,
    withinMs = answerWithinMs,
  ): Promise<Static<Schema>> {
    if (this.#closed) throw new ProjectFileError('ECLOSED', 'the workspace is closed');
    this.#helper ??= this.#begin();
    const { process, pending } = this.#helper;
    this.#lastId += 1;
    const id = this.#lastId;
    const answered = new Promise<unknown>((resolve, reject) => {
      const timer = setTimeout(() => {
        void process.end();
        reject(unresponsive(operation));
      }, withinMs);
      pending.set(id, { resolve, reject, timer });
    });
    process.input?.write(`${JSON.stringify({ id, operation, answerLimit, ...order })}\n`);
    const result = await answered;
    if (Value.Check(schema, result)) return result;
    throw new ProjectFileError('EBADANSWER', `the answer to '${operation}' is not valid`);
  }

  #begin(): Helper {
    const pending = new Map<number, Pending>();
    const process = this.#start(
      (line) => settle(pending, line),
      () => rejectAll(pending, tooLongAnswer()),
    );
    const helper = { process, pending };
    void process.ended.then(({ tail, startError }) => {
      if (this.#helper === helper) this.#helper = null;
      const reason = startError ?? tail;
      rejectAll(
        pending,
        new ProjectFileError('EENDED', `the helper for project files ended${reason ? `: ${reason}` : ''}`),
      );
    });
    return helper;
  }
}

function orderOf([from, to]: Transfer) {
  return { path: from.path, within: from.within, to: to.path, toWithin: to.within };
}

function settle(pending: Map<number, Pending>, line: string): void {
  const answer = parsed(line);
  const waiting = answer && pending.get(answer.id);
  if (!answer || !waiting) return;
  pending.delete(answer.id);
  clearTimeout(waiting.timer);
  const { error } = answer;
  if (error) waiting.reject(new ProjectFileError(error.code.slice(0, 40), error.message.slice(0, maxMessage)));
  else waiting.resolve(answer.result);
}

function rejectAll(pending: Map<number, Pending>, error: ProjectFileError): void {
  for (const { reject, timer } of pending.values()) {
    clearTimeout(timer);
    reject(error);
  }
  pending.clear();
}

function parsed(line: string): Static<typeof Answer> | null {
  // Whatever else a process writes there is not an answer.
  const answer = parseBoundedJson(line, answerBounds);
  return Value.Check(Answer, answer) ? answer : null;
}

/** Our own helper names the request; one that was taken over does not, so that all requests are affected. */
function tooLongAnswer(): ProjectFileError {
  return new ProjectFileError('ETOOLONG', `an answer had more than ${answerLimit} characters`);
}

function moreThanAsked(): ProjectFileError {
  return new ProjectFileError('EBADANSWER', 'more was answered than asked for');
}

function unresponsive(operation: string): UnitProblem {
  return new UnitProblem(
    'workspace.unresponsive',
    `The files of the run did not answer within ${answerWithinMs / 1000} seconds ('${operation}').`,
  );
}
