import type { GitService } from '@assay/contract';
import type { OutgoingRequest } from '../outgoing/postJson.ts';
import { apiOf } from './commitStatus.ts';

/** A repository at a service, and by which token it is used. */
export type RepositoryAt = {
  provider: GitService;
  /** That people open in a browser. */
  address: string;
  token: string;
  /** Such as `northwind/shop`. */
  path: string;
};

/** A comment as it is at the service. */
export type FoundComment = { id: string; text: string; version: number | null };

type PullRequest = {
  number?: number;
  iid?: number;
  id?: number;
  state?: string;
};
type Comment = {
  id?: number;
  body?: string;
  text?: string;
  version?: number;
  deleted?: boolean;
  content?: { raw?: string };
};
type Page<Item> = { values?: Item[] };
type Activity = { action?: string; comment?: Comment };

type Places = {
  /** Those that contain the commit. */
  pullRequestsOf(commit: string): string;
  comments(pullRequest: string): string;
  add(pullRequest: string): string;
  change(pullRequest: string, comment: string): { url: string; method: 'PUT' | 'PATCH' };
};

function segments(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** @returns where each service has what concerns the comments of pull requests */
export function placesOf({ provider, address, path }: RepositoryAt): Places {
  const api = apiOf(provider, address);
  switch (provider) {
    case 'GitHub': {
      const at = `${api}/repos/${segments(path)}`;
      return {
        pullRequestsOf: (commit) => `${at}/commits/${commit}/pulls?per_page=100`,
        comments: (pullRequest) => `${at}/issues/${pullRequest}/comments?per_page=100`,
        add: (pullRequest) => `${at}/issues/${pullRequest}/comments`,
        change: (_pullRequest, comment) => ({ url: `${at}/issues/comments/${comment}`, method: 'PATCH' }),
      };
    }
    case 'Gitlab': {
      const at = `${api}/projects/${encodeURIComponent(path)}`;
      const notes = (pullRequest: string) => `${at}/merge_requests/${pullRequest}/notes`;
      return {
        pullRequestsOf: (commit) => `${at}/repository/commits/${commit}/merge_requests?per_page=100`,
        comments: (pullRequest) => `${notes(pullRequest)}?sort=asc&order_by=created_at&per_page=100`,
        add: notes,
        change: (pullRequest, comment) => ({ url: `${notes(pullRequest)}/${comment}`, method: 'PUT' }),
      };
    }
    case 'BitBucket': {
      const at = `${api}/repositories/${segments(path)}`;
      const comments = (pullRequest: string) => `${at}/pullrequests/${pullRequest}/comments`;
      return {
        pullRequestsOf: (commit) => `${at}/commit/${commit}/pullrequests?pagelen=50`,
        comments: (pullRequest) => `${comments(pullRequest)}?pagelen=100`,
        add: comments,
        change: (pullRequest, comment) => ({ url: `${comments(pullRequest)}/${comment}`, method: 'PUT' }),
      };
    }
    case 'BitBucketServer': {
      const [project = '', repository = ''] = path.split('/').map(encodeURIComponent);
      const at = `${api}/projects/${project}/repos/${repository}`;
      const pullRequestAt = (pullRequest: string) => `${at}/pull-requests/${pullRequest}`;
      return {
        pullRequestsOf: (commit) => `${at}/commits/${commit}/pull-requests?limit=100`,
        // It lists comments only among everything else that happened, newest first.
        comments: (pullRequest) => `${pullRequestAt(pullRequest)}/activities?limit=500`,
        add: (pullRequest) => `${pullRequestAt(pullRequest)}/comments`,
        change: (pullRequest, comment) => ({
          url: `${pullRequestAt(pullRequest)}/comments/${comment}`,
          method: 'PUT',
        }),
      };
    }
  }
}

function listIn<Item>(answer: unknown): Item[] {
  if (Array.isArray(answer)) return answer as Item[];
  return (Object(answer) as Page<Item>).values ?? [];
}

/** @returns the numbers of the pull requests that are open */
export function openPullRequests(answer: unknown): string[] {
  return listIn<PullRequest>(answer).flatMap(({ number, iid, id, state }) => {
    const known = number ?? iid ?? id;
    return known !== undefined && /^open/i.test(state ?? '') ? [String(known)] : [];
  });
}

/** @returns the comments of a pull request, as far as the service lists them at once */
export function commentsIn(provider: GitService, answer: unknown): FoundComment[] {
  const comments =
    provider === 'BitBucketServer'
      ? listIn<Activity>(answer).flatMap(({ action, comment }) => (action === 'COMMENTED' && comment ? [comment] : []))
      : listIn<Comment>(answer);
  return comments.flatMap(({ id, body, text, version, deleted, content }) =>
    id === undefined || deleted
      ? []
      : [{ id: String(id), text: body ?? text ?? content?.raw ?? '', version: version ?? null }],
  );
}

/** @returns what adds the comment, or changes the one that is there */
export function commentRequest(
  at: RepositoryAt,
  pullRequest: string,
  text: string,
  before: FoundComment | null,
): OutgoingRequest {
  const { provider } = at;
  const places = placesOf(at);
  const where = before === null ? { url: places.add(pullRequest) } : places.change(pullRequest, before.id);
  const version = before === null || before.version === null ? {} : { version: before.version };
  const content =
    provider === 'BitBucket'
      ? { content: { raw: text } }
      : provider === 'BitBucketServer'
        ? { text, ...version }
        : { body: text };
  return { ...where, headers: headersOf(at), body: JSON.stringify(content) };
}

export function headersOf({ provider, token }: RepositoryAt): Record<string, string> {
  const authorization = `Bearer ${token}`;
  if (provider !== 'GitHub') return { authorization };
  return { authorization, accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };
}
