import { elementSize, firstFieldName, readDocument, validateBson } from '../bson/readBson.ts';
import { typeName } from '../bson/typeNames.ts';
import { type Document, newObjectId, Regex, Sentinel, type Value } from '../bson/values.ts';
import { writeDocument } from '../bson/writeBson.ts';
import { mongoError } from '../errors/mongoError.ts';

/** The document as stored: checked, and starting with an `_id`, which is generated when missing. */
export function storableDocument(bytes: Buffer): Buffer {
  validateBson(bytes);
  if (firstFieldName(bytes) === '_id') {
    const type = bytes[4] ?? 0;
    if (type === 0x04 || type === 0x0b || type === 0x06) checkId(readDocument(bytes, { only: idOnly }).get('_id'));
    if (type === 0x03 && elementSize(bytes, type, 9) > 5) checkId(readDocument(bytes, { only: idOnly }).get('_id'));
    return bytes;
  }
  const document = readDocument(bytes);
  return writeDocument(withIdFirst(document, idOrNew(document)));
}

const idOnly: ReadonlySet<string> = new Set(['_id']);

/** The document's own `_id`, which may be null, or a new one when it has none. */
export function idOrNew(document: Document): Value {
  const id = document.get('_id');
  return id === undefined ? newObjectId() : id;
}

export function withIdFirst(document: Document, id: Value): Document {
  checkId(id);
  const ordered: Document = new Map([['_id', id]]);
  for (const [name, value] of document) if (name !== '_id') ordered.set(name, value);
  return ordered;
}

/** Arrays, patterns and undefined cannot be an `_id`, nor can a document whose fields look like operators. */
export function checkId(id: Value | undefined): void {
  if (Array.isArray(id) || id instanceof Regex || (id instanceof Sentinel && id.kind === 'undefined')) {
    throw mongoError('InvalidIdField', `The '_id' value cannot be of type ${typeName(id)}`);
  }
  if (!(id instanceof Map)) return;
  for (const name of id.keys()) {
    if (!name.startsWith('$')) continue;
    throw mongoError(
      'DollarPrefixedFieldName',
      `_id fields may not contain '$'-prefixed fields: ${name} is not valid for storage.`,
    );
  }
}
