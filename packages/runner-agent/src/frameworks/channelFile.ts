import { abortableSleep } from '@assay/concurrency';
import { LineSplitter } from '../process/lineSplitter.ts';
import type { OpenedFile, ProjectFiles } from '../projectFiles/projectFiles.ts';

const lookMs = 50;
const chunkBytes = 256 * 1024;
/** Bytes read after the end of the last writer: a test can leave a sparse file, or a process that goes on writing. */
const largestRest = 512 * 1024 * 1024;

/**
 * Lines that the processes of a framework append to a file, read as they come. A file works where a descriptor does
 * not: in frameworks that run tests in their own processes, and in every language. Written lines outlive the writer.
 */
export class ChannelFile {
  readonly #file: OpenedFile;
  readonly #lines: LineSplitter;
  readonly #decoder = new TextDecoder();
  readonly #largestRest: number;
  #waits: Promise<void>[] = [];
  readonly #stopping = new AbortController();
  readonly #reading: Promise<void>;

  /**
   * @param path of a file that is made: what the tests do with the path later does not matter
   * @param onLine while a promise that it returned is pending, no more is read
   * @param onLongLine called for a line that is longer than the limit, and lost
   * @param rest bytes read after the call of close
   */
  static async open(
    files: ProjectFiles,
    path: string,
    lineLimit: number,
    onLine: (line: string) => Promise<void> | void,
    onLongLine?: () => void,
    rest = largestRest,
  ): Promise<ChannelFile> {
    return new ChannelFile(await files.create(path), lineLimit, onLine, onLongLine, rest);
  }

  private constructor(
    file: OpenedFile,
    lineLimit: number,
    onLine: (line: string) => Promise<void> | void,
    onLongLine: (() => void) | undefined,
    rest: number,
  ) {
    this.#file = file;
    this.#largestRest = rest;
    const take = (line: string) => {
      const wait = onLine(line);
      if (wait) this.#waits.push(wait);
    };
    this.#lines = new LineSplitter(lineLimit, take, onLongLine);
    this.#reading = this.#follow();
    // The error reaches the caller of close.
    this.#reading.catch(() => undefined);
  }

  /** Reads what is left; call it after the last writer has ended. */
  async close(): Promise<void> {
    this.#stopping.abort();
    try {
      await this.#reading;
      this.#lines.end();
    } finally {
      await this.#file.close();
    }
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stopping;
    let rest = this.#largestRest;
    for (let at = 0; ; ) {
      const last = signal.aborted;
      while (rest > 0) {
        const chunk = await this.#file.read(at, chunkBytes);
        if (chunk.length === 0) break;
        at += chunk.length;
        if (signal.aborted) rest -= chunk.length;
        this.#lines.write(this.#decoder.decode(chunk, { stream: true }));
        // An error is reported to those who await the messages.
        if (this.#waits.length > 0) await Promise.allSettled(this.#waits.splice(0));
      }
      if (last) return;
      await abortableSleep(lookMs, signal);
    }
  }
}
