import type { Collection, Db } from 'mongodb';
import { projectionList } from './projectionList.ts';

type RebuildRequest = { _id: string; requestedAt: Date };

function requests(db: Db): Collection<RebuildRequest> {
  return db.collection('rebuildRequests');
}

/**
 * Asks the projector to rebuild a read model.
 * @returns whether it is done already; ask again until it is.
 * @throws RangeError for an unknown read model, naming those there are.
 */
export async function requestRebuild(db: Db, name: string): Promise<{ isDone: () => Promise<boolean> }> {
  const names = projectionList.map((projection) => projection.name);
  if (!names.includes(name)) throw new RangeError(`${name} is no read model. There are: ${names.join(', ')}.`);
  await requests(db).replaceOne({ _id: name }, { requestedAt: new Date() }, { upsert: true });
  return { isDone: async () => (await requests(db).findOne({ _id: name })) === null };
}

/** Waiting requests, for the one projector there is; a request is deleted once it is carried out. */
export function rebuildRequests(db: Db): { waiting(): Promise<string[]>; done(name: string): Promise<void> } {
  return {
    waiting: async () => (await requests(db).find().toArray()).map(({ _id }) => _id),
    done: async (name) => {
      await requests(db).deleteOne({ _id: name });
    },
  };
}
