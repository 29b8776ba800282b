import type { TextOrder } from '../bson/compareValues.ts';
import { readDocument } from '../bson/readBson.ts';
import { type Document, documentOf, int32, RawDocument, type Value } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import { compileFilter } from '../query/compileFilter.ts';
import { compileProjection } from '../query/compileProjection.ts';
import type { Filter } from '../query/filter.ts';
import type { Collection } from '../storage/collection.ts';
import type { Store } from '../storage/store.ts';
import { arrayField, booleanField, type Command, collectionName, documentField, paceOf } from './command.ts';
import { firstMatch, tooFar, type Whereabouts, writeFirstMatch } from './matchingRecords.ts';
import { type Modification, modifiedBytes, parseModification, upsertBytes } from './updateStatement.ts';

type Request = {
  filter: Filter;
  sort: Document | undefined;
  hint: Value | undefined;
  /** Undefined removes the document. */
  modification: Modification | undefined;
  upsert: boolean;
  returnNew: boolean;
};

/**
 * `{ findAndModify, query, sort, update | remove, new, upsert, fields, arrayFilters, hint }` → `{ value,
 * lastErrorObject }`. Finding and changing happen in one transaction: two callers never get the same document in the
 * same state.
 */
export const findAndModify: Command = {
  name: 'findAndModify',
  fields: [
    'collation',
    'let',
    'query',
    'sort',
    'update',
    'remove',
    'new',
    'upsert',
    'fields',
    'arrayFilters',
    'hint',
    'bypassDocumentValidation',
  ],
  async run(context) {
    const { server, database, command, collation } = context;
    const name = collectionName(context);
    const request = parseRequest(command, collation);
    const fields = documentField(command, 'fields');
    const projection =
      fields === undefined || fields.size === 0 ? undefined : compileProjection(fields, 'query', collation);
    const { store } = server;
    const find = (): Collection | undefined => store.catalog.find(database, name);
    const { value, result } = await writeFirstMatch(store, find, request, paceOf(context), (whereabouts) => {
      const collection = request.upsert ? store.catalog.findOrCreate(database, name) : find();
      return collection === undefined ? notFound(request) : execute(store, collection, request, whereabouts);
    });
    const returned =
      value === undefined
        ? null
        : projection === undefined
          ? new RawDocument(value)
          : projection.project(readDocument(value));
    return documentOf({ lastErrorObject: result, value: returned });
  },
};

export const findandmodify: Command = { ...findAndModify, name: 'findandmodify' };

type Outcome = {
  value: Buffer | undefined;
  result: Document;
};

function execute(
  store: Store,
  collection: Collection,
  request: Request,
  whereabouts: Whereabouts,
): Outcome | typeof tooFar {
  const { filter, modification } = request;
  const found = firstMatch(store, collection, request, whereabouts);
  if (found === tooFar) return tooFar;
  if (found === undefined) {
    if (!request.upsert || modification === undefined) return notFound(request);
    const { bytes, id } = upsertBytes(filter, modification, Date.now());
    collection.insert(bytes);
    store.noteGrowth(collection);
    return {
      value: request.returnNew ? bytes : undefined,
      result: documentOf({ n: int32(1), updatedExisting: false, upserted: id }),
    };
  }
  if (modification === undefined) {
    collection.remove(found.recordId, found.bytes);
    return { value: found.bytes, result: documentOf({ n: int32(1) }) };
  }
  const bytes = modifiedBytes(found.bytes, modification, filter, Date.now());
  if (bytes !== undefined) collection.replace(found.recordId, found.bytes, bytes);
  return {
    value: request.returnNew ? (bytes ?? found.bytes) : found.bytes,
    result: documentOf({ n: int32(1), updatedExisting: true }),
  };
}

function notFound(request: Request): Outcome {
  const result = documentOf({ n: int32(0) });
  if (request.modification !== undefined) result.set('updatedExisting', false);
  return { value: undefined, result };
}

function parseRequest(command: Document, collation: TextOrder | undefined): Request {
  const remove = booleanField(command, 'remove', false);
  const update = command.get('update');
  const upsert = booleanField(command, 'upsert', false);
  const returnNew = booleanField(command, 'new', false);
  if (remove && update !== undefined)
    throw mongoError('FailedToParse', "Cannot specify both an 'update' and 'remove'=true");
  if (remove && upsert) throw mongoError('FailedToParse', "Cannot specify both 'upsert'=true and 'remove'=true ");
  if (remove && returnNew) {
    throw mongoError(
      'FailedToParse',
      "Cannot specify both 'new'=true and 'remove'=true; 'remove' always returns the deleted document",
    );
  }
  if (!remove && update === undefined)
    throw mongoError('FailedToParse', "Either an 'update' or 'remove'=true must be specified");
  const arrayFilters = command.has('arrayFilters') ? arrayField(command, 'arrayFilters') : [];
  return {
    filter: compileFilter(documentField(command, 'query') ?? new Map(), collation),
    sort: documentField(command, 'sort'),
    hint: command.get('hint'),
    modification: remove ? undefined : parseModification(update, arrayFilters, collation),
    upsert,
    returnNew,
  };
}
