import type { Position } from '@assay/contract';
import type { Collection, Db } from 'mongodb';
import type { AnyProjection } from './projectionList.ts';

/**
 * State of a read model: the collection that readers use, and the one that is being built to replace it. The first build
 * writes to the live collection, because half a list is better than none.
 */
export type ProjectionState = {
  _id: string;
  live: string;
  version: number;
  position: Position | null;
  building: { collection: string; version: number; position: Position | null } | null;
  /** Collections that were replaced and are not dropped yet. */
  retired?: string[];
};

export type ProjectionStates = {
  all(): Promise<ProjectionState[]>;
  find(name: string): Promise<ProjectionState | null>;
  /** Ensures that the projection has a state, and begins a rebuild if its version changed or `rebuild` is set. */
  prepare(projection: AnyProjection, rebuild: boolean): Promise<ProjectionState>;
  writePosition(names: string[], position: Position): Promise<void>;
  writeBuildingPosition(name: string, position: Position): Promise<void>;
  /** Makes readers use the new collection. The old one stays until `dropRetired`: notices reach readers a little later. */
  switchOver(name: string): Promise<void>;
  /** Drops the collections that were replaced. */
  dropRetired(name: string): Promise<void>;
};

function collectionName(projection: AnyProjection, generation: string): string {
  return `${projection.name}_v${projection.version}${generation}`;
}

async function createCollection(db: Db, name: string, projection: AnyProjection): Promise<void> {
  await db.collection(name).drop();
  for (const index of projection.indexes) await db.collection(name).createIndex(index);
}

/** @param generation tells this rebuild from earlier ones of the same version; a different text each time */
export function openProjectionStates(db: Db, generation: () => string): ProjectionStates {
  const states: Collection<ProjectionState> = db.collection('projectionStates');

  const prepare: ProjectionStates['prepare'] = async (projection, rebuild) => {
    const { name: _id, version } = projection;
    const state = await states.findOne({ _id });
    if (!state) {
      const live = collectionName(projection, '');
      await createCollection(db, live, projection);
      const first: ProjectionState = { _id, live, version, position: null, building: null };
      await states.replaceOne({ _id }, first, { upsert: true });
      return first;
    }
    const wanted = rebuild || state.version !== version;
    const underWay = state.building?.version === version;
    if (state.building && underWay && !rebuild) return state;
    if (!wanted) {
      if (!state.building) return state;
      await db.collection(state.building.collection).drop();
      await states.updateOne({ _id }, { $set: { building: null } });
      return { ...state, building: null };
    }
    if (state.building) await db.collection(state.building.collection).drop();
    const collection = collectionName(projection, `_${generation()}`);
    await createCollection(db, collection, projection);
    const building = { collection, version, position: null };
    await states.updateOne({ _id }, { $set: { building } });
    return { ...state, building };
  };

  return {
    all: () => states.find().toArray(),
    find: (name) => states.findOne({ _id: name }),
    prepare,
    writePosition: async (names, position) => {
      await states.updateMany({ _id: { $in: names } }, { $set: { position } });
    },
    writeBuildingPosition: async (name, position) => {
      await states.updateOne({ _id: name }, { $set: { 'building.position': position } });
    },
    switchOver: async (name) => {
      const state = await states.findOne({ _id: name });
      if (!state?.building) return;
      const { collection: live, version, position } = state.building;
      const switched = { $set: { live, version, position, building: null }, $addToSet: { retired: state.live } };
      await states.updateOne({ _id: name }, switched);
    },
    dropRetired: async (name) => {
      const retired = (await states.findOne({ _id: name }))?.retired ?? [];
      for (const collection of retired) await db.collection(collection).drop();
      if (retired.length > 0) await states.updateOne({ _id: name }, { $pull: { retired: { $in: retired } } });
    },
  };
}
