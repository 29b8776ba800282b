import type { ListedTest } from '@assay/contract';

const mask = '***';
/** Shorter values would reveal themselves by what is missing, and would mangle every text. */
const shortestSecret = 3;
const shortestLine = 8;

/** Shorter values would match encoded text by chance. */
const shortestEncoded = 8;

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

/**
 * Replaces the values of encrypted variables by `***`, also where they are encoded for a URL or a form, escaped in
 * JSON, XML or HTML, in hexadecimal or in Base64, alone or inside other text. Of values with several lines (keys,
 * certificates) each long line is replaced as well, because output arrives line by line.
 */
export class SecretMask {
  readonly #secrets: readonly string[];
  readonly #pattern: RegExp | null;

  constructor(values: readonly string[]) {
    const forms = new Set<string>();
    for (const value of values) {
      if (value.length < shortestSecret) continue;
      const lines = value.split(/\r?\n/);
      const parts = [value, ...(lines.length > 1 ? lines.filter((line) => line.length >= shortestLine) : [])];
      for (const form of parts.flatMap(formsOf)) forms.add(form);
    }
    // Longest first: if one secret is a prefix of another, the rest of the longer one must not remain.
    this.#secrets = [...forms].sort((a, b) => b.length - a.length);
    const alternatives = this.#secrets.map((secret) => secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    this.#pattern = alternatives.length > 0 ? new RegExp(alternatives.join('|'), 'g') : null;
  }

  /** Whether there is nothing to hide. */
  get isEmpty(): boolean {
    return this.#pattern === null;
  }

  text(text: string): string {
    return this.#pattern ? text.replace(this.#pattern, mask) : text;
  }

  /** The test as shown to users; its id and selector stay the same. */
  test(test: ListedTest): ListedTest {
    if (!this.#pattern) return test;
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
    for (const secret of this.#secrets) {
      const longest = Math.min(secret.length - 1, text.length);
      for (let length = longest; length > text.length - cut; length -= 1) {
        if (text[text.length - length] === secret[0] && secret.startsWith(text.slice(-length))) {
          cut = text.length - length;
        }
      }
    }
    if (this.#pattern === null || cut === text.length) return cut;
    for (const match of text.matchAll(this.#pattern)) {
      if (match.index < cut && match.index + match[0].length > cut) return match.index;
    }
    return cut;
  }
}
