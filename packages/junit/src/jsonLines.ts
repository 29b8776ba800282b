import { ReportSyntaxError } from './reportSyntaxError.ts';

/** Characters of one line; longer ones, mostly embedded pictures, are passed over. */
const maxLine = 16 * 1024 * 1024;

/** Reads lines of JSON piece by piece. */
export class JsonLines {
  readonly #onValue: (value: unknown) => void;
  readonly #onOther: ((line: string) => void) | null;
  #rest: string[] = [];
  #length = 0;
  #line = 0;

  /** @param onOther takes lines that are not JSON; null: there should be none */
  constructor(onValue: (value: unknown) => void, onOther: ((line: string) => void) | null = null) {
    this.#onValue = onValue;
    this.#onOther = onOther;
  }

  /** @throws ReportSyntaxError */
  write(chunk: string): void {
    let from = 0;
    for (let at = chunk.indexOf('\n'); at !== -1; at = chunk.indexOf('\n', from)) {
      this.#append(chunk.slice(from, at));
      this.#endLine();
      from = at + 1;
    }
    this.#append(chunk.slice(from));
  }

  /** @throws ReportSyntaxError */
  end(): void {
    this.#endLine();
  }

  #append(part: string): void {
    this.#length += part.length;
    if (this.#length <= maxLine) this.#rest.push(part);
    else this.#rest = [];
  }

  #endLine(): void {
    const line =
      this.#length > maxLine
        ? ''
        : this.#rest
            .join('')
            .replace(/^\uFEFF/, '')
            .trim();
    this.#rest = [];
    this.#length = 0;
    this.#line += 1;
    if (line === '') return;
    const value = line.startsWith('{') ? this.#parsed(line) : undefined;
    if (value !== undefined) this.#onValue(value);
    else if (this.#onOther) this.#onOther(line);
    else throw new ReportSyntaxError('this line is not JSON', this.#line, 0);
  }

  #parsed(line: string): unknown {
    try {
      return JSON.parse(line);
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }
}
