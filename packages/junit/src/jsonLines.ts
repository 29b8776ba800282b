import { parseBoundedJson } from '@assay/contract';
import { ReportSyntaxError } from './reportSyntaxError.ts';

/** Characters of one line. */
const maxLine = 16 * 1024 * 1024;
const bounds = { depth: 500, elements: 500_000 };
/** Characters of a longer line by which its kind is known. */
const startLength = 100;

/** Reads lines of JSON piece by piece. */
export class JsonLines {
  readonly #onValue: (value: unknown) => void;
  readonly #onOther: ((line: string) => void) | null;
  readonly #isSkipped: ((start: string) => boolean) | null;
  #rest: string[] = [];
  #length = 0;
  #line = 0;

  /**
   * @param onOther takes lines that are not JSON; null: there should be none
   * @param isSkipped whether a line that is too long says nothing of a test's outcome, such as one with a picture
   */
  constructor(
    onValue: (value: unknown) => void,
    onOther: ((line: string) => void) | null = null,
    isSkipped: ((start: string) => boolean) | null = null,
  ) {
    this.#onValue = onValue;
    this.#onOther = onOther;
    this.#isSkipped = isSkipped;
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
    const wasLong = this.#length > maxLine;
    this.#length += part.length;
    if (wasLong) return;
    this.#rest.push(part);
    if (this.#length > maxLine) this.#rest = [this.#rest.join('').slice(0, startLength)];
  }

  #endLine(): void {
    const line = this.#rest
      .join('')
      .replace(/^\uFEFF/, '')
      .trim();
    const isLong = this.#length > maxLine;
    this.#rest = [];
    this.#length = 0;
    this.#line += 1;
    if (isLong && !this.#isSkipped?.(line)) {
      throw new ReportSyntaxError(`this line has more than ${maxLine} characters`, this.#line, 0);
    }
    if (isLong || line === '') return;
    const value = line.startsWith('{') ? parseBoundedJson(line, bounds) : undefined;
    if (value !== undefined) this.#onValue(value);
    else if (this.#onOther) this.#onOther(line);
    else throw new ReportSyntaxError('this line is not JSON, or has too many elements', this.#line, 0);
  }
}
