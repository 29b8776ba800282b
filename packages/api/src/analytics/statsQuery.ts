import { InvalidFields } from '@assay/application';
import { frequenciesOf, isTimeZone, messages, type StatsQuery } from '@assay/contract';
import type { PeriodsQuery } from '@assay/projections';
import { momentOf } from '../http/momentOf.ts';
import { partsOf } from '../http/partsOf.ts';

const dayMs = 24 * 3_600_000;
const maxDays = 100;

/**
 * @returns the query as the read model takes it
 * @throws InvalidFields for a span that is none or too long, for a frequency that does not suit it, for what is no time
 * zone, and for a moment in the future
 */
export function statsQueryOf({
  start: first,
  end: last,
  frequency = 'Daily',
  timeZone = 'UTC',
  at,
  ...things
}: StatsQuery): PeriodsQuery {
  const [start, end] = [Date.parse(first), Date.parse(last)];
  if (!(start < end && end - start <= maxDays * dayMs)) {
    throw new InvalidFields({ field: 'end', message: messages.invalidTimeframe });
  }
  if (!isTimeZone(timeZone)) throw new InvalidFields({ field: 'timeZone', message: messages.selectTimeZone });
  // Where clocks change, a day has an hour more or less.
  const days = Math.round((end - start) / dayMs);
  if (!frequenciesOf(days).includes(frequency)) {
    throw new InvalidFields({ field: 'frequency', message: messages.unsuitableFrequency });
  }
  return {
    start,
    end,
    frequency,
    timeZone,
    at: momentOf(at),
    environment: partsOf(things.environmentId),
    project: partsOf(things.projectId),
    branch: partsOf(things.branch),
    pipelineStage: partsOf(things.pipelineStageId),
  };
}
