import { agentProtocol, BoundedText } from '@assay/contract';

export type OpenElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The text directly within the element, whitespace around it left out. */
  readonly text: string;
};

type Element = { name: string; attributes: Readonly<Record<string, string>>; text: BoundedText | null };

/** The elements that are open, and the text of those whose text is asked for. */
export class ElementTexts {
  readonly #open: Element[] = [];
  readonly #wanted: ReadonlySet<string>;

  /** @param wanted the elements whose text is kept */
  constructor(...wanted: string[]) {
    this.#wanted = new Set(wanted);
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const text = this.#wanted.has(name) ? new BoundedText(agentProtocol.textLimit) : null;
    this.#open.push({ name, attributes, text });
  }

  append(text: string): void {
    this.#open.at(-1)?.text?.append(text);
  }

  /** @returns the element that ends. */
  close(): OpenElement {
    const { name = '', attributes = {}, text } = this.#open.pop() ?? {};
    return { name, attributes, text: text?.toString().trim() ?? '' };
  }

  /** Whether an element of that name is open. */
  within(name: string): boolean {
    return this.#open.some((element) => element.name === name);
  }

  /** The element around the present one, or around the one that has just ended. */
  get parent(): string | null {
    return this.#open.at(-1)?.name ?? null;
  }
}
