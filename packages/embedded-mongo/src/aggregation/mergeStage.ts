import { readDocument } from '../bson/readBson.ts';
import type { Document, Value } from '../bson/values.ts';
import { locationError, mongoError } from '../errors/mongoError.ts';
import type { Collection } from '../storage/collection.ts';
import type { IndexDefinition } from '../storage/indexDefinition.ts';
import { fitKey } from '../storage/keyEncoding.ts';
import { documentBytes, type Target, targetOf } from './outputTarget.ts';
import type { PipelineContext } from './pipelineContext.ts';
import type { Stage } from './stage.ts';

const matchedActions = ['replace', 'keepExisting', 'merge', 'fail'] as const;
const notMatchedActions = ['insert', 'discard', 'fail'] as const;

type MergeSpec = {
  target: Target;
  on: string[];
  whenMatched: (typeof matchedActions)[number];
  whenNotMatched: (typeof notMatchedActions)[number];
};

/** `{ into, on, whenMatched, whenNotMatched }`: writes the results into a collection that keeps its other documents. */
export function mergeStage(operand: Value, context: PipelineContext): Stage {
  const spec = parseMerge(operand, context);
  return async function* (input) {
    const { store } = context;
    for await (const chunk of input) {
      await store.write(() => {
        const collection = store.catalog.findOrCreate(spec.target.database, spec.target.name);
        const index = uniqueIndex(collection, spec.on);
        for (const document of chunk) merge(collection, index, document, spec);
        store.noteGrowth(collection);
      });
    }
    yield [];
  };
}

function merge(collection: Collection, index: IndexDefinition, document: Document, spec: MergeSpec): void {
  const found = findByKey(collection, index, document);
  if (found === undefined) {
    if (spec.whenNotMatched === 'insert') collection.insert(documentBytes(document));
    else if (spec.whenNotMatched === 'fail') {
      throw mongoError(
        'MergeStageNoMatchingDocument',
        '$merge could not find a matching document in the target collection',
      );
    }
    return;
  }
  const old = readDocument(found.bytes);
  switch (spec.whenMatched) {
    case 'keepExisting':
      return;
    case 'fail':
      collection.insert(documentBytes(document));
      return;
    case 'replace':
      collection.replace(
        found.recordId,
        found.bytes,
        documentBytes(new Map([['_id', old.get('_id') ?? null], ...document])),
      );
      return;
    case 'merge':
      collection.replace(found.recordId, found.bytes, documentBytes(new Map([...old, ...document])));
      return;
    default:
      unknownMode(spec.whenMatched);
  }
}

function findByKey(
  collection: Collection,
  index: IndexDefinition,
  document: Document,
): { recordId: number; bytes: Buffer } | undefined {
  const [key] = index.keysOf(document).keys;
  const recordId = key === undefined ? undefined : collection.lookUp(index, fitKey(key), undefined);
  const bytes = recordId === undefined ? undefined : collection.read(recordId, undefined);
  return recordId === undefined || bytes === undefined ? undefined : { recordId, bytes };
}

/** The fields that documents are matched on must be unique in the target. */
function uniqueIndex(collection: Collection, on: readonly string[]): IndexDefinition {
  const found = collection.indexes.find(
    ({ unique, partial, fields }) =>
      unique && partial === undefined && fields.length === on.length && on.every((field) => fields.includes(field)),
  );
  if (found !== undefined) return found;
  throw locationError(51183, 'Cannot find index to verify that join fields will be unique');
}

function parseMerge(operand: Value, context: PipelineContext): MergeSpec {
  const spec = operand instanceof Map ? operand : new Map<string, Value>([['into', operand]]);
  for (const field of spec.keys()) {
    if (!['into', 'on', 'whenMatched', 'whenNotMatched'].includes(field)) {
      throw locationError(40415, `BSON field '$merge.${field}' is an unknown field.`);
    }
  }
  const target = targetOf(spec.get('into'), context);
  if (target === undefined) throw locationError(51178, "$merge 'into' field must be a string or an object");
  const on = spec.get('on') ?? '_id';
  return {
    target,
    on: (Array.isArray(on) ? on : [on]).map(String),
    whenMatched: mode('whenMatched', spec.get('whenMatched') ?? 'merge', matchedActions),
    whenNotMatched: mode('whenNotMatched', spec.get('whenNotMatched') ?? 'insert', notMatchedActions),
  };
}

function mode<T extends string>(field: string, value: Value, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  if (Array.isArray(value))
    throw mongoError('NotImplemented', '$merge with a pipeline for whenMatched is not supported');
  throw mongoError(
    'BadValue',
    `Enumeration value '${String(value)}' for field '$merge.${field}' is not a valid value.`,
  );
}

function unknownMode(mode: never): never {
  throw new Error(`no such mode: ${String(mode)}`);
}
