import { type FileHandle, open } from 'node:fs/promises';
import { LineSplitter } from '../process/lineSplitter.ts';

const lookMs = 50;
const chunkBytes = 256 * 1024;

/**
 * Lines that the processes of a framework append to a file, read as they come. It reaches where a descriptor does not:
 * into frameworks that run tests in processes of their own, and into every language. What was written outlives the
 * writer.
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
    // Whoever closes it hears of it.
    this.#reading.catch(() => undefined);
  }

  /** Reads what is left; to be called when nobody writes any more. */
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
