import type { MessageId, NoticeId, NoticeReason, TestRunId, UserId } from '@assay/contract';
import type { NoticeEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';

export type NoticeState = {
  /** What was told already, however often it is noticed again. */
  told: ReadonlySet<string>;
  unread: boolean;
};

export type NoticeCommand =
  | {
      type: 'giveNotice';
      noticeId: NoticeId;
      userId: UserId;
      testRunId: TestRunId;
      reason: NoticeReason;
      messageId: MessageId | null;
      byUserId: UserId | null;
    }
  | { type: 'readNotice'; noticeId: NoticeId; userId: UserId };

function subjectOf({ reason, messageId }: { reason: string; messageId: MessageId | null }): string {
  return messageId === null ? reason : `${reason} ${messageId}`;
}

/** A person's notification about a run. A resumed upload ends twice but notifies once. */
export const noticeDecider: Decider<NoticeState, NoticeCommand, NoticeEvent> = {
  category: 'notice',
  initialState: () => ({ told: new Set(), unread: false }),
  decide: (command, { told, unread }) => {
    switch (command.type) {
      case 'giveNotice': {
        const { type: _, ...given } = command;
        return told.has(subjectOf(given)) ? [] : [{ type: 'NoticeGiven', data: given }];
      }
      case 'readNotice': {
        const { type: _, ...read } = command;
        return unread ? [{ type: 'NoticeRead', data: read }] : [];
      }
      default:
        return never(command);
    }
  },
  evolve: ({ told }, { type, data }) =>
    type === 'NoticeRead' ? { told, unread: false } : { told: new Set(told).add(subjectOf(data)), unread: true },
};
