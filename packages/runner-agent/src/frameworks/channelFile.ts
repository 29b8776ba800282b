import { LineSplitter } from '../process/lineSplitter.ts';
import type { OpenedFile, ProjectFiles } from '../projectFiles/projectFiles.ts';

const lookMs = 50;
const chunkBytes = 256 * 1024;

/**
 * Lines that the processes of a framework append to a file, read as they come. A file works where a descriptor does
 * not: in frameworks that run tests in their own processes, and in every language. Written lines outlive the writer.
 */
export class ChannelFile {
  readonly #file: OpenedFile;
  readonly #lines: LineSplitter;
  readonly #decoder = new TextDecoder();
  #stopped: (() => void) | null = null;
  readonly #reading: Promise<void>;

  /** @param path of a file that is made: what the tests do with the path later does not matter */
  static async open(
    files: ProjectFiles,
    path: string,
    lineLimit: number,
    onLine: (line: string) => void,
  ): Promise<ChannelFile> {
    return new ChannelFile(await files.create(path), new LineSplitter(lineLimit, onLine));
  }

  private constructor(file: OpenedFile, lines: LineSplitter) {
    this.#file = file;
    this.#lines = lines;
    this.#reading = this.#follow();
    // The error reaches the caller of close.
    this.#reading.catch(() => undefined);
  }

  /** Reads what is left; call it after the last writer has ended. */
  async close(): Promise<void> {
    this.#stopped?.();
    this.#stopped = null;
    try {
      await this.#reading;
      this.#lines.end();
    } finally {
      await this.#file.close();
    }
  }

  async #follow(): Promise<void> {
    let stopped = false;
    const stop = new Promise<void>((resolve) => {
      this.#stopped = () => {
        stopped = true;
        resolve();
      };
    });
    for (let at = 0; ; ) {
      const last = stopped;
      for (;;) {
        const chunk = await this.#file.read(at, chunkBytes);
        if (chunk.length === 0) break;
        at += chunk.length;
        this.#lines.write(this.#decoder.decode(chunk, { stream: true }));
      }
      if (last) return;
      await Promise.race([stop, pause()]);
    }
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, lookMs);
  });
}
