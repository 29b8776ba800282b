import { call } from '../call.ts';
import { AccessLogPage, AccessLogQuery } from './accessLogViews.ts';

export const accessLogCalls = {
  listAccessLog: call({
    method: 'GET',
    path: '/account/access-log',
    summary: 'Who came into the account, and who changed who may: newest first; visits are kept for a year',
    permission: 'accessLog.read',
    query: AccessLogQuery,
    answer: AccessLogPage,
    example: { query: { kind: 'role', limit: 50 } },
  }),
};
