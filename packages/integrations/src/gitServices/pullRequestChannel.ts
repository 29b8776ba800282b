import type { Channel, DeliveryResult } from '../channel.ts';
import { isAnswer, type Poster, resultOf } from '../outgoing/postJson.ts';
import { type JsonReader, UnreadableService } from '../outgoing/readJson.ts';
import {
  commentRequest,
  commentsIn,
  headersOf,
  openPullRequests,
  placesOf,
  type RepositoryAt,
} from './pullRequestComments.ts';

export type PullRequestMessage = {
  at: RepositoryAt;
  /** In full. */
  commit: string;
  text: string;
  /** Is in the text, and tells the comment apart from those of others. */
  marker: string;
};

/** What people can do about an answer that says little. */
const hints: Readonly<Record<number, string>> = {
  401: 'the token is not valid, or has expired',
  403: 'the token may not comment on pull requests',
  404: 'the repository or the commit is not there, or the token may not see its pull requests',
};

function failureOf(error: unknown): DeliveryResult {
  if (!(error instanceof UnreadableService)) throw error;
  const { status } = error;
  const hint = status === null ? undefined : hints[status];
  if (hint !== undefined) return { kind: 'refused', reason: `${status}: ${hint}` };
  return { kind: 'retry', reason: error.message, of: 'destination' };
}

/** Keeps one comment on each open pull request of a commit: adds it, and changes it from then on. */
export function openPullRequestChannel(poster: Poster, reader: JsonReader): Channel<PullRequestMessage> {
  async function comment(message: PullRequestMessage, pullRequest: string): Promise<DeliveryResult> {
    const { at, text, marker } = message;
    const answer = await reader.read(placesOf(at).comments(pullRequest), headersOf(at));
    const before = commentsIn(at.provider, answer).find((one) => one.text.includes(marker)) ?? null;
    if (before?.text === text) return { kind: 'done', detail: `#${pullRequest} has it already` };
    const outcome = await poster.post(commentRequest(at, pullRequest, text, before));
    if (!isAnswer(outcome)) return outcome;
    const hint = hints[outcome.status];
    if (hint !== undefined) return { kind: 'refused', reason: `${outcome.status}: ${hint}` };
    const result = resultOf(outcome);
    // What was answered is the whole comment again.
    return result.kind === 'done' ? { kind: 'done', detail: `${outcome.status} on #${pullRequest}` } : result;
  }

  return {
    deliver: async (message) => {
      const { at, commit } = message;
      try {
        const open = openPullRequests(await reader.read(placesOf(at).pullRequestsOf(commit), headersOf(at)));
        const results: DeliveryResult[] = [];
        for (const pullRequest of open) results.push(await comment(message, pullRequest));
        const failed = results.find(({ kind }) => kind !== 'done');
        const details = results.flatMap((one) => (one.kind === 'done' && one.detail ? [one.detail] : []));
        return failed ?? { kind: 'done', detail: details.join(', ') || 'it is of no open pull request' };
      } catch (error) {
        return failureOf(error);
      }
    },
    close: () => undefined,
  };
}
