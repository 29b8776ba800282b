import { Type } from 'typebox';
import { NotificationSettings } from '../accounts/accountViews.ts';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { topics } from '../live/topics.ts';
import { pagingFields } from '../paging.ts';
import { NoticePage, ReadNoticesRequest } from './noticeViews.ts';

export const noticeCalls = {
  listNotices: call({
    method: 'GET',
    path: '/users/me/notices',
    summary: "The person's notices about runs of the account, one for each run",
    permission: 'notice.own',
    query: Type.Object({ ...pagingFields() }),
    answer: NoticePage,
    topic: topics.notices,
    example: {},
  }),
  readNotices: call({
    method: 'POST',
    path: '/users/me/notices/read',
    summary: 'Mark notices of the person as read; others are left alone',
    permission: 'notice.own',
    body: ReadNoticesRequest,
    answer: CommandAnswer,
    changes: [topics.notices],
    example: { body: {} },
  }),
  changeNotificationSettings: call({
    method: 'POST',
    path: '/users/me/notification-settings',
    summary: 'How the person is notified of what happens in the account, outside the product',
    permission: 'notice.own',
    body: NotificationSettings,
    answer: CommandAnswer,
    example: { body: { notifyByEmail: true, notifyBySlack: false } },
  }),
};
