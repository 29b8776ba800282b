import { type Static, Type } from 'typebox';
import { PersonView } from '../accounts/accountViews.ts';
import { MessageId, NoticeId, Nullable, Position, TestRunId, Time } from '../ids.ts';
import { limits } from '../limits.ts';
import { TestRunStatus } from '../testRuns/testRunStatus.ts';

/**
 * Why somebody is told of a run: it ended, it was canceled, a message names them, they are to review it, or the quarantine
 * of a test that they see to, and that ran there last, ends soon.
 */
export const noticeReasons = ['finished', 'canceled', 'mentioned', 'reviewer', 'quarantineEnds'] as const;
export type NoticeReason = (typeof noticeReasons)[number];

/** The newest that one person is told about one run. */
export const NoticeView = Type.Object({
  id: NoticeId,
  testRunId: TestRunId,
  reason: Type.Enum(noticeReasons),
  messageId: Nullable(Type.Unsafe<MessageId>({ ...MessageId, description: 'the message that names the person' })),
  by: PersonView,
  run: Type.Object({
    number: Type.Integer(),
    projectName: Type.String(),
    branch: Type.String(),
    status: TestRunStatus,
    nothingCouldPass: Type.Boolean(),
    failCount: Type.Integer({ minimum: 0 }),
  }),
  at: Time,
  read: Type.Boolean(),
});
export type NoticeView = Static<typeof NoticeView>;

export const NoticePage = Type.Object({
  notices: Type.Array(NoticeView, { description: 'newest first' }),
  unread: Type.Integer({ minimum: 0, description: 'of all notices, not only of these' }),
  position: Position,
});
export type NoticePage = Static<typeof NoticePage>;

export const ReadNoticesRequest = Type.Object(
  {
    ids: Type.Optional(
      Type.Array(NoticeId, { maxItems: limits.maxPage, description: 'by default the newest hundred that are unread' }),
    ),
  },
  { additionalProperties: false },
);
