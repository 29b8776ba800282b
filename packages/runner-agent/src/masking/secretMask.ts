import type { ListedTest } from '@assay/contract';

const mask = '***';
/** Shorter values would reveal themselves by what is missing, and would mangle every text. */
const shortestSecret = 3;
const shortestLine = 8;

/** Shorter values would match encoded text by chance. */
const shortestEncoded = 8;

/** A longer text is searched by itself: a regular expression has a largest size, and slow ones hold up other runs. */
const longestInPattern = 256;
/** Longer texts are masked in parts of at least this length: what may be a part's beginning is held back and searched again. */
const partLength = 1024;
/** Characters of one pattern. */
const patternSize = 64 * 1024;
/** Of lines of all values: as many are masked in every encoding, and as many as they are. Each takes time for each text. */
const mostLines = { encoded: 200, plain: 10_000 };

/**
 * Base64 of a text anywhere inside a longer one, like the password in 'user:password': its alignment to groups of three
 * bytes is unknown, and its first and last letters also encode adjacent text.
 */
function base64Within(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const [first, end] = [Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)];
    return encoded.slice(first, end);
  });
}

/** Of a URL, as other languages than JavaScript write it: more is escaped, slashes are not, hexadecimal is in lower case. */
function urlFormsOf(inUrl: string): string[] {
  const strict = inUrl.replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  const forms = [inUrl, strict, strict.replaceAll('%2F', '/')];
  const lower = forms.map((form) => form.replace(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase()));
  return [...forms, ...lower].flatMap((form) => [form, form.replaceAll('%20', '+')]);
}

