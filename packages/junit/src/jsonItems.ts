import { agentProtocol, parseBoundedJson } from '@assay/contract';
import { ReportSyntaxError } from './reportSyntaxError.ts';

/** Characters of one wanted value. */
const maxValue = 16 * 1024 * 1024;
const maxDepth = 500;
/** Of one wanted value: they take far more memory than characters do. */
const maxElements = 500_000;
/** Longer strings, mostly embedded pictures, lose their end. */
const maxString = agentProtocol.textLimit;
/** The same for values that are half as long as one may be. */
const maxStringOfLong = 1000;
const maxScalar = 1000;

const [quote, backslash, space] = [0x22, 0x5c, 0x20];
const scalar = /[^\s,\]}:"{[]+/y;

/** `inner`: the path of its members, or of its elements. */
type Container = { path: string; inner: string; isArray: boolean };
type Expected = 'value' | 'key' | 'firstKey' | 'firstValue' | 'colon' | 'end' | 'nothing';
type OpenString = { isKey: boolean; key: string; length: number; escaped: boolean; hexLeft: number; isCut: boolean };

/**
 * Reads a JSON document of any size piece by piece and parses the values at some paths only, one after the other.
 */
export class JsonItems {
  readonly #wanted: ReadonlyMap<string, (value: unknown) => void>;
  readonly #open: Container[] = [];
  #expected: Expected = 'value';
  /** Of the value that comes next; not known within a wanted one. */
  #path = '';
  /** The pieces of the wanted value that is being read. */
  #value: { path: string; depth: number; parts: string[]; length: number } | null = null;
  /** Where the part of the piece begins that belongs to the value, and is not among its parts; -1: nowhere. */
  #from = -1;
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
    this.#from = this.#value && !this.#string?.isCut ? 0 : -1;
    let at = 0;
    while (at < chunk.length) {
      if (this.#string) at = this.#readString(this.#string, at);
      else if (this.#scalar !== null) at = this.#readScalar(this.#scalar, at);
      else at = this.#readToken(at);
    }
    this.#flush(chunk.length);
    this.#pass(chunk.length);
    this.#chunk = '';
    this.#from = -1;
  }

  /** @throws ReportSyntaxError when the document is not complete */
  end(): void {
    if (this.#scalar !== null) this.#endScalar(this.#scalar, 0);
    if (this.#expected !== 'nothing') this.#fail('the file ends too early', 0);
  }

  #readToken(from: number): number {
    const chunk = this.#chunk;
    let at = from;
    while (at < chunk.length && chunk.charCodeAt(at) <= space) at += 1;
    const character = chunk[at];
    if (character === undefined || character === '\uFEFF') return at + 1;
    const expected = this.#expected;
    const isValue = expected === 'value' || expected === 'firstValue';
    if (character === '"') {
      if (isValue) this.#beginValue(at);
      else if (expected !== 'key' && expected !== 'firstKey') this.#unexpected(character, at);
      this.#string = { isKey: !isValue, key: '', length: 0, escaped: false, hexLeft: 0, isCut: false };
    } else if (character === ',') {
      const around = this.#open.at(-1);
      if (expected !== 'end' || !around) this.#unexpected(character, at);
      this.#expected = around?.isArray ? 'value' : 'key';
      this.#path = around?.inner ?? '';
    } else if (character === ':') {
      if (expected !== 'colon') this.#unexpected(character, at);
      this.#expected = 'value';
    } else if (character === '}' || character === ']') this.#close(character, at);
    else if (!isValue) this.#unexpected(character, at);
    else if (character === '{' || character === '[') this.#openContainer(character === '[', at);
    else {
      this.#beginValue(at);
      this.#scalar = '';
      return at;
    }
    return at + 1;
  }

  #openContainer(isArray: boolean, at: number): void {
    this.#beginValue(at);
    if (this.#open.length >= maxDepth) this.#fail('its values are nested too deeply', at);
    const path = this.#path;
    const inner = isArray ? this.#joined(path, '*') : path;
    this.#open.push({ path, inner, isArray });
    this.#expected = isArray ? 'firstValue' : 'firstKey';
    this.#path = inner;
  }

  #close(character: string, at: number): void {
    const container = this.#open.at(-1);
    const isFirst = this.#expected === (character === ']' ? 'firstValue' : 'firstKey');
    if (!container || container.isArray !== (character === ']') || !(isFirst || this.#expected === 'end')) {
      this.#unexpected(character, at);
    }
    this.#open.pop();
    this.#path = container?.path ?? '';
    this.#endValue(at + 1);
  }

  #readString(string: OpenString, from: number): number {
    const chunk = this.#chunk;
    if (string.escaped) {
      string.escaped = false;
      string.length += 1;
      string.hexLeft = chunk[from] === 'u' ? 4 : 0;
      if (string.isKey) string.key += `\\${chunk[from]}`;
      return from + 1;
    }
    let at = from;
    let code = chunk.charCodeAt(at);
    while (at < chunk.length && code !== quote && code !== backslash) {
      at += 1;
      code = chunk.charCodeAt(at);
    }
    if (at > from) this.#takeRun(string, from, at);
    if (at === chunk.length) return at;
    if (code === backslash) string.escaped = true;
    else this.#endString(string, at);
    return at + 1;
  }

  #takeRun(string: OpenString, from: number, to: number): void {
    if (string.isKey && string.length <= maxScalar)
      string.key += this.#chunk.slice(from, Math.min(to, from + maxScalar));
    const limit = (this.#value?.length ?? 0) > maxValue / 2 ? maxStringOfLong : maxString;
    // What follows \u belongs to it.
    const room = Math.max(string.hexLeft, limit - string.length);
    string.hexLeft = Math.max(0, string.hexLeft - (to - from));
    string.length += to - from;
    if (room >= to - from || string.isCut || !this.#value) return;
    this.#flush(from + room);
    this.#from = -1;
    string.isCut = true;
  }

  #endString(string: OpenString, at: number): void {
    this.#string = null;
    if (string.isCut) this.#from = at;
    if (!string.isKey) {
      this.#endValue(at + 1);
      return;
    }
    this.#path = this.#joined(this.#open.at(-1)?.inner ?? '', string.key);
    this.#expected = 'colon';
  }

  #readScalar(before: string, from: number): number {
    scalar.lastIndex = from;
    const said = before + (scalar.exec(this.#chunk)?.[0] ?? '');
    this.#scalar = said;
    if (said.length > maxScalar) this.#fail('it is not JSON', from);
    const at = from + said.length - before.length;
    if (at < this.#chunk.length) this.#endScalar(said, at);
    return at;
  }

  #endScalar(said: string, at: number): void {
    this.#scalar = null;
    if (!/^(?:true|false|null|-?\d[\d.eE+-]*)$/.test(said)) this.#unexpected(said.slice(0, 20), at);
    this.#endValue(at);
  }

  #beginValue(at: number): void {
    if (this.#value || !this.#wanted.has(this.#path)) return;
    this.#value = { path: this.#path, depth: this.#open.length, parts: [], length: 0 };
    this.#from = at;
  }

  #flush(to: number): void {
    const value = this.#value;
    if (!value || this.#from === -1) return;
    value.parts.push(this.#chunk.slice(this.#from, to));
    value.length += to - this.#from;
    this.#from = to;
    if (value.length > maxValue) this.#fail(`a value in it has more than ${maxValue} characters`, to);
  }

  #endValue(end: number): void {
    this.#expected = this.#open.length === 0 ? 'nothing' : 'end';
    const value = this.#value;
    if (!value || this.#open.length > value.depth) return;
    this.#flush(end);
    this.#value = null;
    this.#from = -1;
    this.#wanted.get(value.path)?.(this.#parsed(value.parts.join(''), end - 1));
  }

  #parsed(text: string, at: number): unknown {
    const value = parseBoundedJson(text, { depth: maxDepth, elements: maxElements });
    return value === undefined ? this.#fail('a value that ends here is not JSON, or has too many elements', at) : value;
  }

  #joined(path: string, key: string): string {
    if (this.#value) return '';
    return path === '' ? key : `${path}.${key}`;
  }

  #unexpected(said: string, at: number): never {
    const isAfterEnd = this.#expected === 'nothing';
    return this.#fail(isAfterEnd ? 'something follows its end' : `${JSON.stringify(said)} is not JSON here`, at);
  }

  #fail(message: string, at: number): never {
    this.#pass(at);
    throw new ReportSyntaxError(message, this.#line, this.#column);
  }

  #pass(to: number): void {
    const passed = this.#chunk.slice(0, Math.max(0, to));
    const last = passed.lastIndexOf('\n');
    this.#column = last === -1 ? this.#column + passed.length : passed.length - last - 1;
    for (let at = passed.indexOf('\n'); at !== -1; at = passed.indexOf('\n', at + 1)) this.#line += 1;
  }
}
