import type { MessageId, TestRunId, UserId } from '@assay/contract';
import type { TestRunMessageEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

type Written = {
  messageId: MessageId;
  testRunId: TestRunId;
  /** Null: a CI job, by an API key. */
  userId: UserId | null;
  /** As the log keeps it: that of a person is encrypted under their key. */
  text: string;
  mentions: readonly UserId[];
};

export type TestRunMessageState =
  | { status: 'none' }
  /** `editableUntil`: null when it cannot be edited. */
  | (Written & { status: 'posted'; editableUntil: string | null })
  | { status: 'deleted'; testRunId: TestRunId };

export type TestRunMessageCommand =
  | { type: 'postMessage'; messageId: MessageId; testRunId: TestRunId; text: string; mentions: UserId[]; by: Author }
  /** `at`: the time now, ISO 8601. */
  | { type: 'editMessage'; userId: UserId; text: string; mentions: UserId[]; at: string }
  | { type: 'deleteMessage'; userId: UserId; isAdministrator: boolean };

/** Who writes a message; null: a CI job. */
export type Author = { userId: UserId; editableUntil: string } | null;

/**
 * A message about a run. Each is a stream of its own: writing one reads neither the run nor the conversation, and two
 * people who write at once do not meet.
 */
export const testRunMessageDecider: Decider<TestRunMessageState, TestRunMessageCommand, TestRunMessageEvent> = {
  category: 'testRunMessage',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    if (command.type === 'postMessage') {
      if (state.status !== 'none') throw new DomainError('message.exists');
      const { messageId, testRunId, text, mentions, by } = command;
      const facts = { messageId, testRunId, text, mentions };
      if (by === null) return [{ type: 'CiMessagePosted', data: facts }];
      return [{ type: 'TestRunMessagePosted', data: { ...facts, ...by } }];
    }
    if (state.status !== 'posted') throw new DomainError('message.notFound');
    const { messageId, testRunId, userId: author, editableUntil } = state;
    const isAuthor = author === command.userId;
    switch (command.type) {
      case 'editMessage': {
        const { userId, text, mentions, at } = command;
        if (!isAuthor) throw new DomainError('message.notYours');
        if (editableUntil === null || editableUntil <= at) throw new DomainError('message.tooOld');
        return [{ type: 'TestRunMessageEdited', data: { messageId, testRunId, userId, text, mentions } }];
      }
      case 'deleteMessage':
        if (!isAuthor && !command.isAdministrator) throw new DomainError('message.notYours');
        return [{ type: 'TestRunMessageDeleted', data: { messageId, testRunId } }];
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'TestRunMessagePosted':
        return { status: 'posted', ...event.data };
      case 'CiMessagePosted':
        return { status: 'posted', ...event.data, userId: null, editableUntil: null };
      case 'TestRunMessageEdited':
        return state.status === 'posted' ? { ...state, text: event.data.text, mentions: event.data.mentions } : state;
      case 'TestRunMessageDeleted':
        return { status: 'deleted', testRunId: event.data.testRunId };
      default:
        return never(event);
    }
  },
};
