import { agentProtocol } from '@assay/contract';
import { ReportSyntaxError } from './reportSyntaxError.ts';

/** Characters of one wanted value; strings in it are cut first. */
const maxValue = 16 * 1024 * 1024;
const maxDepth = 500;
/** Longer strings, mostly embedded pictures, lose their end. */
const maxString = agentProtocol.textLimit;
const maxKey = 1000;

const inString = /[^"\\]*/y;
const whitespace = /\s*/y;
const scalar = /[^\s,\]}:"{[]+/y;

type OpenString = { isKey: boolean; key: string; length: number; escaped: boolean; hexLeft: number };
type Container = { path: string; isArray: boolean };
type Expected = 'value' | 'key' | 'firstKey' | 'firstValue' | 'colon' | 'end' | 'nothing';

/**
 * Reads a JSON document of any size piece by piece and parses the values at some paths only, one after the other.
 */
export class JsonItems {
  readonly #wanted: ReadonlyMap<string, (value: unknown) => void>;
  readonly #open: Container[] = [];
  #expected: Expected = 'value';
  #path = '';
  /** The pieces of the wanted value that is being read. */
  #value: { path: string; depth: number; parts: string[]; length: number } | null = null;
  #string: OpenString | null = null;
  #scalar: string | null = null;
  #line = 1;
  #column = 0;
  #chunk = '';

  /** @param wanted by path, as `results.tests.*`, what takes each value there, in the order of the document */
  constructor(wanted: Readonly<Record<string, (value: unknown) => void>>) {
    this.#wanted = new Map(Object.entries(wanted));
  }

