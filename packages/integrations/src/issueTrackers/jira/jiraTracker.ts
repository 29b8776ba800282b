import type {
  IssueMetadataView,
  IssueStatusCategory,
  JiraDeployment,
  TrackerProject,
  TrackerUser,
} from '@assay/contract';
import type { Poster } from '../../outgoing/postJson.ts';
import { type FieldProblem, type NewIssue, type Tracker, TrackerFailure, type TrackerIssue } from '../issueTracker.ts';
import { askTracker, type Dialect, type Refusal } from '../trackerRequest.ts';
import { adfOf } from './adf.ts';
import { type CreateField, fieldValueOf, idOfField, optionsOf, requiredFieldsOf } from './jiraFields.ts';
import { wikiMarkupOf } from './wikiMarkup.ts';

/** A Jira that an account has connected. */
export type JiraConnection = {
  deployment: JiraDeployment;
  /** Without `/rest/…`: the address of the Jira, or of Atlassian's gateway to it. */
  apiUrl: string;
  /** In a browser. */
  siteUrl: string;
  /** The header. */
  authorization: string;
};

/** The property of an issue that says what asked for it. */
const intentProperty = 'assay';
const perPage = 50;
/** Of createmeta: no screen has as many fields. */
const maxPages = 20;
const shownUsers = 50;

/** What is read of Jira's answers; anything may be missing in what answers. */
type JiraIssue = {
  id?: string;
  key?: string;
  fields?: { summary?: string; status?: { name?: string; statusCategory?: { key?: string } } };
  properties?: Readonly<Record<string, { intent?: string } | undefined>>;
};
type JiraUser = { accountId?: string; name?: string; displayName?: string; active?: boolean; accountType?: string };
type JiraProject = { id?: string; key?: string; name?: string };
type Page<Item> = { values?: Item[]; issueTypes?: Item[]; fields?: Item[]; total?: number; isLast?: boolean };
type IssueType = { id?: string; name?: string; subtask?: boolean };

/** Names of Jira's fields, and of what our request calls them. */
const requestFields: Readonly<Record<string, string>> = {
  project: 'projectId',
  issuetype: 'issueTypeId',
  priority: 'issuePriorityId',
  reporter: 'issueUserId',
  summary: 'summary',
  description: 'description',
};

function refusalOf(answer: unknown): Refusal {
  const { errorMessages, errors, message } = Object(answer) as Record<string, unknown>;
  const texts = Array.isArray(errorMessages) ? errorMessages.filter((text) => typeof text === 'string') : [];
  const fields: FieldProblem[] = Object.entries(Object(errors) as Record<string, unknown>).map(([field, text]) => ({
    field: requestFields[field] ?? `fields.${field}`,
    message: String(text),
  }));
  const said = [...texts, ...(typeof message === 'string' ? [message] : [])];
  return { message: (said.length > 0 ? said : fields.map((one) => one.message)).join(' '), fields };
}

const dialect: Dialect = { name: 'Jira', refusalOf };

const categories: Readonly<Record<string, IssueStatusCategory>> = {
  new: 'TO_DO',
  indeterminate: 'IN_PROGRESS',
  done: 'DONE',
};

/** @returns how far an issue is by the key of its status category */
export function categoryOfJira(key: string | undefined): IssueStatusCategory {
  return categories[key ?? ''] ?? 'IN_PROGRESS';
}

/** In JQL. */
function quoted(text: string): string {
  return /^\d+$/.test(text) ? text : JSON.stringify(text);
}

