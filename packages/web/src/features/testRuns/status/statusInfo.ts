import { stripAnsi } from '../../../ui/stripAnsi.ts';

/** A run's status info in two parts: what happened, and program output (null: none). */
export function partsOfInfo(statusInfo: string): { what: string; said: string | null } {
  const [first = '', ...rest] = statusInfo.trim().split('\n');
  const said = rest.join('\n').trim();
  return { what: stripAnsi(first).trim(), said: said === '' ? null : said };
}
