import { byName, isOnDeploy, isScheduled, type TriggerView } from '@assay/contract';
import { manyTexts, type UrlFilters } from '../../ui/urlFilters.ts';

export type TriggerFilters = { projectIds: string[]; testSuiteIds: string[]; environmentIds: string[] };

export const triggerFilters: UrlFilters<TriggerFilters> = {
  projectIds: manyTexts('project'),
  testSuiteIds: manyTexts('suite'),
  environmentIds: manyTexts('environment'),
};

function isOneOf(picked: readonly string[], id: string | null): boolean {
  return picked.length === 0 || (id !== null && picked.includes(id));
}

/** @returns whether a trigger has to be looked after: what it starts cannot be started. */
export function isBroken({ enabled, refusals }: TriggerView): boolean {
  return enabled && refusals > 0;
}

function rankOf(trigger: TriggerView): number {
  if (isBroken(trigger)) return 0;
  if (!trigger.enabled) return 4;
  if (isScheduled(trigger.type)) return 1;
  return isOnDeploy(trigger.type) ? 2 : 3;
}

/** @returns the triggers that the filters leave: broken ones first, then by their next time; those that are off last. */
export function shownTriggers(triggers: readonly TriggerView[], filters: TriggerFilters): TriggerView[] {
  const { projectIds, testSuiteIds, environmentIds } = filters;
  return triggers
    .filter(
      (trigger) =>
        isOneOf(projectIds, trigger.projectId) &&
        isOneOf(testSuiteIds, trigger.testSuiteId) &&
        isOneOf(environmentIds, trigger.environmentId),
    )
    .sort(
      (one, other) =>
        rankOf(one) - rankOf(other) || (one.nextRunAt ?? '').localeCompare(other.nextRunAt ?? '') || byName(one, other),
    );
}
