import { elementSize, firstFieldName, readDocument, validateBson } from '../bson/readBson.ts';
import { typeName } from '../bson/typeNames.ts';
import {
  type Document,
  documentOf,
  int32,
  newObjectId,
  RawDocument,
  Regex,
  Sentinel,
  type Value,
} from '../bson/values.ts';
import { writeDocument } from '../bson/writeBson.ts';
import { mongoError } from '../errors/mongoError.ts';
import { arrayField, booleanField, type Command, collectionName, wrongType } from './command.ts';
import { WriteErrors } from './writeErrors.ts';

/** `{ insert, documents, ordered }` → `{ n, writeErrors? }` */
export const insert: Command = {
  name: 'insert',
  fields: ['documents', 'ordered', 'bypassDocumentValidation'],
  async run(context) {
    const { server, database, command } = context;
    const name = collectionName(context);
    const documents = arrayField(command, 'documents').map(rawDocument);
    const errors = new WriteErrors(booleanField(command, 'ordered', true));
    const prepared = documents.map((bytes) => errors.prepare(() => storableDocument(bytes)));
    let inserted = 0;
    for (let from = 0; from < prepared.length && !errors.stopped; from += CHUNK) {
      inserted += await server.store.write(() => {
        const collection = server.store.catalog.findOrCreate(database, name);
        let count = 0;
        for (let i = from; i < Math.min(from + CHUNK, prepared.length) && !errors.stopped; i++) {
          errors.attempt(i, () => {
            const bytes = prepared[i]?.();
            if (bytes !== undefined) collection.insert(bytes);
            count++;
            return true;
          });
        }
        server.store.noteGrowth(collection);
        return count;
      });
    }
    context.server.activity.documentsInserted += inserted;
    return errors.addTo(documentOf({ n: int32(inserted) }));
  },
};

/** Documents per transaction: a long insert gives others their turn between. */
const CHUNK = 1000;

function rawDocument(value: Value): Buffer {
  if (value instanceof RawDocument) return value.bytes;
  throw wrongType('insert.documents', value, 'object');
}

/** The document as it is stored: checked, and beginning with an `_id`, made when there is none. */
export function storableDocument(bytes: Buffer): Buffer {
  validateBson(bytes);
  if (firstFieldName(bytes) === '_id') {
    const type = bytes[4] ?? 0;
    if (type === 0x04 || type === 0x0b || type === 0x06) checkId(readDocument(bytes, { only: ID_ONLY }).get('_id'));
    if (type === 0x03 && elementSize(bytes, type, 9) > 5) checkId(readDocument(bytes, { only: ID_ONLY }).get('_id'));
    return bytes;
  }
  const document = readDocument(bytes);
  return writeDocument(withIdFirst(document, idOrNew(document)));
}

const ID_ONLY: ReadonlySet<string> = new Set(['_id']);

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
