import type { NoticeId, NoticePage, UserId } from '@assay/contract';
import { findPersons } from '../people/findPeople.ts';
import type { AccountReader } from '../readers.ts';
import { countsOf } from '../testRunSummaries/runCounts.ts';
import type { NoticeDocument } from './notices.ts';

/** A page of what a person is told in the account, newest first. */
async function findNotices(
  { collections, accountId, projected }: AccountReader,
  userId: UserId,
  { offset, limit }: { offset: number; limit: number },
): Promise<NoticePage> {
  const position = await projected();
  const own = { userId, accountId };
  const [found, unread] = await Promise.all([
    collections.notices.find(own).sort({ givenAt: -1 }).skip(offset).limit(limit).toArray(),
    collections.notices.countDocuments({ ...own, read: false }),
  ]);
  const runIds = found.map(({ testRunId }) => testRunId);
  const runs = await collections.testRunSummaries.find({ _id: { $in: runIds }, accountId }).toArray();
  const projectIds = runs.map(({ projectId }) => projectId);
  const [projects, persons] = await Promise.all([
    collections.projects.find({ _id: { $in: projectIds } }).toArray(),
    findPersons(
      collections,
      found.flatMap(({ byUserId }) => byUserId ?? []),
    ),
  ]);
  const notices = found.flatMap(({ noticeId: id, testRunId, reason, messageId, byUserId, at, read }) => {
    const run = runs.find((one) => one.testRunId === testRunId);
    if (!run) return [];
    const projectName = projects.find(({ projectId }) => projectId === run.projectId)?.name ?? '';
    const { branch, status, totals, request } = run;
    const { nothingCouldPass } = countsOf(run);
    const about = { number: request.number, projectName, branch, status, nothingCouldPass, failCount: totals.failed };
    return [
      { id, testRunId, reason, messageId, by: byUserId && (persons.get(byUserId) ?? null), run: about, at, read },
    ];
  });
  return { notices, unread, position };
}

/** @returns those of the person that are unread, newest first. */
async function findUnreadNotices(
  { collections, accountId }: AccountReader,
  userId: UserId,
  limit: number,
): Promise<NoticeId[]> {
  const found = await collections.notices
    .find({ userId, accountId, read: false })
    .sort({ givenAt: -1 })
    .limit(limit)
    .toArray();
  return found.map(({ noticeId }) => noticeId);
}

export const noticeReads = {
  notices: (reader: AccountReader, userId: UserId, page: { offset: number; limit: number }) =>
    findNotices(reader, userId, page),
  notice: ({ collections, accountId }: AccountReader, id: NoticeId): Promise<NoticeDocument | null> =>
    collections.notices.findOne({ _id: id, accountId }),
  unreadNotices: (reader: AccountReader, userId: UserId, limit: number) => findUnreadNotices(reader, userId, limit),
};
