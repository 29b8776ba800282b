import { readDocument } from '../bson/readBson.ts';
import { type Document, Regex, type Value } from '../bson/values.ts';
import { locationError, mongoError } from '../errors/mongoError.ts';
import { compileFilter } from '../query/compileFilter.ts';
import { someAtPath, valuesAtPath } from '../query/documentPath.ts';
import type { Filter } from '../query/filter.ts';
import { planQuery } from '../query/planQuery.ts';
import { RecordScan } from '../query/recordScan.ts';
import type { Collection } from '../storage/collection.ts';
import type { ReadView } from '../storage/environment.ts';
import { identityOf } from '../storage/keyEncoding.ts';
import { copyValue } from '../update/copyValue.ts';
import { getAtPath, setAtPath } from '../update/fieldPath.ts';
import { MemoryLimit } from './memoryLimit.ts';
import type { PipelineContext } from './pipelineContext.ts';
import type { Stage } from './stage.ts';

type LookupSpec = {
  from: string;
  localField: string[];
  foreignField: string;
  as: string[];
};

/**
 * `{ from, localField, foreignField, as }`: uses an index on the foreign field if there is one; otherwise reads the
 * foreign collection once and keeps its documents by the values of that field, within the memory limit of a stage.
 */
export function lookupStage(operand: Value, context: PipelineContext): Stage {
  const spec = parseLookup(operand);
  return async function* (input) {
    const foreign = context.store.catalog.find(context.database, spec.from);
    let join: ((local: Value[]) => Document[] | Promise<Document[]>) | undefined;
    for await (const chunk of input) {
      const view = context.store.environment.root.useReadTransaction();
      try {
        if (foreign === undefined) join = () => [];
        else if (usesIndex(foreign, spec)) join = (local) => findByIndex(context, foreign, spec, local, view);
        else join ??= await hashJoin(context, foreign, spec, view);
        const out: Document[] = [];
        const [top = ''] = spec.as;
        for (const document of chunk) {
          const joined: Document = new Map(document);
          if (spec.as.length > 1) joined.set(top, copyValue(document.get(top) ?? new Map()));
          setAtPath(joined, spec.as, await join(localValues(document, spec.localField)));
          out.push(joined);
        }
        yield out;
      } finally {
        view.done();
      }
    }
  };
}

/** The values of the local field: each element of an array, and null when it is missing. */
function localValues(document: Document, path: readonly string[]): Value[] {
  const value = path.length === 1 ? document.get(path[0] ?? '') : getAtPath(document, [...path]);
  if (Array.isArray(value)) return value;
  if (value !== undefined) return [value];
  const inside = valuesAtPath(document, path);
  return inside.length > 0 ? inside : [null];
}

function usesIndex(foreign: Collection, spec: LookupSpec): boolean {
  return planQuery(foreign, foreignFilter(spec, [1])).plan.kind !== 'records';
}

function foreignFilter({ foreignField }: LookupSpec, values: Value[]): Filter {
  const equal = (value: Value): Document => new Map([[foreignField, new Map([['$eq', value]])]]);
  const [only] = values;
  if (values.length === 1 && only !== undefined) return compileFilter(equal(only), undefined);
  if (values.some((value) => value instanceof Regex))
    return compileFilter(new Map([['$or', values.map(equal)]]), undefined);
  return compileFilter(new Map([[foreignField, new Map([['$in', values]])]]), undefined);
}

async function findByIndex(
  { store: { environment }, pace }: PipelineContext,
  foreign: Collection,
  spec: LookupSpec,
  values: Value[],
  view: ReadView,
): Promise<Document[]> {
  if (values.length === 0) return [];
  const filter = foreignFilter(spec, values);
  const scan = new RecordScan(environment, foreign, planQuery(foreign, filter).plan, filter);
  const found: Document[] = [];
  const memory = new MemoryLimit('$lookup');
  try {
    for (let next = scan.next(view); next !== undefined; next = scan.next(view)) {
      if (pace().step()) await pace().pause();
      if (next === 'miss') continue;
      memory.add(next.bytes.length);
      found.push(readDocument(next.bytes));
    }
  } finally {
    scan.release();
  }
  return found;
}

async function hashJoin(
  { store: { environment }, pace }: PipelineContext,
  foreign: Collection,
  { foreignField }: LookupSpec,
  view: ReadView,
): Promise<(local: Value[]) => Document[]> {
  const path = foreignField.split('.');
  const byValue = new Map<string, Document[]>();
  const memory = new MemoryLimit('$lookup');
  const filter = compileFilter(new Map(), undefined);
  const scan = new RecordScan(environment, foreign, planQuery(foreign, filter).plan, filter);
  try {
    for (let next = scan.next(view); next !== undefined; next = scan.next(view)) {
      if (pace().step()) await pace().pause();
      if (next === 'miss') continue;
      memory.add(next.bytes.length);
      const document = readDocument(next.bytes);
      for (const identity of new Set(foreignValues(document, path).map(identityOf))) {
        const known = byValue.get(identity);
        if (known === undefined) byValue.set(identity, [document]);
        else known.push(document);
      }
    }
  } finally {
    scan.release();
  }
  return (local) => {
    const found = new Set<Document>();
    for (const value of local) for (const document of byValue.get(identityOf(value)) ?? []) found.add(document);
    return [...found];
  };
}

/** The values that an equality on the path finds: an array by its elements and as a whole, a missing value by null. */
function foreignValues(document: Document, path: readonly string[]): Value[] {
  const values: Value[] = [];
  someAtPath(document, path, 0, true, (value) => {
    values.push(value ?? null);
    return false;
  });
  return values;
}

function parseLookup(operand: Value): LookupSpec {
  if (!(operand instanceof Map)) throw mongoError('FailedToParse', 'the $lookup specification must be an Object');
  for (const [name, value] of operand) {
    if (name === 'let' || name === 'pipeline') {
      throw mongoError('NotImplemented', `$lookup by a ${name} is not supported; give localField and foreignField`);
    }
    if (!['from', 'localField', 'foreignField', 'as'].includes(name)) {
      throw mongoError('FailedToParse', `unknown argument to $lookup: ${name}`);
    }
    if (typeof value !== 'string') {
      throw mongoError('FailedToParse', `$lookup argument '${name}' must be a string`);
    }
  }
  const text = (name: string): string => {
    const value = operand.get(name);
    if (typeof value !== 'string' || value === '') {
      throw mongoError(
        'FailedToParse',
        `$lookup requires 'from', 'localField', 'foreignField' and 'as' to be specified`,
      );
    }
    if (value.startsWith('$')) throw locationError(16410, `FieldPath field names may not start with '$'.`);
    return value;
  };
  return {
    from: text('from'),
    localField: text('localField').split('.'),
    foreignField: text('foreignField'),
    as: text('as').split('.'),
  };
}
