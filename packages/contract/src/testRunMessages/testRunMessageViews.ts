import { type Static, Type } from 'typebox';
import { PersonView } from '../accounts/accountViews.ts';
import { formFields } from '../formFields.ts';
import { MessageId, Nullable, Position, TestRunId, Time, UserId } from '../ids.ts';

export const MessageRequest = Type.Object(
  { text: Type.String({ ...formFields.messageText, description: '<@id> names a member of the account' }) },
  { additionalProperties: false },
);
export type MessageRequest = Static<typeof MessageRequest>;

export const TestRunMessageView = Type.Object({
  id: MessageId,
  testRunId: TestRunId,
  userId: Nullable(Type.Unsafe<UserId>({ ...UserId, description: 'the author; null: a CI job, by an API key' })),
  user: PersonView,
  createdAt: Time,
  text: Nullable(
    Type.String({ description: '<@id> names a person; null: it was deleted, or went with the data of its author' }),
  ),
  mentions: Type.Array(
    Type.Object({ userId: UserId, fullName: Nullable(Type.String({ description: 'null: they are gone' })) }),
    { description: 'the people whom the text names' },
  ),
  editedAt: Nullable(Time),
  editableUntil: Nullable(Type.String({ ...Time, description: 'by its author; null: by nobody' })),
  deletedAt: Nullable(Time),
  position: Position,
});
export type TestRunMessageView = Static<typeof TestRunMessageView>;

export const TestRunMessagePage = Type.Object({
  messages: Type.Array(TestRunMessageView, { description: 'in the order in which they were written' }),
  total: Type.Integer({ minimum: 0, description: 'of the whole conversation, deleted ones included' }),
  position: Position,
});
export type TestRunMessagePage = Static<typeof TestRunMessagePage>;
