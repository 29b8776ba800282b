import { type Static, Type } from 'typebox';
import { TrackedIssueId } from '../ids.ts';
import { issueTrackers } from './issueTrackers.ts';

/** What a test, a root cause or a list shows of an issue. */
export const TrackedIssueInShort = Type.Object({
  id: TrackedIssueId,
  issueKey: Type.String(),
  url: Type.String(),
  provider: Type.Enum(issueTrackers),
  status: Type.String({ description: 'as the tracker calls it' }),
  isOpen: Type.Boolean(),
});
export type TrackedIssueInShort = Static<typeof TrackedIssueInShort>;
