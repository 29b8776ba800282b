import { createHash } from 'node:crypto';
import { type AlertNews, failureLines } from '../alertNews.ts';
import { cutTo } from '../boundedText.ts';

/** An alert that is opened under an alias, or closed under the same one. */
export type OpsgeniePayload =
  | {
      action: 'create';
      alias: string;
      message: string;
      description: string;
      tags: string[];
      details: Record<string, string>;
      /** The least of five; where there is none, the integration says. */
      priority?: 'P5';
      source: 'Assay';
    }
  | { action: 'close'; alias: string; note: string; source: 'Assay' };

/** OpsGenie's own limits. */
const limits = { message: 130, description: 15_000, tag: 50, note: 25_000 };

/** @returns a text as long as the rest of OpsGenie likes it, the same for the same group */
function aliasOf(group: string): string {
  return `assay-${createHash('sha256').update(group).digest('hex').slice(0, 40)}`;
}

/** @returns what OpsGenie is told: what is over is closed under the alias under which it was opened */
export function opsgeniePayloadOf(news: AlertNews): OpsgeniePayload {
  const { kind, title, facts, link, group } = news;
  const failed = failureLines(news);
  const alias = aliasOf(group);
  if (kind === 'fixed' || kind === 'recovered') {
    return { action: 'close', alias, note: cutTo(title, limits.note), source: 'Assay' };
  }
  const lines = [
    title,
    ...facts.map(({ label, value }) => `${label}: ${value}`),
    ...failed.lines.map((line) => `✗ ${line}`),
    ...(failed.more > 0 ? [`… and ${failed.more} more`] : []),
    ...(link === null ? [] : [link.url]),
  ];
  return {
    action: 'create',
    alias,
    message: cutTo(title, limits.message),
    description: cutTo(lines.join('\n'), limits.description),
    tags: ['assay', cutTo(kind, limits.tag)],
    details: Object.fromEntries(facts.map(({ label, value }) => [label, value])),
    ...(kind === 'test' ? { priority: 'P5' as const } : {}),
    source: 'Assay',
  };
}
