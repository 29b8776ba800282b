import { type Document, documentOf, int32 } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import { parseCollation } from '../query/collation.ts';
import { compileFilter } from '../query/compileFilter.ts';
import { numberField } from '../query/numberOperand.ts';
import type { Collection } from '../storage/collection.ts';
import type { Store } from '../storage/store.ts';
import { changeMatches } from './changeMatches.ts';
import { arrayField, booleanField, type Command, collectionName, documentField, paceOf } from './command.ts';
import { firstMatch, type MatchQuery, tooFar, type Whereabouts } from './matchingRecords.ts';
import { runStatements } from './runStatements.ts';
import { readStatement, type StatementShape } from './statementFields.ts';
import { WriteErrors } from './writeErrors.ts';

type Statement = MatchQuery & {
  multi: boolean;
};

const statementShape: StatementShape = {
  path: 'delete.deletes',
  fields: new Set(['q', 'limit', 'hint', 'collation']),
  required: ['q', 'limit'],
  raw: new Set(),
};

/** `{ delete, deletes: [{ q, limit: 0 | 1, hint }], ordered }` → `{ n, writeErrors? }` */
export const deleteCommand: Command = {
  name: 'delete',
  fields: ['let', 'deletes', 'ordered'],
  async run(context) {
    const { command, server, database } = context;
    const { store } = server;
    const name = collectionName(context);
    const errors = new WriteErrors(booleanField(command, 'ordered', true));
    const statements = arrayField(command, 'deletes')
      .map((statement) => readStatement(statementShape, statement))
      .map((fields) => errors.prepare(() => parseStatement(fields)));
    let removed = 0;
    await runStatements(context, name, statements, errors, {
      single: (statement, _index, whereabouts) => {
        const collection = store.catalog.find(database, name);
        const found = collection === undefined ? false : removeOne(store, collection, statement, whereabouts);
        if (found === tooFar) return tooFar;
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
): boolean | typeof tooFar {
  const found = firstMatch(store, collection, statement, whereabouts);
  if (found === tooFar) return tooFar;
  if (found === undefined) return false;
  collection.remove(found.recordId, found.bytes);
  return true;
}

function parseStatement(fields: Document): Statement {
  const q = documentField(fields, 'q') ?? new Map();
  const limit = numberField(fields, 'limit', 0);
  if (limit !== 0 && limit !== 1) {
    throw mongoError('FailedToParse', `The limit field in delete objects must be 0 or 1. Got ${limit}`);
  }
  return {
    filter: compileFilter(q, parseCollation(fields.get('collation'))),
    sort: undefined,
    hint: fields.get('hint'),
    multi: limit === 0,
  };
}
