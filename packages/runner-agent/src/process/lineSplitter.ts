/** Longest message of a reporter, in UTF-16 units. The reporters shorten the texts of a result to fit into it. */
export const channelLineLimit = 4 * 1024 * 1024;

/** Splits chunks of text into lines; a line longer than `limit` is dropped whole, reported and counted. */
export class LineSplitter {
  readonly #limit: number;
  readonly #onLine: (line: string) => void;
  readonly #onDropped: () => void;
  #parts: string[] = [];
  #length = 0;
  dropped = 0;

  constructor(limit: number, onLine: (line: string) => void, onDropped: () => void = () => undefined) {
    this.#limit = limit;
    this.#onLine = onLine;
    this.#onDropped = onDropped;
  }

  write(chunk: string): void {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', from)) {
      this.#keep(chunk.slice(from, end));
      this.#finishLine();
      from = end + 1;
    }
    if (from < chunk.length) this.#keep(chunk.slice(from));
  }

  end(): void {
    if (this.#length > 0) this.#finishLine();
  }

  #keep(part: string): void {
    this.#length += part.length;
    if (this.#length <= this.#limit) this.#parts.push(part);
    else this.#parts = [];
  }

  #finishLine(): void {
    if (this.#length > this.#limit) {
      this.dropped += 1;
      this.#onDropped();
    } else this.#onLine(this.#parts.join(''));
    this.#parts = [];
    this.#length = 0;
  }
}
