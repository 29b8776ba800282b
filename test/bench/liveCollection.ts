import type { Collection, Document } from 'mongodb';
import type { Workbench } from './workbench.ts';

/** @returns the collection that the api reads a read model from. */
export async function liveCollection(bench: Workbench, name: string): Promise<Collection<Document>> {
  const db = await bench.readModels();
  const state = await db.collection<{ _id: string; live: string }>('projectionStates').findOne({ _id: name });
  if (!state) throw new RangeError(`there is no read model ${name}`);
  return db.collection(state.live);
}
