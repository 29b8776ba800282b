import type {
  CriterionRule,
  ProjectId,
  ReleaseCriterionView,
  ReleaseId,
  ReleasePage,
  ReleaseView,
} from '@assay/contract';
import type { Collections } from '../collections.ts';
import { findActors, personOf } from '../people/findActors.ts';
import { readAny } from '../readAny.ts';
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
  const shipped = await projectsOf(collections, found);
  return found.map((document) => {
    const { releaseId: id, title, description, proposedReleaseDate, actualReleaseDate, criteriaCount } = document;
    const { ships, completedCount, createdAt, changedAt, position, revision } = document;
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
      ships: ships.map(({ projectId, commit }) => {
        const { name = projectId, key = projectId } = shipped.get(projectId) ?? {};
        return { projectId, projectName: name, projectKey: key, commit };
      }),
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

async function projectsOf({ projects }: Collections, found: readonly Listed[]) {
  const ids = [...new Set(found.flatMap(({ ships }) => ships.map(({ projectId }) => projectId)))];
  const named = await readAny(ids, (some) =>
    projects.find({ _id: { $in: some } }, { projection: { name: 1, key: 1 } }).toArray(),
  );
  return new Map(named.map(({ _id, name, key }) => [_id as string, { name, key }]));
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

/** @returns the releases that were created last, the newest first */
async function findLatestReleases({ collections, accountId }: AccountReader, limit: number): Promise<ReleaseView[]> {
  const found = collections.releases
    .find({ accountId }, { projection: withoutCriteria })
    .sort({ createdAt: -1 })
    .limit(limit);
  return viewsOf(collections, await found.toArray());
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

/**
 * @returns the criteria in order, those of rules open as long as there is no decision; null when the account has no
 * release with this id
 */
async function findReleaseCriteria(
  { collections, accountId }: AccountReader,
  releaseId: ReleaseId,
): Promise<ReleaseCriterionView[] | null> {
  const found = await collections.releases.findOne({ _id: releaseId, accountId });
  if (!found) return null;
  const [actors, { suiteNameOf, planNameOf, environmentNameOf }] = await Promise.all([
    findActors(
      collections,
      found.criteria.flatMap(({ completedBy, override }) =>
        [completedBy, override?.overriddenBy].flatMap((by) => by ?? []),
      ),
    ),
    namesOfRules(collections, found),
  ]);
  const openIds = found.decisions.at(-1)?.openCriterionIds ?? null;
  return found.criteria.map((criterion) => {
    const { criterionId: id, text, completedAt, completedBy, rule, answer, override } = criterion;
    return {
      releaseId,
      id,
      text,
      isOpen: openIds === null ? completedAt === null && override === null : openIds.includes(id),
      completedAt,
      completedBy: completedBy && personOf(actors, completedBy),
      rule: rule && {
        ...rule,
        testSuiteName: rule.testSuiteId && (suiteNameOf.get(rule.testSuiteId) ?? rule.testSuiteId),
        testPlanName: rule.testPlanId ? (planNameOf.get(rule.testPlanId) ?? rule.testPlanId) : null,
        environmentName: rule.environmentId && (environmentNameOf.get(rule.environmentId) ?? rule.environmentId),
      },
      answer,
      override: override && { ...override, overriddenBy: personOf(actors, override.overriddenBy) },
    };
  });
}

async function namesOfRules({ testSuites, testPlans, environments }: Collections, { criteria }: ReleaseDocument) {
  const rules = criteria.flatMap(({ rule }) => rule ?? []);
  const named = { projection: { name: 1 } };
  const [suites, plans, all] = await Promise.all([
    readAny(
      rules.flatMap(({ testSuiteId }) => testSuiteId ?? []),
      (ids) => testSuites.find({ _id: { $in: ids } }, named).toArray(),
    ),
    readAny(
      rules.flatMap(({ testPlanId }) => testPlanId ?? []),
      (ids) => testPlans.find({ _id: { $in: ids } }, named).toArray(),
    ),
    readAny(
      rules.flatMap(({ environmentId }) => environmentId ?? []),
      (ids) => environments.find({ _id: { $in: ids } }, named).toArray(),
    ),
  ]);
  return {
    suiteNameOf: new Map(suites.map(({ _id, name }) => [_id as string, name])),
    planNameOf: new Map(plans.map(({ _id, name }) => [_id as string, name])),
    environmentNameOf: new Map(all.map(({ _id, name }) => [_id as string, name])),
  };
}

/** As many decided releases are looked through, the latest decision first. */
const releasesSearched = 200;

/**
 * @param before the release that is asked about, which does not count
 * @returns when the account last decided Go on a release that ships a project, by the ids of these projects
 */
async function findLastGo(
  { collections, accountId }: AccountReader,
  projectIds: readonly ProjectId[],
  before: ReleaseId,
): Promise<Map<string, string>> {
  const decided = await collections.releases
    .find(
      { accountId, decided: true, _id: { $ne: before }, 'ships.projectId': { $in: [...projectIds] } },
      { projection: { ships: 1, decisions: 1 } },
    )
    .sort({ order: 1, _id: 1 })
    .limit(releasesSearched)
    .toArray();
  const lastGo = new Map<string, string>();
  for (const { ships, decisions } of decided) {
    const latest = decisions.at(-1);
    if (latest?.decision !== 'Go') continue;
    for (const { projectId } of ships) {
      if (!lastGo.has(projectId)) lastGo.set(projectId, latest.decidedAt);
    }
  }
  return lastGo;
}

/** @returns the rules of criteria that are neither completed nor overridden, by release; releases without one are left out */
async function findOpenRules(
  { collections, accountId }: AccountReader,
  releaseIds: readonly ReleaseId[],
): Promise<Map<string, CriterionRule[]>> {
  if (releaseIds.length === 0) return new Map();
  const found = await collections.releases
    .find({ accountId, _id: { $in: [...releaseIds] } }, { projection: { criteria: 1 } })
    .toArray();
  const rulesOf = ({ criteria }: Pick<ReleaseDocument, 'criteria'>) =>
    criteria.flatMap(({ rule, override }) => (rule !== null && override === null ? [rule] : []));
  return new Map(
    found.map((release) => [release._id as string, rulesOf(release)] as const).filter(([, { length }]) => length > 0),
  );
}

export const releaseReads = {
  openRules: findOpenRules,
  lastGo: findLastGo,
  releasePage: findReleasePage,
  latestReleases: findLatestReleases,
  release: findRelease,
  releaseCriteria: findReleaseCriteria,
};
