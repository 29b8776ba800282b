import { momentInUrl } from '../../../ui/asOf/moment.ts';
import { manyTexts, oneText, switchedOn, type UrlFilters } from '../../../ui/urlFilters.ts';

/** What the dashboard shows. Lists hold ids or names. */
export type DashboardFilters = {
  since: string;
  project: string[];
  branch: string[];
  build: string[];
};

/** From the start of which day runs are shown: at the earliest, of the day before yesterday. */
export const sinceDays = {
  today: 'Since today',
  yesterday: 'Since yesterday',
  'two-days': 'Since two days ago',
} as const;
type Since = keyof typeof sinceDays;

const daysBack: Record<Since, number> = { today: 0, yesterday: 1, 'two-days': 2 };

function isSince(text: string): text is Since {
  return Object.hasOwn(sinceDays, text);
}

export const noDashboardFilters: DashboardFilters = { since: '', project: [], branch: [], build: [] };

/** The filters as kept in the URL. */
export const dashboardFilters: UrlFilters<DashboardFilters> = {
  since: oneText('date', isSince),
  project: manyTexts('project'),
  branch: manyTexts('branch'),
  build: manyTexts('build'),
};

/** The moment at which it is shown; clearing the filters does not change it. */
export const dashboardMoment = { at: momentInUrl };

/** Whether it is shown as on a wall screen. */
export const dashboardView = { onWall: switchedOn('view', 'wall') };

/**
 * @param now milliseconds; days begin at local midnight
 * @param at the moment of the past that is shown, ISO 8601; '': now
 * @returns the query of the request: comma lists, and the date as 'from,' in ISO
 */
export function queryOfDashboard({ since, project, branch, build }: DashboardFilters, now: number, at = '') {
  return {
    filter: 'true' as const,
    projectId: project.join(','),
    branch: branch.join(','),
    build: build.join(','),
    date: isSince(since) ? `${startOfDay(at === '' ? now : Date.parse(at), daysBack[since])},` : '',
    at,
  };
}

function startOfDay(now: number, back: number): string {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - back);
  return day.toISOString();
}
