import { readDocument } from '../bson/readBson.ts';
import { type Document, documentOf, int32, RawDocument, type Value } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import { compileFilter, type Filter } from '../query/compileFilter.ts';
import type { Collection } from '../storage/collection.ts';
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
import { type Modification, modifiedBytes, parseModification, upsertBytes } from './updateStatement.ts';
import { WriteErrors } from './writeErrors.ts';

interface Statement {
  filter: Filter;
  modification: Modification;
  upsert: boolean;
  multi: boolean;
  hint: Value | undefined;
  sort: Document | undefined;
}

interface Outcome {
  matched: number;
  modified: number;
  upserted: Document[];
}

const STATEMENT_FIELDS = new Set(['q', 'u', 'upsert', 'multi', 'arrayFilters', 'hint', 'collation', 'c', 'sort']);

/** `{ update, updates: [{ q, u, upsert, multi, arrayFilters, hint }], ordered }` → `{ n, nModified, upserted?, writeErrors? }` */
export const update: Command = {
  name: 'update',
  fields: ['updates', 'ordered', 'bypassDocumentValidation', 'let'],
  async run(context) {
    const { server, database, command } = context;
    const name = collectionName(context);
    const raw = arrayField(command, 'updates');
    const errors = new WriteErrors(booleanField(command, 'ordered', true), raw.length);
    const statements = raw.map((statement) => errors.prepare(() => parseStatement(statement)));
    const outcome: Outcome = { matched: 0, modified: 0, upserted: [] };
    let next = 0;
    // Statements on single documents share one transaction; one on many takes as many as it needs, in its turn.
    while (next < statements.length) {
      const multi = statements.findIndex((statement, i) => i >= next && isMulti(statement));
      const end = multi < 0 ? statements.length : multi;
      if (end > next) {
        const from = next;
        const done = await server.store.write(() => {
          const collection = server.store.catalog.findOrCreate(database, name);
          return runSingles(context, collection, statements.slice(from, end), from, errors);
        });
        merge(outcome, done.outcome);
        if (done.stopped) break;
      }
      if (multi >= 0) {
        try {
          merge(outcome, await runMulti(context, name, statements[multi], multi));
        } catch (error) {
          errors.add(multi, error);
          if (errors.stopsOnError) break;
        }
      }
      next = end + (multi >= 0 ? 1 : 0);
    }
    const n = outcome.matched + outcome.upserted.length;
    const reply = documentOf({ n: int32(n), nModified: int32(outcome.modified) });
    if (outcome.upserted.length > 0) reply.set('upserted', outcome.upserted);
    return errors.addTo(reply);
  },
};

function isMulti(statement: () => Statement): boolean {
  try {
    return statement().multi;
  } catch {
    return false;
  }
}

function runSingles(
  context: CommandContext,
  collection: Collection,
  statements: readonly (() => Statement)[],
  offset: number,
  errors: WriteErrors,
): { outcome: Outcome; stopped: boolean } {
  const outcome: Outcome = { matched: 0, modified: 0, upserted: [] };
  for (const [i, statement] of statements.entries()) {
    const index = offset + i;
    const goOn = errors.attempt(index, () => merge(outcome, runSingle(context, collection, statement(), index)));
    if (!goOn) return { outcome, stopped: true };
  }
  return { outcome, stopped: false };
}

function runSingle(context: CommandContext, collection: Collection, statement: Statement, index: number): Outcome {
  const { environment } = context.server.store;
  const { filter, modification, hint, sort } = statement;
  const found = firstMatch(environment, collection, filter, sort, hint);
  if (found !== undefined) {
    const bytes = modifiedBytes(found.bytes, modification, filter, Date.now());
    if (bytes !== undefined) collection.replace(found.recordId, found.bytes, bytes);
    return { matched: 1, modified: bytes === undefined ? 0 : 1, upserted: [] };
  }
  if (!statement.upsert) return { matched: 0, modified: 0, upserted: [] };
  return { matched: 0, modified: 0, upserted: [upsert(context, collection, statement, index)] };
}

function upsert(context: CommandContext, collection: Collection, statement: Statement, index: number): Document {
  const { bytes, id } = upsertBytes(statement.filter, statement.modification, Date.now());
  collection.insert(bytes);
  context.server.store.noteGrowth(collection);
  return documentOf({ index: int32(index), _id: id });
}

async function runMulti(
  context: CommandContext,
  name: string,
  prepared: (() => Statement) | undefined,
  index: number,
): Promise<Outcome> {
  if (prepared === undefined) return { matched: 0, modified: 0, upserted: [] };
  const statement = prepared();
  const { store } = context.server;
  let modified = 0;
  const matched = await changeMatches(context, name, paceOf(context), statement, (collection, record) => {
    const bytes = modifiedBytes(record.bytes, statement.modification, statement.filter, Date.now());
    if (bytes === undefined) return;
    collection.replace(record.recordId, record.bytes, bytes);
    modified++;
  });
  if (matched > 0 || !statement.upsert) return { matched, modified, upserted: [] };
  return store.write(() => runSingle(context, store.catalog.findOrCreate(context.database, name), statement, index));
}

function merge(into: Outcome, added: Outcome): void {
  into.matched += added.matched;
  into.modified += added.modified;
  into.upserted.push(...added.upserted);
}

const KEEP_RAW: ReadonlySet<string> = new Set(['u']);

function parseStatement(value: Value): Statement {
  if (!(value instanceof RawDocument)) throw wrongType('update.updates', value, 'object');
  const fields = readDocument(value.bytes, { raw: KEEP_RAW });
  for (const name of fields.keys()) {
    if (!STATEMENT_FIELDS.has(name))
      throw mongoError('FailedToParse', `BSON field 'update.updates.${name}' is an unknown field.`);
  }
  if (fields.get('collation') !== undefined) throw mongoError('NotImplemented', 'collation is not supported');
  const q = documentField(fields, 'q');
  if (q === undefined) throw missingField('update.updates.q');
  const arrayFilters = fields.has('arrayFilters') ? arrayField(fields, 'arrayFilters') : [];
  const modification = parseModification(fields.get('u'), arrayFilters);
  const multi = booleanField(fields, 'multi', false);
  if (multi && modification.kind === 'replacement') {
    throw mongoError('FailedToParse', 'multi update is not supported for replacement-style update');
  }
  return {
    filter: compileFilter(q),
    modification,
    upsert: booleanField(fields, 'upsert', false),
    multi,
    hint: fields.get('hint'),
    sort: documentField(fields, 'sort'),
  };
}
