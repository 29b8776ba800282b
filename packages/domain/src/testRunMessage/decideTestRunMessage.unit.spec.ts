import type { MessageId, TestRunId, UserId } from '@assay/contract';
import type { TestRunMessageEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { testRunMessageDecider } from './decideTestRunMessage.ts';

const ada = 'ada' as UserId;
const grace = 'grace' as UserId;
const ids = { messageId: 'm1' as MessageId, testRunId: 'run' as TestRunId };
const editableUntil = '2026-03-01T12:15:00.000Z';
const facts = { ...ids, text: 'Look at <@grace>', mentions: [grace] };
const posted: TestRunMessageEvent = { type: 'TestRunMessagePosted', data: { ...facts, userId: ada, editableUntil } };
const byCi: TestRunMessageEvent = { type: 'CiMessagePosted', data: facts };
const deleted: TestRunMessageEvent = { type: 'TestRunMessageDeleted', data: ids };
const message = (...events: TestRunMessageEvent[]) => given(testRunMessageDecider, ...events);

const edit = {
  type: 'editMessage' as const,
  userId: ada,
  text: 'Never mind',
  mentions: [],
  at: '2026-03-01T12:14:59Z',
};
const remove = (userId: UserId, isAdministrator = false) => ({
  type: 'deleteMessage' as const,
  userId,
  isAdministrator,
});

describe('a message about a run', () => {
  it('is written once, by a person or by a CI job', () => {
    const post = { type: 'postMessage' as const, ...facts };
    const byAda = { userId: ada, editableUntil };
    message()
      .when({ ...post, by: byAda })
      .gives(posted);
    message()
      .when({ ...post, by: null })
      .gives(byCi);
    message(posted)
      .when({ ...post, by: byAda })
      .refuses('message.exists');
  });

  it('is changed by its author only, and for a while only', () => {
    const { userId, text, mentions } = edit;
    const edited: TestRunMessageEvent = { type: 'TestRunMessageEdited', data: { ...ids, userId, text, mentions } };
    message(posted).when(edit).gives(edited);
    message(posted, edited).when(edit).gives(edited);
    message(posted)
      .when({ ...edit, at: editableUntil })
      .refuses('message.tooOld');
    message(posted)
      .when({ ...edit, userId: grace })
      .refuses('message.notYours');
    message(byCi).when(edit).refuses('message.notYours');
  });

  it('is deleted by its author or an administrator, and then gone', () => {
    message(posted).when(remove(ada)).gives(deleted);
    message(posted).when(remove(grace)).refuses('message.notYours');
    message(posted).when(remove(grace, true)).gives(deleted);
    message(byCi).when(remove(grace, true)).gives(deleted);
    message(posted, deleted).when(remove(ada)).refuses('message.notFound');
    message(posted, deleted).when(edit).refuses('message.notFound');
    message().when(remove(ada)).refuses('message.notFound');
  });
});
