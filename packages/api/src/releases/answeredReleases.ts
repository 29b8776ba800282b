import { answeredCriteria, answersOfRules, openRuleReads } from '@assay/application';
import type { ReleaseCriterionView, ReleaseId, ReleaseView, ShippedVersion } from '@assay/contract';
import { DomainError, type ReleaseAnswers, releaseDecider } from '@assay/domain';
import { ReadModelsLagging } from '@assay/projections';
import type { Api } from '../api.ts';
import type { ApiKeyCaller, Member } from '../http/callers.ts';
import { askIssues, issuesInTime, recentIssues } from './releaseIssues.ts';

type Asker = Pick<Member | ApiKeyCaller, 'accountId' | 'models'>;

/**
 * @returns the releases, undecided ones with their criteria counted that are met by their rules now; while read models
 * lag, these are open
 */
export async function countedReleases(
  api: Api,
  { accountId, models }: Asker,
  releases: readonly ReleaseView[],
): Promise<ReleaseView[]> {
  const mayBeMet = releases.filter(
    ({ decision, criteriaCount, completedCount }) => decision === null && completedCount < criteriaCount,
  );
  const askedOf = await models.openRules(mayBeMet.map(({ id }) => id));
  if (askedOf.size === 0) return [...releases];
  try {
    // A run that the read models do not show yet may have failed.
    await api.readModels.require({ scope: accountId });
  } catch (error) {
    // What is not known yet is open; the releases themselves can be shown.
    if (error instanceof ReadModelsLagging) return [...releases];
    throw error;
  }
  const reads = openRuleReads(models, issuesInTime(api, accountId));
  const now = Date.now();
  return Promise.all(
    releases.map(async (release) => {
      const answers = await answersOfRules(reads, release, askedOf.get(release.id) ?? [], now);
      const met = answers.filter(({ answer }) => answer === 'met').length;
      return { ...release, completedCount: release.completedCount + met };
    }),
  );
}

/** @returns the criteria, those of an undecided release with what their rules answer now */
export async function criteriaNow(
  api: Api,
  { accountId, models }: Asker,
  release: ReleaseView,
  criteria: readonly ReleaseCriterionView[],
): Promise<readonly ReleaseCriterionView[]> {
  // The decision keeps what was answered then.
  if (release.decision !== null || criteria.every(({ rule }) => rule === null)) return criteria;
  // A run that the read models do not show yet may have failed.
  await api.readModels.require({ scope: accountId });
  return answeredCriteria(openRuleReads(models, recentIssues(api, accountId)), release, criteria, Date.now());
}

/**
 * @param ships in place of what the release ships now
 * @returns what counts at a decision
 * @throws DomainError `release.notFound`
 */
export async function answersAtDecision(
  api: Api,
  { accountId, models }: Asker,
  id: ReleaseId,
  ships?: ShippedVersion[],
): Promise<ReleaseAnswers> {
  const { state } = await api.eventLog.load(releaseDecider, id);
  if (state.status !== 'created') throw new DomainError('release.notFound');
  const shipped = ships ?? state.ships;
  const { title } = state.settings;
  const ruled = state.criteria.flatMap(({ criterionId, rule }) => (rule === null ? [] : [{ criterionId, rule }]));
  if (ruled.length > 0) await api.readModels.require({ scope: accountId });
  const rules = ruled.map(({ rule }) => rule);
  const answers = (
    await answersOfRules(
      openRuleReads(models, askIssues(api, accountId)),
      { id, title, ships: shipped },
      rules,
      Date.now(),
    )
  ).values();
  const answerOf = ({ criterionId }: (typeof ruled)[number]) => {
    const { value } = answers.next();
    return value ? [{ ...value, criterionId }] : [];
  };
  return { ships: shipped, answers: ruled.flatMap(answerOf) };
}
