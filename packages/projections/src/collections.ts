import type { Collection, Db } from 'mongodb';
import type { Projection } from './projection.ts';
import { projectionList } from './projectionList.ts';
import type { ProjectionState } from './projectionStates.ts';
import type { projections } from './projections.ts';

type CollectionOf<OneProjection> = OneProjection extends Projection<infer Document> ? Collection<Document> : never;

/** The collections that readers use now. */
export type Collections = { [Name in keyof typeof projections]: CollectionOf<(typeof projections)[Name]> };

/** @param states where the projections are; one that was never built yet is read from where it will be. */
export function liveCollections(db: Db, states: readonly ProjectionState[]): Collections {
  const names = new Map(states.map(({ _id, live }) => [_id, live]));
  const collections: object = Object.fromEntries(
    projectionList.map(({ name, version }) => [name, db.collection(names.get(name) ?? `${name}_v${version}`)]),
  );
  return collections as Collections;
}
