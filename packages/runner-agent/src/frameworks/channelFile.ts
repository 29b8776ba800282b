import { type FileHandle, open } from 'node:fs/promises';
import { LineSplitter } from '../process/lineSplitter.ts';

const lookMs = 50;
const chunkBytes = 256 * 1024;

/**
 * Lines that the processes of a framework append to a file, read as they come. A file works where a descriptor does
 * not: in frameworks that run tests in their own processes, and in every language. Written lines outlive the writer.
 */
export class ChannelFile {
  readonly #file: FileHandle;
  readonly #lines: LineSplitter;
  readonly #decoder = new TextDecoder();
  readonly #chunk = Buffer.alloc(chunkBytes);
  #stopped: (() => void) | null = null;
  readonly #reading: Promise<void>;

  static async open(path: string, lineLimit: number, onLine: (line: string) => void): Promise<ChannelFile> {
    return new ChannelFile(await open(path, 'a+', 0o600), new LineSplitter(lineLimit, onLine));
  }

  private constructor(file: FileHandle, lines: LineSplitter) {
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
        const { bytesRead } = await this.#file.read(this.#chunk, 0, chunkBytes, at);
        if (bytesRead === 0) break;
        at += bytesRead;
        this.#lines.write(this.#decoder.decode(this.#chunk.subarray(0, bytesRead), { stream: true }));
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
