import { createHash } from 'node:crypto';
import type { Failure } from './failures.ts';

/** @returns a report of code quality, in which GitLab shows failed tests next to their lines; those without are left out */
export function codeQualityOf(failures: readonly Failure[]): string {
  const seen = new Map<string, number>();
  const entries = failures.flatMap(({ title, message, place }) => {
    if (place === null) return [];
    const times = (seen.get(title) ?? 0) + 1;
    seen.set(title, times);
    return {
      description: message === '' ? title : `${title}: ${message}`,
      check_name: 'failed-test',
      // Steady, so that GitLab can tell new failures from known ones.
      fingerprint: createHash('sha256')
        .update(JSON.stringify([title, times]))
        .digest('hex'),
      severity: 'major',
      location: { path: place.path, lines: { begin: place.line } },
    };
  });
  return `${JSON.stringify(entries, null, 2)}\n`;
}
