import type { Collection, Db } from 'mongodb';
import { type KnownDocuments, knownDocuments, openReaderCache, type ReaderCache } from './knownDocuments.ts';
import type { Projection, ReadModelDocument } from './projection.ts';
import { projectionList } from './projectionList.ts';
import type { ProjectionState } from './projectionStates.ts';
import type { projections } from './projections.ts';

type CollectionOf<OneProjection> = OneProjection extends Projection<infer Document> ? Collection<Document> : never;

/** The collections that readers use now. */
export type Collections = { [Name in keyof typeof projections]: CollectionOf<(typeof projections)[Name]> } & {
  /** Documents that readers cache. */
  known: KnownDocuments;
};

/**
 * @param states where the projections are; one that was never built yet is read from where it will be.
 * @param cache by default one that caches nothing, because it follows no notices
 * @param areLive whether readers still use these collections
 */
export function liveCollections(
  db: Db,
  states: readonly ProjectionState[],
  cache: ReaderCache = openReaderCache(),
  areLive: () => boolean = () => true,
): Collections {
  const names = new Map(states.map(({ _id, live }) => [_id, live]));
  const collections = Object.fromEntries(
    projectionList.map(({ name, version }) => [
      name,
      db.collection<ReadModelDocument>(names.get(name) ?? `${name}_v${version}`),
    ]),
  );
  const all: object = { ...collections, known: knownDocuments(collections, cache, areLive) };
  return all as Collections;
}
