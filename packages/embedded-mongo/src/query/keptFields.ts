import { documentLength, elementSize, MalformedBson, nameOf } from '../bson/readBson.ts';
import { RawDocument } from '../bson/values.ts';

/** The fields that a projection keeps: whole ones, or what is kept of the documents in them. */
export type KeptFields = ReadonlyMap<string, 'whole' | KeptFields>;

const [documentType, arrayType] = [3, 4];

/** The kept fields of a stored document, copied as bytes: to decode and encode them again takes more than twice as long. */
export function keptOf(bytes: Buffer, fields: KeptFields): RawDocument {
  const copy = new Copy(bytes);
  copy.document(0, fields);
  return new RawDocument(copy.result());
}

class Copy {
  readonly #from: Buffer;
  /** What is kept never takes more bytes than there are. */
  readonly #to: Buffer;
  #end = 0;

  constructor(from: Buffer) {
    this.#from = from;
    this.#to = Buffer.allocUnsafe(from.length);
  }

  result(): Buffer {
    return this.#to.subarray(0, this.#end);
  }

  document(start: number, fields: KeptFields): void {
    const last = start + documentLength(this.#from, start, this.#from.length) - 1;
    const head = this.#open();
    // Kept elements that follow each other are copied together.
    let keptFrom = start + 4;
    let at = keptFrom;
    let wanted = fields.size;
    while (at < last && wanted > 0) {
      const type = this.#from[at] ?? 0;
      const { name, end } = nameOf(this.#from, at + 1);
      const next = end + elementSize(this.#from, type, end);
      if (next > last) throw new MalformedBson('element runs over its document');
      const kept = fields.get(name);
      if (kept !== undefined) wanted--;
      if (kept !== 'whole') {
        this.#take(keptFrom, at);
        if (kept !== undefined) this.#inside(type, at, end, kept);
        keptFrom = next;
      }
      at = next;
    }
    this.#take(keptFrom, at);
    this.#close(head);
  }

  /** A field of which a part is kept: nothing, where it holds no documents. */
  #inside(type: number, at: number, value: number, fields: KeptFields): void {
    if (type !== documentType && type !== arrayType) return;
    this.#take(at, value);
    if (type === documentType) this.document(value, fields);
    else this.#array(value, fields);
  }

  /** Documents and arrays stay, and are numbered again. */
  #array(start: number, fields: KeptFields): void {
    const last = start + documentLength(this.#from, start, this.#from.length) - 1;
    const head = this.#open();
    let index = 0;
    let at = start + 4;
    while (at < last) {
      const type = this.#from[at] ?? 0;
      const { end } = nameOf(this.#from, at + 1);
      if (type === documentType || type === arrayType) {
        this.#to[this.#end++] = type;
        this.#end += this.#to.write(String(index++), this.#end, 'latin1');
        this.#to[this.#end++] = 0;
        if (type === documentType) this.document(end, fields);
        else this.#array(end, fields);
      }
      at = end + elementSize(this.#from, type, end);
      if (at > last) throw new MalformedBson('element runs over its array');
    }
    this.#close(head);
  }

  #open(): number {
    const head = this.#end;
    this.#end += 4;
    return head;
  }

  #close(head: number): void {
    this.#to[this.#end++] = 0;
    this.#to.writeInt32LE(this.#end - head, head);
  }

  #take(start: number, end: number): void {
    if (end > start) this.#end += this.#from.copy(this.#to, this.#end, start, end);
  }
}
