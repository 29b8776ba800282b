import { documentOf, int32, RawDocument, type Value } from '../bson/values.ts';
import { storableDocument } from '../storage/documentId.ts';
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
    for (let from = 0; from < prepared.length && !errors.stopped; from += chunkSize) {
      inserted += await server.store.write(() => {
        const collection = server.store.catalog.findOrCreate(database, name);
        let count = 0;
        for (let i = from; i < Math.min(from + chunkSize, prepared.length) && !errors.stopped; i++) {
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

/** Documents per transaction, so that other commands get their turn during a long insert. */
const chunkSize = 1000;

function rawDocument(value: Value): Buffer {
  if (value instanceof RawDocument) return value.bytes;
  throw wrongType('insert.documents', value, 'object');
}
