import { type Document, documentOf, int32 } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import { parseCollation } from '../query/collation.ts';
import { compileFilter } from '../query/compileFilter.ts';
import type { Collection } from '../storage/collection.ts';
import { changeMatches } from './changeMatches.ts';
import {
  arrayField,
  booleanField,
  type Command,
  type CommandContext,
  collectionName,
  documentField,
  paceOf,
} from './command.ts';
import { firstMatch, type MatchQuery, tooFar, type Whereabouts } from './matchingRecords.ts';
import { runStatements } from './runStatements.ts';
import { readStatement, type StatementShape } from './statementFields.ts';
import { type Modification, modifiedBytes, parseModification, upsertBytes } from './updateStatement.ts';
import { WriteErrors } from './writeErrors.ts';

type Statement = MatchQuery & {
  modification: Modification;
  upsert: boolean;
  multi: boolean;
};

type Outcome = {
  matched: number;
  modified: number;
  upserted: Document[];
};

const statementShape: StatementShape = {
  path: 'update.updates',
  fields: new Set(['q', 'u', 'upsert', 'multi', 'arrayFilters', 'hint', 'collation']),
  required: ['q', 'u'],
  raw: new Set(['u']),
};

/** `{ update, updates: [{ q, u, upsert, multi, arrayFilters, hint }], ordered }` → `{ n, nModified, upserted?, writeErrors? }` */
export const update: Command = {
  name: 'update',
  fields: ['let', 'updates', 'ordered', 'bypassDocumentValidation'],
  async run(context) {
    const { command } = context;
    const name = collectionName(context);
    const errors = new WriteErrors(booleanField(command, 'ordered', true));
    const statements = arrayField(command, 'updates')
      .map((statement) => readStatement(statementShape, statement))
      .map((fields) => errors.prepare(() => parseStatement(fields)));
    const outcome: Outcome = { matched: 0, modified: 0, upserted: [] };
    await runStatements(context, name, statements, errors, {
      single: (statement, index, whereabouts) => updateOne(context, name, statement, index, whereabouts, outcome),
      multi: (statement, index) => updateMany(context, name, statement, index, outcome),
    });
    context.server.activity.documentsUpdated += outcome.modified;
    context.server.activity.documentsInserted += outcome.upserted.length;
    const n = outcome.matched + outcome.upserted.length;
    const reply = documentOf({ n: int32(n), nModified: int32(outcome.modified) });
    if (outcome.upserted.length > 0) reply.set('upserted', outcome.upserted);
    return errors.addTo(reply);
  },
};

function updateOne(
  context: CommandContext,
  name: string,
  statement: Statement,
  index: number,
  whereabouts: Whereabouts,
  outcome: Outcome,
): typeof tooFar | undefined {
  const { store } = context.server;
  const { filter, modification } = statement;
  const collection = store.catalog.find(context.database, name);
  const found = collection === undefined ? undefined : firstMatch(store, collection, statement, whereabouts);
  if (found === tooFar) return tooFar;
  if (collection !== undefined && found !== undefined) {
    const bytes = modifiedBytes(found.bytes, modification, filter, Date.now());
    if (bytes !== undefined) collection.replace(found.recordId, found.bytes, bytes);
    outcome.matched++;
    if (bytes !== undefined) outcome.modified++;
  } else if (statement.upsert) {
    outcome.upserted.push(upsert(context, store.catalog.findOrCreate(context.database, name), statement, index));
  }
  return undefined;
}

function upsert(context: CommandContext, collection: Collection, statement: Statement, index: number): Document {
  const { bytes, id } = upsertBytes(statement.filter, statement.modification, Date.now());
  collection.insert(bytes);
  context.server.store.noteGrowth(collection);
  return documentOf({ index: int32(index), _id: id });
}

async function updateMany(
  context: CommandContext,
  name: string,
  statement: Statement,
  index: number,
  outcome: Outcome,
): Promise<void> {
  const { store } = context.server;
  const matched = await changeMatches(context, name, paceOf(context), statement, (collection, record) => {
    const bytes = modifiedBytes(record.bytes, statement.modification, statement.filter, Date.now());
    outcome.matched++;
    if (bytes === undefined) return;
    collection.replace(record.recordId, record.bytes, bytes);
    outcome.modified++;
  });
  if (matched > 0 || !statement.upsert) return;
  await store.write(() => updateOne(context, name, statement, index, 'nowhere', outcome));
}

function parseStatement(fields: Document): Statement {
  const q = documentField(fields, 'q') ?? new Map();
  const arrayFilters = fields.has('arrayFilters') ? arrayField(fields, 'arrayFilters') : [];
  const collation = parseCollation(fields.get('collation'));
  const modification = parseModification(fields.get('u'), arrayFilters, collation);
  const multi = booleanField(fields, 'multi', false);
  if (multi && modification.kind === 'replacement') {
    throw mongoError('FailedToParse', 'multi update is not supported for replacement-style update');
  }
  return {
    filter: compileFilter(q, collation),
    modification,
    upsert: booleanField(fields, 'upsert', false),
    multi,
    hint: fields.get('hint'),
    sort: undefined,
  };
}
