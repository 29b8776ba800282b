import { type Static, Type } from 'typebox';
import { Nullable, Time } from '../ids.ts';
import { frequencies } from './timeframes.ts';

const commaList = (description: string) => Type.Optional(Type.String({ maxLength: 4000, description }));

/** Which runs statistics are about, and how they are cut into periods. */
export const StatsQuery = Type.Object({
  start: Type.String({ ...Time, description: 'runs created from then on' }),
  end: Type.String({ ...Time, description: 'and before then; at most 100 days later' }),
  environmentId: commaList('comma list of ids'),
  projectId: commaList('comma list of ids'),
  branch: commaList('comma list'),
  pipelineStageId: commaList('comma list of ids of the stages that the runs were created in'),
  frequency: Type.Optional(
    Type.Enum([...frequencies], { description: 'Daily by default; hours of one day, months of 60 days and more' }),
  ),
  timeZone: Type.Optional(
    Type.String({ maxLength: 60, description: 'whose days, weeks and months are meant; UTC by default' }),
  ),
});
export type StatsQuery = Static<typeof StatsQuery>;

const count = (description?: string) => Type.Integer({ minimum: 0, ...(description && { description }) });

/** What came of the runs that were created in a time. Each run is counted once, by its verdict as it is now. */
export const TestRunCounts = Type.Object({
  runs: count('finished ones: the sum of the next four'),
  passed: count(),
  failed: count('whose tests were known when they failed'),
  setupFailed: count('failed before their tests were known'),
  canceled: count(),
  unfinished: count('still in progress; in no other number'),
  p50Ms: Nullable(Type.Integer({ description: 'median duration of those that passed or failed' })),
  p95Ms: Nullable(Type.Integer({ description: '95 of 100 of those took no longer' })),
});
export type TestRunCounts = Static<typeof TestRunCounts>;

const PeriodFields = { start: Time, end: Type.String({ ...Time, description: 'not included' }) };

export const TestRunPeriod = Type.Object({ ...PeriodFields, ...TestRunCounts.properties });
export type TestRunPeriod = Static<typeof TestRunPeriod>;

export const TestRunInfo = Type.Object({
  periods: Type.Array(TestRunPeriod, { description: 'oldest first, without gaps' }),
  all: TestRunCounts,
});
export type TestRunInfo = Static<typeof TestRunInfo>;
