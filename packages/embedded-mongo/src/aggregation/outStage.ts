import { randomUUID } from 'node:crypto';
import type { Value } from '../bson/values.ts';
import { locationError } from '../errors/mongoError.ts';
import { temporaryPrefix } from '../storage/catalog.ts';
import type { Collection } from '../storage/collection.ts';
import { documentBytes, type Target, targetOf } from './outputTarget.ts';
import type { PipelineContext } from './pipelineContext.ts';
import type { Stage } from './stage.ts';

/**
 * `'collection'` or `{ db, coll }`: its content is replaced in one step once all results are computed; indexes stay.
 */
export function outStage(operand: Value, context: PipelineContext): Stage {
  const target = targetOf(operand, context);
  if (target === undefined) throw locationError(16990, '$out only supports a string or object argument');
  return async function* (input) {
    const { store } = context;
    const temporary = await store.write(() => createBeside(context, target));
    try {
      for await (const chunk of input) {
        await store.write(() => {
          for (const document of chunk) temporary.insert(documentBytes(document));
        });
      }
      await store.write(() => {
        const replaced = store.catalog.find(target.database, target.name);
        if (replaced !== undefined) store.catalog.drop(replaced);
        store.catalog.rename(temporary, target.database, target.name);
      });
    } catch (error) {
      await store.write(() => (temporary.dropped ? undefined : store.catalog.drop(temporary)));
      throw error;
    }
    yield [];
  };
}

/** Inside a write: creates an empty collection with the indexes of the target. */
function createBeside({ store: { catalog } }: PipelineContext, target: Target): Collection {
  const present = catalog.find(target.database, target.name);
  if (present?.capped !== undefined) {
    throw locationError(17152, `namespace '${present.namespace}' is capped so it can't be used for $out`);
  }
  const temporary = catalog.create(target.database, `${temporaryPrefix}${randomUUID()}`);
  for (const { name, spec } of present?.indexes ?? []) {
    if (name !== '_id_') catalog.finishBuild(temporary, catalog.startBuild(temporary, spec));
  }
  return temporary;
}
