import { compareValues } from '../bson/compareValues.ts';
import { readDocument } from '../bson/readBson.ts';
import { documentOf, type Value } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import { compileFilter } from '../query/compileFilter.ts';
import { valuesAtPath } from '../query/documentPath.ts';
import { planQuery } from '../query/planQuery.ts';
import { RecordScan } from '../query/recordScan.ts';
import { maxDocumentBytes } from '../storage/collection.ts';
import { identityOf } from '../storage/keyEncoding.ts';
import { type Command, collectionName, documentField, missingField, paceOf, wrongType } from './command.ts';

/** `{ distinct, key, query, hint }` → `{ values }` */
export const distinct: Command = {
  name: 'distinct',
  fields: ['collation', 'key', 'query', 'hint'],
  async run(context) {
    const { server, database, command, collation } = context;
    const key = command.get('key');
    if (key === undefined) throw missingField('distinct.key');
    if (typeof key !== 'string') throw wrongType('distinct.key', key, 'string');
    const filter = compileFilter(documentField(command, 'query') ?? new Map(), collation);
    const { environment, catalog } = server.store;
    const collection = catalog.find(database, collectionName(context));
    const { plan } = planQuery(collection, filter, undefined, command.get('hint'));
    if (collection === undefined) return documentOf({ values: [] });
    const path = key.split('.');
    const only = new Set([path[0] ?? '']);
    const values = new Map<string, Value>();
    let size = 0;
    const pace = paceOf(context);
    const view = environment.root.useReadTransaction();
    const scan = new RecordScan(environment, collection, plan, filter);
    try {
      for (let next = scan.next(view); next !== undefined; next = scan.next(view)) {
        if (pace.step()) await pace.pause();
        if (next === 'miss') continue;
        for (const value of valuesAtPath(readDocument(next.bytes, { only }), path)) {
          const identity = identityOf(value);
          if (values.has(identity)) continue;
          values.set(identity, value);
          size += identity.length;
        }
        if (size > maxDocumentBytes) throw mongoError('DistinctTooBig', 'distinct too big, 16mb cap');
      }
    } finally {
      scan.release();
      view.done();
    }
    const sorted = [...values.values()].sort((a, b) => compareValues(a, b, collation));
    const equalsLast = (value: Value, i: number): boolean =>
      i > 0 && compareValues(value, sorted[i - 1], collation) === 0;
    return documentOf({ values: sorted.filter((value, i) => !equalsLast(value, i)) });
  },
};
