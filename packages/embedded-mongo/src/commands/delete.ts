import { readDocument } from '../bson/readBson.ts';
import { documentOf, int32, RawDocument, type Value } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import { parseCollation, withCollation } from '../query/collation.ts';
import { compileFilter } from '../query/compileFilter.ts';
import { numberField } from '../query/numberOperand.ts';
import type { Collection } from '../storage/collection.ts';
import type { Store } from '../storage/store.ts';
import { changeMatches } from './changeMatches.ts';
import {
  arrayField,
  booleanField,
  type Command,
  collectionName,
  documentField,
  missingField,
  paceOf,
  wrongType,
} from './command.ts';
import { firstMatch, type MatchQuery, TOO_FAR, type Whereabouts } from './matchingRecords.ts';
import { runStatements } from './runStatements.ts';
import { WriteErrors } from './writeErrors.ts';

interface Statement extends MatchQuery {
  multi: boolean;
}

const STATEMENT_FIELDS = new Set(['q', 'limit', 'hint', 'collation']);

/** `{ delete, deletes: [{ q, limit: 0 | 1, hint }], ordered }` → `{ n, writeErrors? }` */
export const deleteCommand: Command = {
  name: 'delete',
  fields: ['let', 'deletes', 'ordered'],
  async run(context) {
    const { command, server, database } = context;
    const { store } = server;
    const name = collectionName(context);
    const raw = arrayField(command, 'deletes');
    const errors = new WriteErrors(booleanField(command, 'ordered', true));
    const statements = raw.map((statement) => errors.prepare(() => parseStatement(statement)));
    let removed = 0;
    await runStatements(context, name, statements, errors, {
      single: (statement, _index, whereabouts) => {
        const collection = store.catalog.find(database, name);
        const found = collection === undefined ? false : removeOne(store, collection, statement, whereabouts);
        if (found === TOO_FAR) return TOO_FAR;
        if (found) removed++;
        return undefined;
      },
      multi: async (statement) => {
        removed += await changeMatches(context, name, paceOf(context), statement, (collection, { recordId, bytes }) =>
          collection.remove(recordId, bytes),
        );
      },
    });
    server.activity.documentsDeleted += removed;
    return errors.addTo(documentOf({ n: int32(removed) }));
  },
};

function removeOne(
  store: Store,
  collection: Collection,
  statement: Statement,
  whereabouts: Whereabouts,
): boolean | typeof TOO_FAR {
  const found = firstMatch(store, collection, statement, whereabouts);
  if (found === TOO_FAR) return TOO_FAR;
  if (found === undefined) return false;
  collection.remove(found.recordId, found.bytes);
  return true;
}

function parseStatement(value: Value): Statement {
  if (!(value instanceof RawDocument)) throw wrongType('delete.deletes', value, 'object');
  const fields = readDocument(value.bytes);
  for (const name of fields.keys()) {
    if (STATEMENT_FIELDS.has(name)) continue;
    throw mongoError('FailedToParse', `BSON field 'delete.deletes.${name}' is an unknown field.`);
  }
  const q = documentField(fields, 'q');
  if (q === undefined) throw missingField('delete.deletes.q');
  const limit = numberField(fields, 'limit', 0);
  if (limit !== 0 && limit !== 1) {
    throw mongoError('FailedToParse', `The limit field in delete objects must be 0 or 1. Got ${limit}`);
  }
  return {
    filter: withCollation(parseCollation(fields.get('collation')), () => compileFilter(q)),
    sort: undefined,
    hint: fields.get('hint'),
    multi: limit === 0,
  };
}