/** Jira Cloud by version 3 of its API, Jira Data Center by version 2. */
export function openJiraTracker(
  poster: Poster,
  { deployment, apiUrl, siteUrl, authorization }: JiraConnection,
): Tracker {
  const isCloud = deployment === 'Cloud';
  const api = `${apiUrl.replace(/\/+$/, '')}/rest/api/${isCloud ? 3 : 2}`;
  const headers = { authorization };

  const read = (path: string, query: Readonly<Record<string, string>> = {}) => {
    const search = new URLSearchParams(query).toString();
    return askTracker(poster, dialect, { url: `${api}${path}${search === '' ? '' : `?${search}`}`, headers });
  };
  // Without it Jira's protection against forged requests may refuse what a program sends.
  const send = (path: string, body: object) =>
    askTracker(poster, dialect, {
      url: `${api}${path}`,
      method: 'POST',
      headers: { ...headers, 'x-atlassian-token': 'no-check' },
      body,
    });
  const rich = (markdown: string) => (isCloud ? adfOf(markdown) : wikiMarkupOf(markdown));

  async function allPages<Item>(path: string): Promise<Item[]> {
    const items: Item[] = [];
    for (let page = 0; page < maxPages; page++) {
      const startAt = String(items.length);
      const answer = (await read(path, { startAt, maxResults: String(perPage) })) as Page<Item>;
      const found = answer.values ?? answer.issueTypes ?? answer.fields ?? [];
      items.push(...found);
      const { total, isLast = total === undefined ? found.length < perPage : items.length >= total } = answer;
      if (isLast || found.length === 0) break;
    }
    return items;
  }

  const metaOf = (projectId: string) => `/issue/createmeta/${encodeURIComponent(projectId)}/issuetypes`;
  /** What Jira says about the metadata of a project is about the project. */
  const ofProject = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof TrackerFailure) || error.kind !== 'refused') throw error;
      const { message } = error;
      throw new TrackerFailure('refused', message, { fields: [{ field: 'projectId', message }] });
    }
  };
  const fieldsOf = (projectId: string, typeId: string) =>
    ofProject(allPages<CreateField>(`${metaOf(projectId)}/${encodeURIComponent(typeId)}`));

  function userOf({ accountId, name, displayName }: JiraUser): TrackerUser[] {
    const id = isCloud ? accountId : name;
    return id === undefined ? [] : [{ accountId: id, displayName: displayName ?? id }];
  }

  async function usersOf(projectId: string, query: string): Promise<TrackerUser[]> {
    const search: Record<string, string> = isCloud ? { query } : { username: query };
    const found = (await read('/user/assignable/search', {
      project: projectId,
      maxResults: String(shownUsers),
      ...search,
    })) as JiraUser[];
    if (!Array.isArray(found)) return [];
    return found.filter(({ active }) => active !== false).flatMap(userOf);
  }

  function issueOf({ id = '', key = '', fields }: JiraIssue): TrackerIssue {
    const { name = 'To Do', statusCategory } = fields?.status ?? {};
    const category = fields?.status === undefined ? 'TO_DO' : categoryOfJira(statusCategory?.key);
    const url = `${siteUrl.replace(/\/+$/, '')}/browse/${encodeURIComponent(key)}`;
    return { issueId: id, issueKey: key, url, statusName: name, category };
  }

  async function me(): Promise<TrackerUser> {
    const [user] = userOf((await read('/myself')) as JiraUser);
    if (!user) throw new TrackerFailure('unusable', 'What answers at this address is not the API of Jira.');
    return user;
  }

  async function valuesOf({ projectId, issueTypeId, fields }: NewIssue): Promise<Record<string, unknown>> {
    const given = Object.entries(fields);
    if (given.length === 0 || issueTypeId === null) return {};
    const known = new Map((await fieldsOf(projectId, issueTypeId)).map((field) => [idOfField(field), field]));
    return Object.fromEntries(given.map(([id, value]) => [id, fieldValueOf(known.get(id) ?? {}, value, isCloud)]));
  }

  return {
    me,

    projects: async (query) => {
      const wanted = query.trim().toLowerCase();
      const found = isCloud
        ? (
            (await read('/project/search', {
              query,
              action: 'create',
              orderBy: 'key',
              maxResults: String(perPage),
            })) as Page<JiraProject>
          ).values
        : ((await read('/project')) as JiraProject[]);
      const projects = (Array.isArray(found) ? found : []).flatMap(({ id, key, name }): TrackerProject[] =>
        key === undefined ? [] : [{ id: isCloud ? (id ?? key) : key, key, name: name ?? key }],
      );
      const fits = ({ key, name }: TrackerProject) =>
        key.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted);
      return (isCloud ? projects : projects.filter(fits)).slice(0, perPage);
    },

    metadata: async (projectId, issueTypeId, userQuery): Promise<IssueMetadataView> => {
      const [types, users, own] = await Promise.all([
        ofProject(allPages<IssueType>(metaOf(projectId))),
        usersOf(projectId, userQuery),
        me(),
      ]);
      const issueTypes = types.flatMap(({ id, name, subtask }) =>
        id === undefined || subtask === true ? [] : [{ id, name: name ?? id }],
      );
      const type = issueTypeId ?? (issueTypes.find(({ name }) => /^bug$/i.test(name)) ?? issueTypes[0])?.id ?? null;
      const fields = type === null ? [] : await fieldsOf(projectId, type);
      const priority = fields.find((field) => idOfField(field) === 'priority');
      return {
        issueTypes,
        priorities: priority ? optionsOf(priority) : [],
        users,
        issueTypeId: type,
        asks: {
          issueType: true,
          priority: priority !== undefined,
          reporter: fields.some((field) => idOfField(field) === 'reporter'),
        },
        requiredFields: requiredFieldsOf(fields),
        me: own,
      };
    },

    create: async (issue) => {
      const { intentId, projectId, summary, description, issueTypeId, priorityId, reporterId } = issue;
      const fields = {
        project: isCloud ? { id: projectId } : { key: projectId },
        issuetype: { id: issueTypeId },
        summary,
        description: rich(description),
        ...(priorityId === null ? {} : { priority: { id: priorityId } }),
        ...(reporterId === null ? {} : { reporter: isCloud ? { id: reporterId } : { name: reporterId } }),
        ...(await valuesOf(issue)),
      };
      const properties = [{ key: intentProperty, value: { intent: intentId } }];
      const created = (await send('/issue', { fields, properties })) as JiraIssue;
      if (!created?.id || !created.key) {
        throw new TrackerFailure('unusable', 'What answers at this address is not the API of Jira.');
      }
      // It exists: a status that cannot be read now comes with the next reading of statuses.
      const shown = await read(`/issue/${encodeURIComponent(created.id)}`, { fields: 'status' }).catch(
        (error: unknown) => {
          if (error instanceof TrackerFailure) return null;
          throw error;
        },
      );
      return issueOf({ ...created, ...(shown === null ? {} : { fields: (shown as JiraIssue).fields }) });
    },

    findCreated: async ({ intentId, projectId }) => {
      const jql = `project = ${quoted(projectId)} AND created >= -2d ORDER BY created DESC`;
      const body = { jql, fields: ['status'], maxResults: perPage };
      if (isCloud) {
        let nextPageToken: string | undefined;
        for (let page = 0; page < maxPages; page++) {
          const more = nextPageToken === undefined ? {} : { nextPageToken };
          const answer = (await send('/search/jql', { ...body, properties: [intentProperty], ...more })) as {
            issues?: JiraIssue[];
            nextPageToken?: string;
          };
          const found = answer.issues?.find(({ properties }) => properties?.[intentProperty]?.intent === intentId);
          if (found) return issueOf(found);
          nextPageToken = answer.nextPageToken;
          if (nextPageToken === undefined) return null;
        }
        return null;
      }
      const { issues = [] } = (await send('/search', body)) as { issues?: JiraIssue[] };
      for (const issue of issues) {
        const path = `/issue/${encodeURIComponent(issue.id ?? '')}/properties/${intentProperty}`;
        const property = (await read(path).catch((error: unknown) => {
          if (error instanceof TrackerFailure && error.kind === 'refused') return null;
          throw error;
        })) as { value?: { intent?: string } } | null;
        if (property?.value?.intent === intentId) return issueOf(issue);
      }
      return null;
    },

    comment: async (issueId, text) => {
      await send(`/issue/${encodeURIComponent(issueId)}/comment`, { body: rich(text) });
    },

    search: async (jql, most) => {
      // A value that does not exist, such as a version, is an error: the query is checked.
      const body = { jql, fields: ['status'], maxResults: most };
      const { issues } = (await send(isCloud ? '/search/jql' : '/search', body)) as { issues?: JiraIssue[] };
      if (!Array.isArray(issues)) {
        throw new TrackerFailure('unusable', 'What answers at this address is not the API of Jira.');
      }
      return issues.slice(0, most).map(issueOf);
    },

    statuses: async (issueIds) => {
      if (issueIds.length === 0) return new Map();
      const request = isCloud
        ? send('/issue/bulkfetch', { issueIdsOrKeys: issueIds, fields: ['status'] })
        : // Ids that no longer exist are an error unless the query is not checked.
          send('/search', {
            jql: `issue in (${issueIds.map(quoted).join(', ')})`,
            validateQuery: false,
            fields: ['status'],
            maxResults: issueIds.length,
          });
      const { issues } = (await request) as { issues?: JiraIssue[] };
      if (!Array.isArray(issues)) {
        throw new TrackerFailure('unusable', 'What answers at this address is not the API of Jira.');
      }
      const found = new Map(issues.map((issue) => [issue.id, issueOf(issue)]));
      return new Map(issueIds.map((id) => [id, found.get(id) ?? null]));
    },
  };
}