/** Of JSON, as it is, in ASCII, and for pages of HTML. */
function jsonFormsOf(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const escapedBy = (pattern: RegExp, whole = json) =>
    whole.replace(pattern, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const ascii = escapedBy(/[^\x20-\x7e]/g);
  return [json, ascii, escapedBy(/[<>&]/g), escapedBy(/[<>&']/g, ascii)];
}

/** @returns the text and its usual encodings. */
function formsOf(text: string): string[] {
  // Half a surrogate pair cannot be encoded.
  const inUrl = encodeURIComponent(Buffer.from(text).toString());
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const hex = Buffer.from(text).toString('hex');
  const whole = [Buffer.from(text).toString('base64'), Buffer.from(text).toString('base64url')];
  const within = base64Within(text).flatMap((part) => [part, part.replaceAll('+', '-').replaceAll('/', '_')]);
  return [
    text,
    ...urlFormsOf(inUrl),
    new URLSearchParams({ '': text }).toString().slice(1),
    ...jsonFormsOf(text),
    escaped,
    escaped.replaceAll('"', '&quot;'),
    escaped.replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
    ...whole,
    ...[...within, hex, hex.toUpperCase()].filter(({ length }) => length >= shortestEncoded),
  ];
}

function partsOf(text: string): string[] {
  const count = Math.max(1, Math.floor(text.length / partLength));
  return Array.from({ length: count }, (_, at) =>
    text.slice(at * partLength, at === count - 1 ? text.length : (at + 1) * partLength),
  );
}

/** @returns what is masked by itself of a value with several lines */
function longLinesOf(value: string): string[] {
  const lines = value.split(/\r?\n/);
  return lines.length > 1 ? lines.filter((line) => line.length >= shortestLine) : [];
}

/**
 * Replaces the values of encrypted variables by `***`, also where they are encoded for a URL or a form, escaped in
 * JSON, XML or HTML, in hexadecimal or in Base64, alone or inside other text. Of values with several lines (keys,
 * certificates) each long line is replaced as well, because output arrives line by line.
 */
export class SecretMask {
  /** Longest first: if one secret is a prefix of another, the rest of the longer one must not remain. */
  readonly #long: readonly LongSecret[];
  readonly #short: readonly string[];
  readonly #patterns: readonly RegExp[];

  constructor(values: readonly string[]) {
    const whole = values.filter(({ length }) => length >= shortestSecret);
    const lines = [...new Set(whole.flatMap(longLinesOf))];
    const encoded = [...whole, ...lines.slice(0, mostLines.encoded)].flatMap(formsOf);
    const parts = [...encoded, ...lines.slice(0, mostLines.plain)].flatMap(partsOf);
    const secrets = [...new Set(parts)].sort((a, b) => b.length - a.length);
    this.#long = secrets.filter(({ length }) => length > longestInPattern).map((text) => new LongSecret(text));
    this.#short = secrets.filter(({ length }) => length <= longestInPattern);
    this.#patterns = patternsOf(this.#short);
  }

  /** Whether there is nothing to hide. */
  get isEmpty(): boolean {
    return this.#long.length + this.#short.length === 0;
  }

  text(text: string): string {
    let masked = text;
    for (const secret of this.#long) masked = masked.replaceAll(secret.text, mask);
    for (const pattern of this.#patterns) masked = masked.replace(pattern, mask);
    return masked;
  }

  /** The test as shown to users; its id and selector stay the same. */
  test(test: ListedTest): ListedTest {
    if (this.isEmpty) return test;
    return { ...test, name: this.text(test.name), tags: test.tags.map((tag) => this.text(tag)) };
  }

  /**
   * Masks a stream of chunks: the start of a possible secret at the end of a chunk is held back until the next chunk.
   */
  stream(onText: (text: string) => void): { write: (chunk: string) => void; end: () => void } {
    let held = '';
    return {
      write: (chunk) => {
        const raw = held + chunk;
        const cut = this.#safeCut(raw);
        held = raw.slice(cut);
        if (cut > 0) onText(this.text(raw.slice(0, cut)));
      },
      end: () => {
        if (held !== '') onText(this.text(held));
        held = '';
      },
    };
  }

  /** @returns the length of the text up to which it cannot be part of a secret. */
  #safeCut(text: string): number {
    let cut = text.length;
    for (const secret of this.#long) cut = Math.min(cut, text.length - secret.begunIn(text));
    for (const secret of this.#short) {
      const longest = Math.min(secret.length - 1, text.length);
      for (let length = longest; length > text.length - cut; length -= 1) {
        if (text[text.length - length] === secret[0] && secret.startsWith(text.slice(-length))) {
          cut = text.length - length;
        }
      }
    }
    if (cut === text.length) return cut;
    const across = [
      ...this.#long.map((secret) => secret.across(text, cut)),
      ...this.#patterns.map((pattern) => matchAcross(text, pattern, cut)),
    ];
    return Math.min(cut, ...across);
  }
}

/** Of secrets that are in no pattern. */
class LongSecret {
  readonly text: string;
  /** For each length of a beginning, the length of its longest end that is a beginning as well (Knuth, Morris and Pratt). */
  #repeats: Int32Array | null = null;

  constructor(text: string) {
    this.text = text;
  }

  /** @returns the length of the longest end of the text that is a beginning of the secret, in linear time */
  begunIn(text: string): number {
    this.#repeats ??= repeatsOf(this.text);
    let length = 0;
    for (let at = Math.max(0, text.length - this.text.length + 1); at < text.length; at += 1) {
      length = continued(this.text, this.#repeats, length, text.charCodeAt(at));
    }
    return length;
  }

  /** @returns where the secret begins before a cut that it ends after; Infinity where it does not */
  across(text: string, cut: number): number {
    const from = Math.max(0, cut - this.text.length + 1);
    const at = text.slice(from, cut + this.text.length - 1).indexOf(this.text);
    return at === -1 ? Number.POSITIVE_INFINITY : from + at;
  }
}

function repeatsOf(text: string): Int32Array {
  const repeats = new Int32Array(text.length + 1);
  for (let at = 1; at < text.length; at += 1) {
    repeats[at + 1] = continued(text, repeats, repeats[at] ?? 0, text.charCodeAt(at));
  }
  return repeats;
}

/** @returns the length of the beginning that a beginning becomes by one more character */
function continued(text: string, repeats: Int32Array, begun: number, unit: number): number {
  let length = begun;
  while (length > 0 && text.charCodeAt(length) !== unit) length = repeats[length] ?? 0;
  return text.charCodeAt(length) === unit ? length + 1 : 0;
}

function matchAcross(text: string, pattern: RegExp, cut: number): number {
  for (const match of text.matchAll(pattern)) {
    if (match.index < cut && match.index + match[0].length > cut) return match.index;
  }
  return Number.POSITIVE_INFINITY;
}

/** @param secrets longest first */
function patternsOf(secrets: readonly string[]): RegExp[] {
  const groups: string[][] = [];
  let size = patternSize;
  for (const secret of secrets) {
    const alternative = secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    size += alternative.length + 1;
    if (size > patternSize) {
      groups.push([]);
      size = alternative.length;
    }
    groups.at(-1)?.push(alternative);
  }
  return groups.map((alternatives) => new RegExp(alternatives.join('|'), 'g'));
}
