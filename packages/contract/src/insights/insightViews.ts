import { type Static, Type } from 'typebox';
import { AsOf } from '../analytics/analyticsViews.ts';
import { InsightId, Time } from '../ids.ts';

/** What an insight is about. */
export const insightTypes = ['NEW_FLAKY', 'RECOVERED', 'SLOWER', 'IDLE_QUARANTINE', 'SLOW_START'] as const;
export type InsightType = (typeof insightTypes)[number];

export const insightTypeLabels: Readonly<Record<InsightType, string>> = {
  NEW_FLAKY: 'New flaky test',
  RECOVERED: 'Recovering test',
  SLOWER: 'Slower test',
  IDLE_QUARANTINE: 'Idle quarantine',
  SLOW_START: 'Slow starts',
};

export const InsightsQuery = Type.Object({ at: Type.Optional(AsOf) });

/** Something that facts of the last weeks show. It has one id in each week: seen again, it is not told again. */
export const InsightView = Type.Object({
  id: InsightId,
  title: Type.String(),
  content: Type.String({ description: 'HTML of paragraphs, emphasis, code and links within the account; sanitized' }),
  type: Type.Enum([...insightTypes]),
  amount: Type.Number({ description: 'what it comes to, in the unit that `content` says; most first within a type' }),
  createdAt: Time,
  expiresAt: Type.String({ ...Time, description: 'it is not shown any more from then on' }),
  read: Type.Boolean({ description: 'by the caller' }),
});
export type InsightView = Static<typeof InsightView>;

export const InsightMarkRequest = Type.Object(
  {
    insightId: InsightId,
    read: Type.Optional(Type.Boolean({ description: 'whether it is read; true by default' })),
    useful: Type.Optional(Type.Boolean({ description: 'false: it is not shown to the caller any more' })),
  },
  { additionalProperties: false },
);
export type InsightMarkRequest = Static<typeof InsightMarkRequest>;
