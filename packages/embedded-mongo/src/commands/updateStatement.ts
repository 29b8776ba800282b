import { type TextOrder, valuesEqual } from '../bson/compareValues.ts';
import { firstFieldName, readDocument, validateBson } from '../bson/readBson.ts';
import { RawDocument, type Value } from '../bson/values.ts';
import { writeDocument } from '../bson/writeBson.ts';
import { mongoError } from '../errors/mongoError.ts';
import type { Filter } from '../query/filter.ts';
import { checkId, idOrNew, withIdFirst } from '../storage/documentId.ts';
import { compilePipelineUpdate } from '../update/compilePipelineUpdate.ts';
import { changedId, compileUpdate, type Update } from '../update/compileUpdate.ts';
import { equalityFields, equalityId } from '../update/upsertDocument.ts';

/** How an update changes a document: operators, a pipeline, or a replacement kept as bytes. */
export type Modification = { kind: 'replacement'; bytes: Buffer } | { kind: 'operators'; update: Update };

/**
 * Reads the `u` of an update or the `update` of findAndModify.
 * @param collation how its operators compare text; undefined for the simple collation
 */
export function parseModification(
  update: Value | undefined,
  arrayFilters: readonly Value[],
  collation: TextOrder | undefined,
): Modification {
  if (Array.isArray(update)) {
    const stages = update.map((stage) => (stage instanceof RawDocument ? readDocument(stage.bytes) : stage));
    return { kind: 'operators', update: compilePipelineUpdate(stages) };
  }
  const bytes =
    update instanceof RawDocument ? update.bytes : update instanceof Map ? writeDocument(update) : undefined;
  if (bytes === undefined) {
    throw mongoError('FailedToParse', 'Update argument must be either an object or an array');
  }
  if (firstFieldName(bytes)?.startsWith('$') === true) {
    return { kind: 'operators', update: compileUpdate(readDocument(bytes), arrayFilters, collation) };
  }
  if (arrayFilters.length > 0)
    throw mongoError('FailedToParse', 'arrayFilters may not be specified for replacement-style updates');
  validateBson(bytes);
  return { kind: 'replacement', bytes };
}

/**
 * The new bytes of a document, or undefined when nothing changes. Throws ImmutableField when `_id` would change, and
 * the errors of the operators.
 */
export function modifiedBytes(
  old: Buffer,
  modification: Modification,
  filter: Filter,
  now: number,
): Buffer | undefined {
  if (modification.kind === 'operators') {
    const updated = modification.update(readDocument(old), { inserting: false, now }, filter);
    return unlessEqual(writeDocument(updated), old);
  }
  const id = readDocument(old, { only: idOnly }).get('_id') ?? null;
  return unlessEqual(replacementBytes(modification.bytes, id), old);
}

/** The replacement, with the document's own `_id` in front. */
function replacementBytes(bytes: Buffer, id: Value): Buffer {
  const given = readDocument(bytes, { only: idOnly }).get('_id');
  if (given !== undefined && !valuesEqual(given, id)) throw changedId(id);
  if (given !== undefined && firstFieldName(bytes) === '_id') return bytes;
  return writeDocument(withIdFirst(readDocument(bytes), id));
}

/** The document that an upsert inserts when nothing matches. */
export function upsertBytes(filter: Filter, modification: Modification, now: number): { bytes: Buffer; id: Value } {
  if (modification.kind === 'replacement') {
    const own = readDocument(modification.bytes, { only: idOnly });
    const [given, wanted] = [own.get('_id'), equalityId(filter.source)];
    if (given !== undefined && wanted !== undefined && !valuesEqual(given, wanted)) throw changedId(wanted);
    const id = given !== undefined || wanted === undefined ? idOrNew(own) : wanted;
    checkId(id);
    return { bytes: replacementBytes(modification.bytes, id), id };
  }
  const start = equalityFields(filter.source);
  const updated = modification.update(start, { inserting: true, now }, filter);
  const id = idOrNew(updated);
  return { bytes: writeDocument(withIdFirst(updated, id)), id };
}

const idOnly: ReadonlySet<string> = new Set(['_id']);

function unlessEqual(updated: Buffer, old: Buffer): Buffer | undefined {
  return updated.equals(old) ? undefined : updated;
}
