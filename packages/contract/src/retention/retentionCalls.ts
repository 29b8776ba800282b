import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { topics } from '../live/topics.ts';
import { Retention, StorageView } from './retentionViews.ts';

export const retentionCalls = {
  getStorage: call({
    method: 'GET',
    path: '/account/storage',
    summary: 'How large the logs, details and attachments of runs are, how long they are kept, and what goes next',
    permission: 'account.write',
    answer: StorageView,
    example: {},
  }),
  getRetention: call({
    method: 'GET',
    path: '/account/retention',
    summary: 'How long logs, details and attachments of runs are kept',
    permission: 'account.write',
    answer: Retention,
    example: {},
  }),
  changeRetention: call({
    method: 'PUT',
    path: '/account/retention',
    summary:
      'Keep logs, details and attachments of runs for a time, up to a size, or for good; verdicts and totals stay',
    permission: 'account.write',
    body: Retention,
    answer: CommandAnswer,
    changes: [topics.account],
    example: { body: { logsDays: 90, detailsDays: null, attachmentsDays: 30, maximumMegabytes: null } },
  }),
};
