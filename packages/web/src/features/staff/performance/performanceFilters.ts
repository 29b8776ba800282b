import { type MonitorType, monitorTypes, performanceLimits } from '@assay/contract';
import { oneText, pageNumber, type UrlFilter, type UrlFilters } from '../../../ui/urlFilters.ts';
import type { QuarterRange } from './quarters.ts';

const { filterMaximum } = performanceLimits;

/** The ranges that records are filtered by, named as their columns. */
export const ranges = [
  { label: 'Took, ms', least: 'minDuration', most: 'maxDuration' },
  { label: 'Store, ms', least: 'minDbTime', most: 'maxDbTime' },
  { label: 'Requests', least: 'minDbRequests', most: 'maxDbRequests' },
] as const;
export type Bound = (typeof ranges)[number]['least' | 'most'];

export type PerformanceFilters = Record<Bound, number> & { kind: string; from: string; to: string; page: number };

/** @returns the number in a text; null: none between 0 and 10,000,000 */
export function boundOf(text: string): number | null {
  const value = Number(text.replaceAll(',', ''));
  return text.trim() !== '' && Number.isInteger(value) && value >= 0 && value <= filterMaximum ? value : null;
}

const bound = (param: string, usual: number): UrlFilter<number> => ({
  param,
  read: ([text = '']) => boundOf(text) ?? usual,
  write: (value) => (value === usual ? [] : [String(value)]),
});

const isTime = (text: string) => !Number.isNaN(Date.parse(text));

export const performanceFilters: UrlFilters<PerformanceFilters> = {
  kind: oneText('kind', (text) => monitorTypes.some((type) => type === text)),
  /** Quarters of an hour. */
  from: oneText('from', isTime),
  to: oneText('to', isTime),
  minDuration: bound('minDuration', 0),
  maxDuration: bound('maxDuration', filterMaximum),
  minDbTime: bound('minDbTime', 0),
  maxDbTime: bound('maxDbTime', filterMaximum),
  minDbRequests: bound('minDbRequests', 0),
  maxDbRequests: bound('maxDbRequests', filterMaximum),
  page: pageNumber('page'),
};

/** @returns the quarters of an hour that records are of; null: those of all times */
export function pickedRange({ from, to }: PerformanceFilters): QuarterRange | null {
  return from === '' || to === '' ? null : { from: Date.parse(from), to: Date.parse(to) };
}

/** @returns the filters of a range; null: of none */
export function filtersOfRange(range: QuarterRange | null): Pick<PerformanceFilters, 'from' | 'to'> {
  const text = (moment: number | undefined) => (moment === undefined ? '' : new Date(moment).toISOString());
  return { from: text(range?.from), to: text(range?.to) };
}

/** @returns what is sent: bounds that exclude nothing are left out */
export function queryOfFilters({ kind, from, to, page, ...bounds }: PerformanceFilters) {
  const isSet = ([name, value]: [string, number]) => value !== (name.startsWith('min') ? 0 : filterMaximum);
  return {
    ...Object.fromEntries(Object.entries(bounds).filter(isSet)),
    ...(kind === '' ? {} : { monitorType: kind as MonitorType }),
    ...(from === '' || to === '' ? {} : { from, to }),
    page,
  };
}
