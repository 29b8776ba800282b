import type { Document, Value } from '../bson/values.ts';
import { locationError } from '../errors/mongoError.ts';
import { identityOf } from '../storage/keyEncoding.ts';
import type { Accumulator } from './accumulator.ts';
import { compileAccumulator } from './accumulators.ts';
import { compileExpression, noVariables } from './compileExpression.ts';
import { MemoryLimit } from './memoryLimit.ts';
import type { Stage } from './stage.ts';

const chunkSize = 128;
/** Estimated bytes of a group besides its id and collected values. */
const bytesPerGroup = 200;

/** `{ _id: expression, name: { $accumulator: expression } }` */
export function groupStage(spec: Document): Stage {
  const idSpec = spec.get('_id');
  if (idSpec === undefined) throw locationError(15955, 'a group specification must include an _id');
  const id = compileExpression(idSpec);
  const fields = [...spec]
    .filter(([name]) => name !== '_id')
    .map(([name, operand]) => compileAccumulator(name, operand));
  const collects = fields.map((field) => field.collects === true);
  return async function* (input) {
    const memory = new MemoryLimit('$group');
    const groups = new Map<string, { id: Value; accumulators: Accumulator[] }>();
    for await (const chunk of input) {
      for (const document of chunk) {
        const value = id(document, noVariables) ?? null;
        const identity = identityOf(value);
        let group = groups.get(identity);
        if (group === undefined) {
          group = { id: value, accumulators: fields.map((field) => field.start()) };
          groups.set(identity, group);
          memory.add(bytesPerGroup + identity.length);
        }
        for (let i = 0; i < fields.length; i++) {
          const added = fields[i]?.valueOf(document);
          if (collects[i] === true && added !== undefined) memory.add(identityOf(added).length);
          group.accumulators[i]?.add(added);
        }
      }
    }
    let out: Document[] = [];
    for (const group of groups.values()) {
      const result: Document = new Map([['_id', group.id]]);
      fields.forEach(({ name }, i) => {
        result.set(name, group.accumulators[i]?.result() ?? null);
      });
      out.push(result);
      if (out.length < chunkSize) continue;
      yield out;
      out = [];
    }
    if (out.length > 0) yield out;
  };
}
