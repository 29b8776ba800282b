import { stripAnsi } from '../../../ui/stripAnsi.ts';

/** What a run says of its end, in two: what happened, and what a program said about it (null: nothing). */
export function partsOfInfo(statusInfo: string): { what: string; said: string | null } {
  const [first = '', ...rest] = statusInfo.trim().split('\n');
  const said = rest.join('\n').trim();
  return { what: stripAnsi(first).trim(), said: said === '' ? null : said };
}
