import { type MessageId, noticeIdOf, type TestRunId, type UserId } from '@assay/contract';
import type { NoticeEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { noticeDecider } from './decideNotice.ts';

const userId = 'ada' as UserId;
const testRunId = 'run' as TestRunId;
const noticeId = noticeIdOf(testRunId, userId);
const finished = { noticeId, userId, testRunId, reason: 'finished' as const, messageId: null, byUserId: null };
const mentionIn = (messageId: string) => ({
  ...finished,
  reason: 'mentioned' as const,
  messageId: messageId as MessageId,
  byUserId: 'bob' as UserId,
});
const gave = (data: typeof finished | ReturnType<typeof mentionIn>): NoticeEvent => ({ type: 'NoticeGiven', data });
const give = (facts: typeof finished | ReturnType<typeof mentionIn>) => ({ type: 'giveNotice' as const, ...facts });
const read = { type: 'readNotice' as const, noticeId, userId };
const wasRead: NoticeEvent = { type: 'NoticeRead', data: { noticeId, userId } };
const notice = (...events: NoticeEvent[]) => given(noticeDecider, ...events);

describe('a notice', () => {
  it('is given once for the end of a run, and once for each message', () => {
    notice().when(give(finished)).gives(gave(finished));
    notice(gave(finished)).when(give(finished)).gives();
    notice(gave(finished), wasRead).when(give(finished)).gives();
    notice(gave(finished))
      .when(give(mentionIn('m1')))
      .gives(gave(mentionIn('m1')));
    notice(gave(mentionIn('m1')))
      .when(give(mentionIn('m1')))
      .gives();
    notice(gave(mentionIn('m1')))
      .when(give(mentionIn('m2')))
      .gives(gave(mentionIn('m2')));
  });

  it('is read once, and unread again with the next', () => {
    notice().when(read).gives();
    notice(gave(finished)).when(read).gives(wasRead);
    notice(gave(finished), wasRead).when(read).gives();
    notice(gave(finished), wasRead, gave(mentionIn('m1')))
      .when(read)
      .gives(wasRead);
  });
});