  /** @throws ReportSyntaxError */
  write(chunk: string): void {
    this.#chunk = chunk;
    let at = 0;
    while (at < chunk.length) {
      if (this.#string) at = this.#readString(this.#string, at);
      else if (this.#scalar !== null) at = this.#readScalar(at);
      else at = this.#readToken(at);
    }
    this.#pass(chunk.length);
    this.#chunk = '';
  }

  /** @throws ReportSyntaxError when the document is not complete */
  end(): void {
    if (this.#scalar !== null) this.#endScalar(0);
    if (this.#expected !== 'nothing') this.#fail('the file ends too early', 0);
  }

  #readToken(from: number): number {
    whitespace.lastIndex = from;
    const at = from + (whitespace.exec(this.#chunk)?.[0].length ?? 0);
    const character = this.#chunk[at];
    if (character === undefined) return at;
    const expected = this.#expected;
    const isValue = expected === 'value' || expected === 'firstValue';
    if (character === '\uFEFF') return at + 1;
    if (character === '"') {
      if (!isValue && expected !== 'key' && expected !== 'firstKey') this.#unexpected(character, at);
      if (isValue) this.#beginValue();
      this.#string = { isKey: !isValue, key: '', length: 0, escaped: false, hexLeft: 0 };
      this.#keep(character, at);
    } else if (character === '{' || character === '[') {
      if (!isValue) this.#unexpected(character, at);
      this.#beginValue();
      this.#keep(character, at);
      if (this.#open.length >= maxDepth) this.#fail('its values are nested too deeply', at);
      this.#open.push({ path: this.#path, isArray: character === '[' });
      this.#expected = character === '[' ? 'firstValue' : 'firstKey';
      if (character === '[') this.#path = joined(this.#path, '*');
    } else if (character === '}' || character === ']') this.#close(character, at);
    else if (character === ',') {
      const around = this.#open.at(-1);
      if (expected !== 'end' || !around) this.#unexpected(character, at);
      this.#keep(character, at);
      this.#expected = around?.isArray ? 'value' : 'key';
      if (around?.isArray) this.#path = joined(around.path, '*');
    } else if (character === ':') {
      if (expected !== 'colon') this.#unexpected(character, at);
      this.#keep(character, at);
      this.#expected = 'value';
    } else {
      if (!isValue) this.#unexpected(character, at);
      this.#beginValue();
      this.#scalar = '';
      return at;
    }
    return at + 1;
  }

  #close(character: string, at: number): void {
    const container = this.#open.at(-1);
    const isFirst = this.#expected === (character === ']' ? 'firstValue' : 'firstKey');
    if (!container || container.isArray !== (character === ']') || !(isFirst || this.#expected === 'end')) {
      this.#unexpected(character, at);
    }
    this.#keep(character, at);
    this.#open.pop();
    this.#path = container?.path ?? '';
    this.#endValue(at);
  }

  #readString(string: OpenString, from: number): number {
    if (string.escaped) {
      string.escaped = false;
      const character = this.#chunk[from] ?? '';
      if (character === 'u') string.hexLeft = 4;
      if (string.length <= maxString) this.#keep(`\\${character}`, from);
      else if (character === 'u') string.hexLeft = 0;
      string.length += 1;
      if (string.isKey) string.key += `\\${character}`;
      return from + 1;
    }
    inString.lastIndex = from;
    const run = inString.exec(this.#chunk)?.[0] ?? '';
    if (run !== '') this.#takeRun(string, run, from);
    const at = from + run.length;
    const character = this.#chunk[at];
    if (character === '\\') string.escaped = true;
    else if (character === '"') this.#endString(string, at);
    return Math.min(at + 1, this.#chunk.length);
  }

  #takeRun(string: OpenString, run: string, at: number): void {
    if (string.isKey && string.key.length < maxKey) string.key += run.slice(0, maxKey);
    // What follows \u belongs to it.
    const room = Math.max(string.hexLeft, maxString - string.length);
    if (room > 0) this.#keep(run.length <= room ? run : run.slice(0, room), at);
    string.hexLeft = Math.max(0, string.hexLeft - run.length);
    string.length += run.length;
  }

  #endString(string: OpenString, at: number): void {
    this.#string = null;
    this.#keep('"', at);
    if (!string.isKey) {
      this.#endValue(at);
      return;
    }
    this.#path = joined(this.#open.at(-1)?.path ?? '', string.key);
    this.#expected = 'colon';
  }

  #readScalar(from: number): number {
    scalar.lastIndex = from;
    const run = scalar.exec(this.#chunk)?.[0] ?? '';
    this.#scalar += run;
    if ((this.#scalar ?? '').length > maxKey) this.#fail('it is not JSON', from);
    const at = from + run.length;
    if (at < this.#chunk.length) this.#endScalar(at);
    return at;
  }

  #endScalar(at: number): void {
    const said = this.#scalar ?? '';
    this.#scalar = null;
    if (!/^(?:true|false|null|-?\d[\d.eE+-]*)$/.test(said)) this.#unexpected(said.slice(0, 20), at);
    this.#keep(said, at);
    this.#endValue(at);
  }

  #beginValue(): void {
    if (this.#value || !this.#wanted.has(this.#path)) return;
    this.#value = { path: this.#path, depth: this.#open.length, parts: [], length: 0 };
  }

  #keep(text: string, at: number): void {
    const value = this.#value;
    if (!value) return;
    value.parts.push(text);
    value.length += text.length;
    if (value.length > maxValue) this.#fail(`a value in it has more than ${maxValue} characters`, at);
  }

  #endValue(at: number): void {
    this.#expected = this.#open.length === 0 ? 'nothing' : 'end';
    const value = this.#value;
    if (!value || this.#open.length > value.depth) return;
    this.#value = null;
    this.#wanted.get(value.path)?.(this.#parsed(value.parts.join(''), at));
  }

  #parsed(text: string, at: number): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return this.#fail('a value that ends here is not JSON', at);
    }
  }

  #unexpected(said: string, at: number): never {
    const missing =
      this.#expected === 'nothing' ? 'something follows its end' : `${JSON.stringify(said)} is not JSON here`;
    return this.#fail(missing, at);
  }

  #fail(message: string, at: number): never {
    this.#pass(at);
    throw new ReportSyntaxError(message, this.#line, this.#column);
  }

  #pass(to: number): void {
    const passed = this.#chunk.slice(0, to);
    const last = passed.lastIndexOf('\n');
    this.#column = last === -1 ? this.#column + passed.length : passed.length - last - 1;
    for (let at = passed.indexOf('\n'); at !== -1; at = passed.indexOf('\n', at + 1)) this.#line += 1;
  }
}

function joined(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
