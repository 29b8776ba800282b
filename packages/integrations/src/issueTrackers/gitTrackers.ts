import type { GitService, IssueMetadataView, TrackerProject } from '@assay/contract';
import { apiOf } from '../gitServices/commitStatus.ts';
import { listRepositories } from '../gitServices/listRepositories.ts';
import type { Poster } from '../outgoing/postJson.ts';
import { type JsonReader, UnreadableService } from '../outgoing/readJson.ts';
import { type NewIssue, type Tracker, TrackerFailure, type TrackerIssue } from './issueTracker.ts';
import { askTracker, type Dialect, type Refusal, type TrackerRequest } from './trackerRequest.ts';

/** A git service that an account has connected. */
export type GitTrackerConnection = {
  provider: Extract<GitService, 'GitHub' | 'Gitlab'>;
  address: string;
  token: string;
  isInstallation: boolean;
};

/** Repositories that are searched, in pages of a hundred. */
const searchedPages = 10;
const shownProjects = 50;
/** Issues that are looked through for one that was created before. */
const searchedIssues = 50;

type Person = { id?: unknown; login?: string; username?: string; name?: string | null };
type GitIssue = {
  number?: number;
  iid?: number;
  html_url?: string;
  web_url?: string;
  state?: string;
  state_reason?: string | null;
  body?: string | null;
  description?: string | null;
};

/** A hidden comment that finds the issue when the answer to its creation is lost. */
const markerOf = (intentId: string) => `<!-- assay:${intentId} -->`;

/** GitHub and GitLab name their fields in texts of their own. */
function refusalOf(answer: unknown): Refusal {
  const { message, error, errors } = Object(answer) as Record<string, unknown>;
  const more = Array.isArray(errors)
    ? errors.flatMap((one) => {
        const { field, message: text } = Object(one) as { field?: unknown; message?: unknown };
        return typeof text === 'string' ? [text] : typeof field === 'string' ? [`${field} is not valid`] : [];
      })
    : [];
  const said =
    typeof message === 'string' ? message : typeof error === 'string' ? error : message ? JSON.stringify(message) : '';
  return { message: [said, ...more].filter((text) => text !== '').join(': '), fields: [] };
}

const nothingAsked: Omit<IssueMetadataView, 'me'> = {
  issueTypes: [],
  priorities: [],
  users: [],
  issueTypeId: null,
  asks: { issueType: false, priority: false, reporter: false },
  requiredFields: [],
};

/** @returns the repository and the number of an issue, such as `northwind/shop#7` */
function placeOf(issueId: string): { path: string; number: string } {
  const at = issueId.lastIndexOf('#');
  return { path: issueId.slice(0, at), number: issueId.slice(at + 1) };
}

