import type { Expiry } from '@assay/contract';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { formatExactTime } from '../../../ui/format/formatTime.ts';

/**
 * @param what the plural that begins the sentence, such as `Logs`
 * @returns since when it is gone, and by which rule
 */
export function expiryText(what: string, { at, rule, keptDays, maximumMegabytes }: Expiry): string {
  const removed = `${what} were removed on ${formatExactTime(at)}`;
  if (rule === 'age' && keptDays !== null)
    return `${removed}, as the account keeps them for ${counted(keptDays, 'day')}.`;
  if (maximumMegabytes === null) return `${removed}.`;
  return `${removed}, as the account keeps at most ${formatCount(maximumMegabytes)} MB and they were among the oldest.`;
}
