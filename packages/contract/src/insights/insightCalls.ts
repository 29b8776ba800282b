import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import type { InsightId } from '../ids.ts';
import { topics } from '../live/topics.ts';
import { InsightMarkRequest, InsightsQuery, InsightView } from './insightViews.ts';

export const insightCalls = {
  listInsights: call({
    method: 'GET',
    path: '/insight',
    summary: 'What the last weeks show: new flaky and recovering tests, slower ones, idle quarantines, slow starts',
    permission: 'insight.own',
    query: InsightsQuery,
    answer: Type.Array(InsightView, { description: 'unread ones first, then the newest' }),
    topic: topics.insightMarks,
    example: {},
  }),
  markInsight: call({
    method: 'PUT',
    path: '/insight/mark',
    summary: 'Mark an insight as read or unread for the caller, or as not useful',
    permission: 'insight.own',
    body: InsightMarkRequest,
    answer: CommandAnswer,
    changes: [topics.insightMarks],
    example: { body: { insightId: '2026-W48.NEW_FLAKY.0123456789abcdef' as InsightId, read: true } },
  }),
};
