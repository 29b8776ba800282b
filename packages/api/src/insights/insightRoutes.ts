import { createHash } from 'node:crypto';
import { type InsightId, type InsightView, insightCalls } from '@assay/contract';
import { insightMarksDecider } from '@assay/domain';
import type { InsightFact } from '@assay/projections';
import { commandAnswer } from '../http/commandAnswer.ts';
import { momentOf } from '../http/momentOf.ts';
import { type Route, route } from '../http/route.ts';
import { insightText } from './insightText.ts';

const dayMs = 86_400_000;

/** @returns the ISO week of a time, such as `2026-W48`, and when it ends, milliseconds since 1970 (UTC) */
function weekOf(at: number): { week: string; end: number } {
  const day = Math.floor(at / dayMs);
  // 1970-01-01 was a Thursday, and the Thursday of a week says in which year it is.
  const monday = day - ((day + 3) % 7);
  const thursday = new Date((monday + 3) * dayMs);
  const year = thursday.getUTCFullYear();
  const number = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * dayMs)) + 1;
  return { week: `${year}-W${String(number).padStart(2, '0')}`, end: (monday + 7) * dayMs };
}

/** @returns the id of an insight into a subject in a week: the same one when it is found again within that week */
function insightIdOf({ type, subject }: InsightFact, week: string): InsightId {
  const hash = createHash('sha256').update(`${type} ${subject}`).digest('hex').slice(0, 16);
  return `${week}.${type}.${hash}` as InsightId;
}

const listInsights = route(insightCalls.listInsights, async ({ caller: { models, userId }, query }) => {
  const at = momentOf(query.at);
  const now = new Date(at ?? Date.now());
  const [facts, marks] = await Promise.all([models.insights(now, at), models.insightMarks(userId)]);
  const { week, end } = weekOf(now.getTime());
  const expiresAt = new Date(end).toISOString();
  const marked = new Map(marks.map((mark) => [mark.insightId, mark]));
  const shown = facts.flatMap((fact): InsightView[] => {
    const id = insightIdOf(fact, week);
    const { read, useful } = marked.get(id) ?? { read: false, useful: true };
    const { type, amount, since: createdAt } = fact;
    return useful ? [{ id, ...insightText(fact), type, amount, createdAt, expiresAt, read }] : [];
  });
  const rank = (insight: InsightView) => (insight.read ? 1 : 0);
  return shown.sort((a, b) => rank(a) - rank(b) || (a.createdAt < b.createdAt ? 1 : -1));
});

const markInsight = route(
  insightCalls.markInsight,
  async ({ api: { eventLog }, caller: { accountId, userId }, body, context }) => {
    const { insightId, read = true, useful = true } = body;
    const command = { type: 'markInsight' as const, accountId, userId, insightId, read, useful };
    const result = await eventLog.handle(insightMarksDecider, `${accountId}.${userId}`, command, context);
    return commandAnswer(eventLog, { ...result, id: insightId });
  },
);

export const insightRoutes: readonly Route[] = [listInsights, markInsight];
