import { limits, noticeCalls } from '@assay/contract';
import { noticeDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const readNotices = route(
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
