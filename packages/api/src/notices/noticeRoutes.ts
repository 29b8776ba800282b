import { limits, noticeCalls } from '@assay/contract';
import { noticeDecider, userRolesDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';

const listNotices = route(
  noticeCalls.listNotices,
  ({ caller: { userId, models }, query: { offset = 0, limit = limits.pageOfNotices } }) =>
    models.notices(userId, { offset, limit }),
);

const readNotices = route(
  noticeCalls.readNotices,
  async ({ api: { eventLog }, caller: { userId, models }, body, context }) => {
    const unread = await models.unreadNotices(userId, limits.maxPage);
    const wanted = new Set(body.ids ?? unread);
    const read = unread.filter((id) => wanted.has(id));
    const results = await Promise.all(
      read.map((noticeId) =>
        eventLog.handle(noticeDecider, noticeId, { type: 'readNotice' as const, noticeId, userId }, context),
      ),
    );
    const positions = results.flatMap(({ position }) => position ?? []).sort();
    return commandAnswer(eventLog, { id: userId, revision: results.length, position: positions.at(-1) ?? null });
  },
);

const changeNotificationSettings = route(
  noticeCalls.changeNotificationSettings,
  async ({ api: { eventLog }, caller: { accountId, userId }, body, context }) => {
    const command = { type: 'changeNotificationSettings' as const, accountId, userId, ...body };
    return commandAnswer(eventLog, await eventLog.handle(userRolesDecider, accountId, command, context));
  },
);

export const noticeRoutes: readonly Route[] = [listNotices, readNotices, changeNotificationSettings];
