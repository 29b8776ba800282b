import { ReportSyntaxError } from './reportSyntaxError.ts';
import { control, endsInHalf, maxHalfLength, maxReferenceLength, withReferences, xmlRepairs } from './xmlReferences.ts';

/** What is told while an XML file is read, in the order of the file. */
export type XmlHandler = {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  /** A text may come in several pieces. */
  text(text: string): void;
  /** Only comments of up to 1,000 characters are passed on. */
  comment?(comment: string): void;
  /** @returns whether a tag of that name is text, where the element around it holds text only */
  isText?(tag: string, around: string): boolean;
  /** @returns whether a second root element of that name goes on with the report */
  goesOn?(root: string): boolean;
};

const deepest = 100;
const maxAttributes = 1_000;
/** UTF-16 units of one tag, which is held in memory as a whole. */
const maxTagLength = 8 * 1024 * 1024;
const maxCommentLength = 1_000;

/** What may follow the end of an attribute's value. */
const afterValue = /\s*\/?>|\s+[^\s<>/="'&]+\s*=\s*["']/y;
/** Names of elements are shorter than this. */
const maxNameLength = 100;
const elementName = /[\p{L}_:][^\s<>/="'&]*/uy;
const attributeStart = /\s+([^\s<>/="'&]+)\s*=\s*(["'])/y;
const tagEnd = /\s*(\/?)>/y;
/** The end of what is there so far, in the middle of a tag that is well-formed up to here. */
const cutTag = /\s*(?:\/|[^\s<>/="'&]+\s*(?:=\s*)?)?$/y;
const cdataStart = '<![CDATA[';
const markupStarts = ['<!--', cdataStart, '<!DOCTYPE', '</', '<?'];
/** One that only names a file, which is never opened; entities are declared in brackets. */
const documentType = /<!DOCTYPE\s+[^\s<>[\]"']+\s+(?:SYSTEM|PUBLIC\s+"[^"<>]*")\s+"[^"<>]*"\s*>/y;
const maxDocumentTypeLength = 1_000;

/**
 * Reads XML piece by piece, as reports use it: without namespaces and declared entities, with XML's own entities and those
 * of HTML only. No more than one tag is held in memory. What is well-formed but for one of `xmlRepairs` is read as it was meant.
 */
export class XmlReader {
  readonly #handler: XmlHandler;
  readonly #repairs = new Set<string>();
  readonly #elements: string[] = [];
  #within: 'content' | 'comment' | 'instruction' | 'cdata' = 'content';
  #rootEnded = false;
  /** What has been read of the present comment, up to one character more than is passed on. */
  #comment = '';
  #buffer = '';
  /** Where in the buffer the next token begins. */
  #at = 0;
  /** The place of the buffer's first character. */
  #line = 1;
  #column = 0;
  #carriageReturn = '';
  /** Where the first `>` is after the value that is read leniently: found once for all values before it. */
  #nextTagEnd = -1;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  /** What was read although the grammar forbids it. */
  get repairs(): string[] {
    return [...this.#repairs];
  }

  /** @throws ReportSyntaxError */
  write(chunk: string): void {
    this.#take(chunk);
    while (this.#at < this.#buffer.length && this.#next(false));
    if (this.#buffer.length - this.#at > maxTagLength) this.fail('a tag is too long');
  }

  /** @throws ReportSyntaxError also when the file ends too early. */
  end(): void {
    this.#take('', true);
    while (this.#at < this.#buffer.length && this.#next(true));
    if (this.#within !== 'content') this.fail(`the file ends within a ${this.#within}`);
    const open = this.#elements.at(-1);
    if (open !== undefined) this.fail(`the file ends with an unclosed tag <${open}>`);
    if (!this.#rootEnded)
      this.fail(this.#line === 1 && this.#column === 0 ? 'the file is empty' : 'the file holds no element');
  }

  /** @throws ReportSyntaxError with the place that has been reached. */
  fail(message: string): never {
    this.#forget();
    throw new ReportSyntaxError(message, this.#line, this.#column);
  }

  #take(chunk: string, last = false): void {
    this.#forget();
    let text = this.#carriageReturn + chunk;
    this.#carriageReturn = !last && text.endsWith('\r') ? '\r' : '';
    if (this.#carriageReturn !== '') text = text.slice(0, -1);
    if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
    if (control.test(text)) {
      this.#repairs.add(xmlRepairs.controls);
      text = text.replaceAll('\0', '\ufffd');
    }
    this.#buffer += text;
  }

  /** Drops what has been read, and counts its lines. */
  #forget(): void {
    let lineStart = -1;
    for (
      let end = this.#buffer.indexOf('\n');
      end !== -1 && end < this.#at;
      end = this.#buffer.indexOf('\n', end + 1)
    ) {
      this.#line += 1;
      lineStart = end;
    }
    this.#column = lineStart === -1 ? this.#column + this.#at : this.#at - lineStart - 1;
    this.#buffer = this.#buffer.slice(this.#at);
    this.#at = 0;
  }

  /**
   * Reads on by one token.
   * @param ended nothing follows what is in the buffer
   * @returns false when the token is not whole yet
   */
  #next(ended: boolean): boolean {
    switch (this.#within) {
      case 'comment':
        return this.#readComment();
      case 'instruction':
        return this.#skip('?>');
      case 'cdata':
        return this.#cdata();
      case 'content':
        return this.#buffer.startsWith('<', this.#at) ? this.#markup(ended) : this.#text(ended);
    }
  }

  #readComment(): boolean {
    const start = this.#at;
    const ended = this.#skip('-->');
    const end = ended ? this.#at - '-->'.length : this.#at;
    if (this.#comment.length <= maxCommentLength) {
      this.#comment += this.#buffer.slice(start, Math.min(end, start + maxCommentLength + 1));
    }
    if (!ended) return false;
    if (this.#comment.length <= maxCommentLength) this.#handler.comment?.(this.#comment);
    this.#comment = '';
    return true;
  }

  #skip(end: string): boolean {
    const found = this.#buffer.indexOf(end, this.#at);
    if (found === -1) {
      this.#at = Math.max(this.#at, this.#buffer.length - end.length + 1);
      return false;
    }
    this.#at = found + end.length;
    this.#within = 'content';
    return true;
  }

  #cdata(): boolean {
    const found = this.#buffer.indexOf(']]>', this.#at);
    const end = found === -1 ? Math.max(this.#at, this.#buffer.length - 2) : found;
    if (end > this.#at) this.#handler.text(this.#buffer.slice(this.#at, end));
    this.#at = found === -1 ? end : found + 3;
    if (found !== -1) this.#within = 'content';
    return found !== -1;
  }

  #text(ended: boolean): boolean {
    const found = this.#buffer.indexOf('<', this.#at);
    const end = found === -1 ? this.#endOfText(ended) : found;
    if (end === this.#at) return false;
    const text = this.#buffer.slice(this.#at, end);
    if (this.#elements.length === 0) {
      const said = text.search(/\S/);
      if (said !== -1) {
        this.#at += said;
        this.fail('there is text outside of the root element');
      }
    } else {
      if (text.includes(']]>')) this.#repairs.add(xmlRepairs.cdataEnd);
      this.#handler.text(withReferences(text, this.#repairs));
    }
    this.#at = end;
    return true;
  }

  /** A reference or `]]>` that the next piece may complete waits for it. */
  #endOfText(ended: boolean): number {
    const { length } = this.#buffer;
    if (ended) return length;
    const ampersand = this.#buffer.lastIndexOf('&');
    const isCut = ampersand >= this.#at && length - ampersand < maxReferenceLength;
    const end = isCut && !this.#buffer.includes(';', ampersand) ? ampersand : length;
    const half = endsInHalf.exec(this.#buffer.slice(Math.max(this.#at, end - maxHalfLength), end));
    if (half) return end - half[0].length;
    if (end < length) return end;
    const brackets = /\]{1,2}$/.exec(this.#buffer.slice(Math.max(this.#at, length - 2)));
    return length - (brackets?.[0].length ?? 0);
  }

  #markup(ended: boolean): boolean {
    const start = this.#buffer.slice(this.#at, this.#at + cdataStart.length);
    if (!ended && markupStarts.some((markup) => markup !== start && markup.startsWith(start))) return false;
    if (start.startsWith('</')) return this.#closeTag(ended);
    if (start.startsWith('<?')) return this.#isText('?') ? this.#rawLessThan(ended) : this.#begin('instruction', 2);
    if (start.startsWith('<!--')) return this.#begin('comment', 4);
    if (start === cdataStart) {
      if (this.#elements.length === 0) this.fail('there is text outside of the root element');
      return this.#begin('cdata', cdataStart.length);
    }
    if (start.startsWith('<!')) {
      if (this.#isText('!')) return this.#rawLessThan(ended);
      return this.#documentType(ended);
    }
    return this.#openTag(ended);
  }

  #documentType(ended: boolean): boolean {
    const end = this.#buffer.indexOf('>', this.#at);
    const length = (end === -1 ? this.#buffer.length : end) - this.#at;
    if (end === -1 && !ended && length < maxDocumentTypeLength) return false;
    documentType.lastIndex = this.#at;
    const isPlain = length < maxDocumentTypeLength && this.#elements.length === 0 && documentType.test(this.#buffer);
    if (!isPlain) this.fail('document type declarations are not read');
    this.#at = documentType.lastIndex;
    return true;
  }

  #begin(within: 'comment' | 'instruction' | 'cdata', length: number): true {
    this.#within = within;
    this.#at += length;
    return true;
  }

  #closeTag(ended: boolean): boolean {
    elementName.lastIndex = this.#at + 2;
    const [written = ''] = elementName.exec(this.#buffer) ?? [];
    const isCut = this.#at + 2 + written.length === this.#buffer.length && written.length < maxNameLength;
    if (isCut && !ended) return false;
    if (written !== this.#elements.at(-1) && this.#isText(written)) return this.#rawLessThan(ended);
    const end = this.#buffer.indexOf('>', this.#at);
    if (end === -1) return ended ? this.fail('the file ends within a closing tag') : false;
    const name = this.#buffer.slice(this.#at + 2, end).trimEnd();
    const open = this.#elements.at(-1);
    if (name !== open) {
      const expected = open === undefined ? 'no element is open' : `<${open}> is open`;
      this.fail(`the closing tag </${name.slice(0, 100)}> fits nothing: ${expected}`);
    }
    this.#at = end + 1;
    this.#close(name);
    return true;
  }

  #close(name: string): void {
    this.#elements.pop();
    this.#rootEnded = this.#elements.length === 0;
    this.#handler.close(name);
  }

  /** Whether a tag of that name is text here. */
  #isText(tag: string): boolean {
    const around = this.#elements.at(-1);
    return around !== undefined && (this.#handler.isText?.(tag, around) ?? false);
  }

  /** @param lenient values may have the quotes that they are in */
  #openTag(ended: boolean, lenient = false): boolean {
    const buffer = this.#buffer;
    elementName.lastIndex = this.#at + 1;
    const [name] = elementName.exec(buffer) ?? [];
    if (name === undefined) return this.#rawLessThan(ended);
    const isCut = elementName.lastIndex === buffer.length && name.length < maxNameLength;
    if (isCut && !ended) return false;
    if (this.#isText(name)) return this.#rawLessThan(ended);
    let at = elementName.lastIndex;
    const attributes: Record<string, string> = Object.create(null);
    let count = 0;
    for (;;) {
      attributeStart.lastIndex = at;
      const [, attribute = '', quote = ''] = attributeStart.exec(buffer) ?? [];
      if (quote === '') break;
      const start = attributeStart.lastIndex;
      const end = lenient ? this.#lenientEnd(quote, start) : buffer.indexOf(quote, start);
      if (end === -1) return ended ? this.fail(`the file ends within the tag <${name}>`) : false;
      if (attribute in attributes) this.fail(`the tag <${name}> has ${attribute} twice`);
      count += 1;
      if (count > maxAttributes) this.fail(`the tag <${name}> has too many attributes`);
      attributes[attribute] = this.#valueOf(buffer.slice(start, end));
      at = end + 1;
    }
    tagEnd.lastIndex = at;
    const ending = tagEnd.exec(buffer);
    if (!ending) {
      cutTag.lastIndex = at;
      if (!ended && cutTag.test(buffer)) return false;
      if (!lenient && buffer.includes('>', at)) return this.#openTagAgain(ended);
      if (!lenient && !ended) return false;
      this.fail(ended ? `the file ends within the tag <${name}>` : `the tag <${name}> is malformed`);
    }
    if (this.#rootEnded && !this.#handler.goesOn?.(name)) this.fail('there is a second root element');
    this.#rootEnded = false;
    if (this.#elements.length >= deepest) this.fail(`elements are nested more than ${deepest} deep`);
    this.#elements.push(name);
    this.#handler.open(name, attributes);
    this.#at = tagEnd.lastIndex;
    if (ending[1] === '/') this.#close(name);
    return true;
  }

  #openTagAgain(ended: boolean): boolean {
    this.#nextTagEnd = -1;
    return this.#openTag(ended, true);
  }

  /** @returns the first of the quotes in this tag that can end a value, or the first one of all */
  #lenientEnd(quote: string, start: number): number {
    const first = this.#buffer.indexOf(quote, start);
    if (this.#nextTagEnd < first) this.#nextTagEnd = this.#buffer.indexOf('>', first);
    for (let end = first; end !== -1 && end < this.#nextTagEnd; end = this.#buffer.indexOf(quote, end + 1)) {
      afterValue.lastIndex = end + 1;
      if (!afterValue.test(this.#buffer)) continue;
      if (end > first) this.#repairs.add(xmlRepairs.quote);
      return end;
    }
    return first;
  }

  #rawLessThan(ended: boolean): boolean {
    if (!ended && this.#at + 1 === this.#buffer.length) return false;
    if (this.#elements.length === 0) this.fail('there is text outside of the root element');
    this.#repairs.add(xmlRepairs.lessThan);
    this.#handler.text('<');
    this.#at += 1;
    return true;
  }

  #valueOf(written: string): string {
    if (written.includes('<')) this.#repairs.add(xmlRepairs.lessThan);
    return withReferences(/[\n\t]/.test(written) ? written.replace(/[\n\t]/g, ' ') : written, this.#repairs);
  }
}
