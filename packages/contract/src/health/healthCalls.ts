import { call } from '../call.ts';
import { HealthView } from './healthView.ts';

export const healthCalls = {
  getHealth: call({
    method: 'GET',
    path: '/health',
    summary: 'Whether the service works; 503 with the same body while a store is down',
    permission: 'public',
    answer: HealthView,
    otherAnswers: { 503: HealthView },
    withoutStores: true,
    example: {},
  }),
};
