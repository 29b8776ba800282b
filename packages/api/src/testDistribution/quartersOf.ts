import { InvalidFields, type Quarters, quartersFrom, quartersUntil } from '@assay/application';
import { limits, messages } from '@assay/contract';
import { momentOf } from '../http/momentOf.ts';

const dayMs = 86_400_000;

/**
 * @param asked.startTime the day that the quarter begins with, ISO 8601; undefined: the quarter that ends on the day meant
 * @param asked.at the moment that is meant, ISO 8601; undefined: now. Days after it have nothing.
 * @throws InvalidFields if the quarter before is not known any more, and for a moment in the future
 */
export function quartersOf({ startTime, at }: { startTime?: string; at?: string }, now: Date): Quarters {
  const moment = momentOf(at, now.getTime()) ?? now.getTime();
  if (now.getTime() - moment >= (limits.distributionAsOfDays + 1) * dayMs) {
    throw new InvalidFields({ field: 'at', message: messages.distributionAsOf });
  }
  if (startTime === undefined) return quartersUntil(new Date(moment));
  const start = Date.parse(startTime);
  if (moment - start >= (limits.distributionDaysAgo + 1) * dayMs) {
    throw new InvalidFields({ field: 'startTime', message: messages.distributionStart });
  }
  const quarters = quartersFrom(start);
  if (at === undefined) return quarters;
  const lastDay = Math.floor(moment / dayMs);
  const cut = ({ from, to }: Quarters['now']) => ({ from, to: Math.min(to, lastDay) });
  return { now: cut(quarters.now), before: cut(quarters.before) };
}
