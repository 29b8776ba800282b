import {
  limits,
  type TestDistributionRequest,
  type TestType,
  testTypeLabels,
  testTypes,
  unmatched,
} from '@assay/contract';
import { momentInUrl } from '../../../ui/asOf/moment.ts';
import { manyTexts, oneText, pageNumber, type UrlFilters } from '../../../ui/urlFilters.ts';

/** Which tests are counted, and which of them are listed. */
export type DistributionFilters = {
  /** The moment of the past at which everything is counted, ISO 8601; '': now. */
  at: string;
  project: string[];
  /** The UTC day that the quarter begins with; '': the quarter ends today. */
  from: string;
  /** A type, NONE for tests without one, or '' for all. */
  type: string;
  /** Id of a rule; '': any. */
  rule: string;
  page: number;
};

const dayMs = 24 * 3_600_000;

export const listedTypes = [...testTypes, unmatched] as const;
export type ListedType = (typeof listedTypes)[number];
export const listedTypeLabels: Readonly<Record<ListedType, string>> = { ...testTypeLabels, NONE: 'No rule' };

/** The filters as kept in the URL. */
export const distributionFilters: UrlFilters<DistributionFilters> = {
  at: momentInUrl,
  project: manyTexts('project'),
  from: oneText('from', (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))),
  type: oneText('type', (text) => listedTypes.some((type) => type === text)),
  rule: oneText('rule'),
  page: pageNumber('page'),
};

/** @returns the UTC day that the quarter begins with which ends on the day of `now`, milliseconds since 1970 */
export function firstDayOf(now: number): string {
  return new Date(now - (limits.distributionDays - 1) * dayMs).toISOString().slice(0, 10);
}

/** @param now milliseconds since 1970 */
export function requestOfDistribution(
  { project, from, at }: DistributionFilters,
  now: number,
): TestDistributionRequest {
  const first = from || firstDayOf(at === '' ? now : Date.parse(at));
  return { startTime: `${first}T00:00:00.000Z`, projectId: project.join(','), ...(at !== '' && { at }) };
}

/** @returns the type that is listed; undefined: all */
export function listedType({ type }: DistributionFilters): TestType | typeof unmatched | undefined {
  return listedTypes.find((one) => one === type);
}
