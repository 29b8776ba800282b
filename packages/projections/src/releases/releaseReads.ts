import type { ReleaseCriterionView, ReleaseId, ReleasePage, ReleaseView } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { findActors, personOf } from '../people/findActors.ts';
import type { AccountReader } from '../readers.ts';
import type { ReleaseDocument } from './releases.ts';

type Listed = Omit<ReleaseDocument, 'criteria'>;

/** Criteria may be many, and lists show their counts only. */
const withoutCriteria = { criteria: 0 } as const;

async function viewsOf(collections: Collections, found: readonly Listed[]): Promise<ReleaseView[]> {
  const actors = await findActors(
    collections,
    found.flatMap(({ createdBy, decisions }) => [createdBy, ...decisions.map(({ decidedBy }) => decidedBy)]),
  );
  return found.map((document) => {
    const { releaseId: id, title, description, proposedReleaseDate, actualReleaseDate, criteriaCount } = document;
    const { completedCount, createdAt, changedAt, position, revision } = document;
    const decisions = document.decisions.map(({ decidedBy, ...decided }) => ({
      ...decided,
      decidedBy: personOf(actors, decidedBy),
    }));
    return {
      id,
      title,
      description,
      proposedReleaseDate,
      actualReleaseDate,
      decision: decisions.at(-1)?.decision ?? null,
      decisions,
      criteriaCount,
      completedCount,
      createdBy: personOf(actors, document.createdBy),
      createdAt,
      changedAt,
      position,
      revision: String(revision),
    };
  });
}

/** A page of releases: undecided ones by proposed date, then decided ones, the latest decision first. */
async function findReleasePage(
  { collections, accountId, projected }: AccountReader,
  { offset, limit }: { offset: number; limit: number },
): Promise<ReleasePage> {
  const { releases } = collections;
  const position = await projected();
  const [found, total, undecided] = await Promise.all([
    releases
      .find({ accountId }, { projection: withoutCriteria })
      .sort({ order: 1, _id: 1 })
      .skip(offset)
      .limit(limit)
      .toArray(),
    releases.countDocuments({ accountId }),
    releases.countDocuments({ accountId, decided: false }),
  ]);
  return { releases: await viewsOf(collections, found), total, undecided, position };
}

/** @returns null when the account has no release with this id */
async function findRelease(
  { collections, accountId }: AccountReader,
  releaseId: ReleaseId,
): Promise<ReleaseView | null> {
  const found = await collections.releases.findOne({ _id: releaseId, accountId }, { projection: withoutCriteria });
  const [view] = found ? await viewsOf(collections, [found]) : [];
  return view ?? null;
}

/** @returns the criteria in order; null when the account has no release with this id */
async function findReleaseCriteria(
  { collections, accountId }: AccountReader,
  releaseId: ReleaseId,
): Promise<ReleaseCriterionView[] | null> {
  const found = await collections.releases.findOne({ _id: releaseId, accountId });
  if (!found) return null;
  const actors = await findActors(
    collections,
    found.criteria.flatMap(({ completedBy }) => completedBy ?? []),
  );
  return found.criteria.map(({ criterionId: id, text, completedAt, completedBy }) => ({
    releaseId,
    id,
    text,
    completedAt,
    completedBy: completedBy && personOf(actors, completedBy),
  }));
}

export const releaseReads = {
  releasePage: findReleasePage,
  release: findRelease,
  releaseCriteria: findReleaseCriteria,
};