function segments(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** How one of the services has its issues. */
type GitIssues = {
  name: string;
  me: string;
  list: (path: string) => string;
  one: (path: string, number: string) => string;
  comments: (path: string, number: string) => string;
  bodyOf: (issue: NewIssue) => object;
  recent: string;
  headers: Record<string, string>;
};

const services: Readonly<Record<GitTrackerConnection['provider'], GitIssues>> = {
  GitHub: {
    name: 'GitHub',
    me: '/user',
    list: (path) => `/repos/${segments(path)}/issues`,
    one: (path, number) => `/repos/${segments(path)}/issues/${number}`,
    comments: (path, number) => `/repos/${segments(path)}/issues/${number}/comments`,
    bodyOf: ({ summary, description, intentId }) => ({
      title: summary,
      body: `${description}\n\n${markerOf(intentId)}`,
    }),
    recent: `?state=all&sort=created&direction=desc&per_page=${searchedIssues}`,
    headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
  },
  Gitlab: {
    name: 'GitLab',
    me: '/user',
    list: (path) => `/projects/${encodeURIComponent(path)}/issues`,
    one: (path, number) => `/projects/${encodeURIComponent(path)}/issues/${number}`,
    comments: (path, number) => `/projects/${encodeURIComponent(path)}/issues/${number}/notes`,
    bodyOf: ({ summary, description, intentId }) => ({
      title: summary,
      description: `${description}\n\n${markerOf(intentId)}`,
    }),
    recent: `?scope=all&order_by=created_at&sort=desc&per_page=${searchedIssues}`,
    headers: {},
  },
};

function issueOf(path: string, issue: GitIssue): TrackerIssue {
  const number = issue.number ?? issue.iid;
  const url = issue.html_url ?? issue.web_url;
  // A link of the page, whatever answers.
  if (number === undefined || url === undefined || !/^https?:\/\//i.test(url)) {
    throw new TrackerFailure('unusable', 'What answers at this address is not the API of the service.');
  }
  const isClosed = issue.state === 'closed';
  const closed = issue.state_reason === 'not_planned' ? 'Closed as not planned' : 'Closed';
  const key = `${path}#${number}`;
  return {
    issueId: key,
    issueKey: key,
    url,
    statusName: isClosed ? closed : 'Open',
    category: isClosed ? 'DONE' : 'TO_DO',
  };
}

/** Issues of GitHub and GitLab: they have a title, a text and two states. */
export function openGitTracker(poster: Poster, reader: JsonReader, connection: GitTrackerConnection): Tracker {
  const { provider, address, token } = connection;
  const service = services[provider];
  const dialect: Dialect = { name: service.name, refusalOf };
  const ask = (path: string, request: Pick<TrackerRequest, 'method' | 'body'> = {}) =>
    askTracker(poster, dialect, {
      url: `${apiOf(provider, address)}${path}`,
      headers: { ...service.headers, authorization: `Bearer ${token}` },
      ...request,
    });

  async function me() {
    const { login, username, name } = (await ask(service.me)) as Person;
    const accountId = login ?? username ?? '';
    return { accountId, displayName: name ?? accountId };
  }

  return {
    me,

    projects: async (query) => {
      const wanted = query.trim().toLowerCase();
      try {
        const found = await listRepositories(reader, connection, searchedPages);
        return found
          .filter(({ name }) => name.toLowerCase().includes(wanted))
          .slice(0, shownProjects)
          .map(({ name }): TrackerProject => ({ id: name, key: name, name: name.split('/').at(-1) ?? name }));
      } catch (error) {
        if (error instanceof UnreadableService) throw new TrackerFailure('unusable', error.message);
        throw error;
      }
    },

    // An installation of the GitHub App is no person.
    metadata: async () => ({ ...nothingAsked, me: connection.isInstallation ? null : await me() }),

    create: async (issue) => {
      const { projectId: path } = issue;
      return issueOf(
        path,
        (await ask(service.list(path), { method: 'POST', body: service.bodyOf(issue) })) as GitIssue,
      );
    },

    findCreated: async ({ intentId, projectId: path }) => {
      const issues = (await ask(`${service.list(path)}${service.recent}`)) as GitIssue[];
      const marker = markerOf(intentId);
      const found = (Array.isArray(issues) ? issues : []).find((one) =>
        (one.body ?? one.description ?? '').includes(marker),
      );
      return found ? issueOf(path, found) : null;
    },

    comment: async (issueId, text) => {
      const { path, number } = placeOf(issueId);
      await ask(service.comments(path, number), { method: 'POST', body: { body: text } });
    },

    search: null,

    statuses: async (issueIds) => {
      const found = new Map<string, TrackerIssue | null>();
      // One after the other, as both services ask of clients.
      for (const id of issueIds) {
        const { path, number } = placeOf(id);
        try {
          found.set(id, issueOf(path, (await ask(service.one(path, number))) as GitIssue));
        } catch (error) {
          if (!(error instanceof TrackerFailure) || error.kind !== 'refused') throw error;
          found.set(id, null);
        }
      }
      return found;
    },
  };
}
