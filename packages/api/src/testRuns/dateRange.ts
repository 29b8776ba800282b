import { InvalidFields } from '@assay/application';
import { messages } from '@assay/contract';

const day = /^\d{4}-\d{2}-\d{2}$/;
const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

function timeOf(text: string, timeOfDay: string): string | undefined {
  if (text === '') return undefined;
  const at = day.test(text) ? `${text}T${timeOfDay}Z` : text;
  const found = time.test(at) ? new Date(at) : null;
  if (!found || Number.isNaN(found.getTime())) throw invalid();
  return found.toISOString();
}

function invalid(): InvalidFields {
  return new InvalidFields({ field: 'date', message: messages.invalidDateRange });
}

/**
 * @param text `from,to`, both inclusive: days, which are whole ones in UTC, or times; either may be left out
 * @returns ISO times
 * @throws InvalidFields for anything else
 */
export function dateRangeOf(text: string): { from: string | undefined; to: string | undefined } {
  const [first = '', last = '', ...more] = text.split(',').map((part) => part.trim());
  const [from, to] = [timeOf(first, '00:00:00.000'), timeOf(last, '23:59:59.999')];
  if (more.length > 0 || (from && to && from > to)) throw invalid();
  return { from, to };
}
