const mask = '***';
/** Shorter values give themselves away by what is missing, and would take every text apart. */
const shortestSecret = 3;
const shortestLine = 8;

/**
 * Replaces the values of encrypted variables by `***`, also where they stand URL-encoded, escaped in JSON or in Base64.
 * Of values over several lines (keys, certificates) each long line is replaced as well, as output comes line by line.
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
      for (const part of parts) {
        forms.add(part);
        forms.add(encodeURIComponent(part));
        forms.add(JSON.stringify(part).slice(1, -1));
        forms.add(Buffer.from(part).toString('base64'));
      }
    }
    // The longest first: of two secrets of which one begins like the other, none must leave its end behind.
    this.#secrets = [...forms].sort((a, b) => b.length - a.length);
    const alternatives = this.#secrets.map((secret) => secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    this.#pattern = alternatives.length > 0 ? new RegExp(alternatives.join('|'), 'g') : null;
  }

  text(text: string): string {
    return this.#pattern ? text.replace(this.#pattern, mask) : text;
  }

  /** Masks a stream of chunks: the start of a secret at the end of a chunk is held back until the next one tells. */
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

  /** @returns up to where nothing of the text can be the start of a secret or inside of one. */
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
