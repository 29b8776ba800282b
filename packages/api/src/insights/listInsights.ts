import { type InsightView, insightCalls } from '@assay/contract';
import { momentOf } from '../http/momentOf.ts';
import { route } from '../http/route.ts';
import { insightText } from './insightText.ts';
import { insightIdOf, weekOf } from './insightWeek.ts';

export const listInsights = route(insightCalls.listInsights, async ({ caller: { models, userId }, query }) => {
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
