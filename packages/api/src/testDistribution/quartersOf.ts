import { InvalidFields, type Quarters, quartersFrom, quartersUntil } from '@assay/application';
import { limits, messages } from '@assay/contract';

const dayMs = 86_400_000;

/**
 * @param startTime the day that the quarter begins with, ISO 8601; undefined: the quarter that ends today
 * @throws InvalidFields if the quarter before is not known any more
 */
export function quartersOf(startTime: string | undefined, now: Date): Quarters {
  if (startTime === undefined) return quartersUntil(now);
  const start = Date.parse(startTime);
  if (now.getTime() - start >= (limits.distributionDaysAgo + 1) * dayMs) {
    throw new InvalidFields({ field: 'startTime', message: messages.distributionStart });
  }
  return quartersFrom(start);
}
