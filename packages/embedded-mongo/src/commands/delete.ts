import { readDocument } from '../bson/readBson.ts';
import { documentOf, int32, RawDocument, type Value } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import { compileFilter, type Filter } from '../query/compileFilter.ts';
import { numberField } from '../query/numberOperand.ts';
import { changeMatches } from './changeMatches.ts';
import {
  arrayField,
  booleanField,
  type Command,
  type CommandContext,
  collectionName,
  documentField,
  missingField,
  paceOf,
  wrongType,
} from './command.ts';
import { firstMatch } from './matchingRecords.ts';
import { WriteErrors } from './writeErrors.ts';

interface Statement {
  filter: Filter;
  one: boolean;
  hint: Value | undefined;
}

const STATEMENT_FIELDS = new Set(['q', 'limit', 'hint', 'collation']);

/** `{ delete, deletes: [{ q, limit: 0 | 1, hint }], ordered }` → `{ n, writeErrors? }` */
export const deleteCommand: Command = {
  name: 'delete',
  fields: ['deletes', 'ordered', 'let'],
  async run(context) {
    const { command } = context;
    const name = collectionName(context);
    const raw = arrayField(command, 'deletes');
    const errors = new WriteErrors(booleanField(command, 'ordered', true), raw.length);
    let removed = 0;
    for (const [index, value] of raw.entries()) {
      try {
        const statement = parseStatement(value);
        removed += statement.one
          ? await removeOne(context, name, statement)
          : await changeMatches(context, name, paceOf(context), statement, (collection, { recordId, bytes }) =>
              collection.remove(recordId, bytes),
            );
      } catch (error) {
        errors.add(index, error);
        if (errors.stopsOnError) break;
      }
    }
    return errors.addTo(documentOf({ n: int32(removed) }));
  },
};

function removeOne({ server, database }: CommandContext, name: string, statement: Statement): Promise<number> {
  const { store } = server;
  return store.write(() => {
    const collection = store.catalog.find(database, name);
    if (collection === undefined) return 0;
    const found = firstMatch(store.environment, collection, statement.filter, undefined, statement.hint);
    if (found === undefined) return 0;
    collection.remove(found.recordId, found.bytes);
    return 1;
  });
}

function parseStatement(value: Value): Statement {
  if (!(value instanceof RawDocument)) throw wrongType('delete.deletes', value, 'object');
  const fields = readDocument(value.bytes);
  for (const name of fields.keys()) {
    if (!STATEMENT_FIELDS.has(name))
      throw mongoError('FailedToParse', `BSON field 'delete.deletes.${name}' is an unknown field.`);
  }
  if (fields.get('collation') !== undefined) throw mongoError('NotImplemented', 'collation is not supported');
  const q = documentField(fields, 'q');
  if (q === undefined) throw missingField('delete.deletes.q');
  const limit = numberField(fields, 'limit', 0);
  if (limit !== 0 && limit !== 1) {
    throw mongoError('FailedToParse', `The limit field in delete objects must be 0 or 1. Got ${limit}`);
  }
  return { filter: compileFilter(q), one: limit === 1, hint: fields.get('hint') };
}
