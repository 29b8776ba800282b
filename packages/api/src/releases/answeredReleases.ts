import { answeredCriteria, answersOfRules } from '@assay/application';
import type { ReleaseCriterionView, ReleaseId, ReleaseView, ShippedVersion } from '@assay/contract';
import { DomainError, type ReleaseAnswers, releaseDecider } from '@assay/domain';
import { ReadModelsLagging } from '@assay/projections';
import type { Api } from '../api.ts';
import type { ApiKeyCaller, Member } from '../http/callers.ts';

type Asker = Pick<Member | ApiKeyCaller, 'accountId' | 'models'>;

/** @returns an undecided release with its criteria counted that are met by their rules now; while read models lag, these are open */
export async function countedRelease(
  api: Pick<Api, 'readModels'>,
  caller: Asker,
  release: ReleaseView,
): Promise<ReleaseView> {
  const { id, ships, decision, criteriaCount, completedCount } = release;
  if (decision !== null || ships.length === 0 || completedCount === criteriaCount) return release;
  try {
    const criteria = await criteriaNow(api, caller, release, (await caller.models.releaseCriteria(id)) ?? []);
    return { ...release, completedCount: criteria.filter(({ isOpen }) => !isOpen).length };
  } catch (error) {
    // What is not known yet is open; the release itself can be shown.
    if (error instanceof ReadModelsLagging) return release;
    throw error;
  }
}

/** @returns the criteria, those of an undecided release with what their rules answer now */
export async function criteriaNow(
  { readModels }: Pick<Api, 'readModels'>,
  { accountId, models }: Asker,
  release: ReleaseView,
  criteria: readonly ReleaseCriterionView[],
): Promise<readonly ReleaseCriterionView[]> {
  // The decision keeps what was answered then.
  if (release.decision !== null || criteria.every(({ rule }) => rule === null)) return criteria;
  // A run that the read models do not show yet may have failed.
  await readModels.require({ scope: accountId });
  return answeredCriteria(models, release, criteria, Date.now());
}

/**
 * @param ships in place of what the release ships now
 * @returns what counts at a decision
 * @throws DomainError `release.notFound`
 */
export async function answersAtDecision(
  { eventLog, readModels }: Pick<Api, 'eventLog' | 'readModels'>,
  { accountId, models }: Asker,
  id: ReleaseId,
  ships?: ShippedVersion[],
): Promise<ReleaseAnswers> {
  const { state } = await eventLog.load(releaseDecider, id);
  if (state.status !== 'created') throw new DomainError('release.notFound');
  const shipped = ships ?? state.ships;
  const ruled = state.criteria.flatMap(({ criterionId, rule }) => (rule === null ? [] : [{ criterionId, rule }]));
  if (ruled.length > 0) await readModels.require({ scope: accountId });
  const rules = ruled.map(({ rule }) => rule);
  const answers = (await answersOfRules(models, { id, ships: shipped }, rules, Date.now())).values();
  const answerOf = ({ criterionId }: (typeof ruled)[number]) => {
    const { value } = answers.next();
    return value ? [{ ...value, criterionId }] : [];
  };
  return { ships: shipped, answers: ruled.flatMap(answerOf) };
}
