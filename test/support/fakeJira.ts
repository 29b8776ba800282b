import { randomUUID } from 'node:crypto';
import { bugFields, issueTypes, priorities, projects, users } from './fakeJiraSetting.ts';
import { type ReceivedRequest, type ReceivingServer, type Reply, receivingServer } from './receivingServer.ts';

export type FakeIssue = {
  id: string;
  key: string;
  fields: Readonly<Record<string, unknown>>;
  properties: Record<string, unknown>;
  comments: unknown[];
  status: { name: string; category: 'new' | 'indeterminate' | 'done' };
};

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json;charset=UTF-8', ...headers },
  body: JSON.stringify(body),
});
const refuses = (errorMessages: string[], errors: Record<string, string> = {}, status = 400) =>
  json(status, { errorMessages, errors });

const client = { clientId: 'client-of-assay', clientSecret: 'secret-of-assay' };

export type FakeJira = {
  /** The site of Jira Cloud, and a Jira Data Center. */
  url: string;
  /** In place of https://auth.atlassian.com and https://api.atlassian.com. */
  settings: { authUrl: string; apiUrl: string; app: typeof client };
  cloudId: string;
  /** By e-mail address and API token: whether it is one with scopes. */
  apiTokens: Map<string, { token: string; hasScopes: boolean }>;
  personalTokens: Set<string>;
  /** Codes of sign-ins that serve once. */
  codes: Set<string>;
  sites: { id: string; name: string; url: string }[];
  /** Access tokens of sign-ins that are valid. */
  accessTokens: Set<string>;
  /** The one refresh token that is valid; each serves once. */
  refreshToken: string;
  /** How often tokens were renewed, and how often a refresh token was used that had served before. */
  renewals: number;
  replays: number;
  validSeconds: number;
  issues: Map<string, FakeIssue>;
  /** Names of versions that the projects have. */
  versions: Set<string>;
  received: ReceivedRequest[];
  /** Answers a call otherwise; undefined: as usual. */
  instead: (request: ReceivedRequest) => Reply | undefined;
  /** Before the answer to a creation is sent, which then is this one: the issue exists. */
  insteadOfCreated: Reply | undefined;
  move(key: string, status: FakeIssue['status']): void;
  stop(): Promise<void>;
};

/** A fake of Jira on loopback with its HTTP: version 3 of Cloud, version 2 of Data Center, tokens and signing in. */
export async function fakeJira(): Promise<FakeJira> {
  const server: ReceivingServer = await receivingServer();
  const cloudId = randomUUID();
  let created = 811;

  function exchange(body: string): Reply {
    const asked = JSON.parse(body) as Record<string, string>;
    if (asked.client_id !== client.clientId || asked.client_secret !== client.clientSecret) {
      return json(401, { error: 'access_denied', error_description: 'Unauthorized' });
    }
    if (asked.grant_type === 'refresh_token') {
      if (asked.refresh_token !== fake.refreshToken) {
        fake.replays += 1;
        return json(403, { error: 'invalid_grant', error_description: 'Unknown or invalid refresh token.' });
      }
      fake.renewals += 1;
    } else if (!fake.codes.delete(asked.code ?? '')) {
      return json(403, { error: 'invalid_grant', error_description: 'Invalid authorization code' });
    }
    const accessToken = `eyJ-${randomUUID()}`;
    fake.refreshToken = `refresh-${randomUUID()}`;
    // An access token of before stays valid until it expires; a test ends it by hand.
    fake.accessTokens.add(accessToken);
    const scope = 'offline_access read:jira-work write:jira-work read:jira-user manage:jira-configuration';
    return json(200, {
      access_token: accessToken,
      refresh_token: fake.refreshToken,
      expires_in: fake.validSeconds,
      token_type: 'Bearer',
      scope,
    });
  }

  /** Whether Jira accepts the credentials of a request. */
  function isKnown(
    { headers: { authorization = '' } }: ReceivedRequest,
    isGateway: boolean,
    isCloud: boolean,
  ): boolean {
    const [scheme, value = ''] = authorization.split(' ');
    if (!isCloud) return scheme === 'Bearer' && fake.personalTokens.has(value);
    if (scheme === 'Bearer') return isGateway && fake.accessTokens.has(value);
    const [email = '', token = ''] = Buffer.from(value, 'base64').toString().split(':');
    const known = fake.apiTokens.get(email);
    // Tokens with scopes work at the gateway only, the others at the site only.
    return known?.token === token && known.hasScopes === isGateway;
  }

  const statusOf = ({ status }: FakeIssue) => ({
    name: status.name,
    statusCategory: { key: status.category, name: status.name },
  });
  const shown = (issue: FakeIssue, properties: string[] = []) => ({
    id: issue.id,
    key: issue.key,
    self: `${server.url}/rest/api/3/issue/${issue.id}`,
    fields: { status: statusOf(issue) },
    ...(properties.length > 0 ? { properties: issue.properties } : {}),
  });
  const issueBy = (idOrKey: string) =>
    [...fake.issues.values()].find(({ id, key }) => id === idOrKey || key === idOrKey);

  /** Of a query: what is not done, where it asks for that, and all issues otherwise. */
  const foundBy = (jql: string) =>
    [...fake.issues.values()].filter(
      ({ status }) => !/statusCategory != Done$/.test(jql) || status.category !== 'done',
    );
  /** @returns the version that a query names and no project has; null: it names none */
  function unknownVersion(jql: string): string | null {
    const named = /fixVersion = "([^"]*)"/.exec(jql)?.[1];
    return named === undefined || fake.versions.has(named) ? null : named;
  }

  function create(body: string, isCloud: boolean): Reply {
    const { fields, properties = [] } = JSON.parse(body) as {
      fields: Record<string, unknown>;
      properties?: { key: string; value: unknown }[];
    };
    const { id, key } = Object(fields.project) as { id?: string; key?: string };
    const project = projects.find((one) => (isCloud ? one.id === id : one.key === key));
    const errors: Record<string, string> = {};
    if (!project) errors.project = 'valid project is required';
    const type = (Object(fields.issuetype) as { id?: string }).id;
    if (!issueTypes.some((one) => one.id === type)) errors.issuetype = 'Specify a valid issue type';
    if (typeof fields.summary !== 'string' || fields.summary === '')
      errors.summary = 'You must specify a summary of the issue.';
    const isAdf = (value: unknown) => (Object(value) as { type?: string }).type === 'doc';
    if (fields.description !== undefined && isAdf(fields.description) !== isCloud) {
      errors.description = isCloud
        ? 'Operation value must be an Atlassian Document (see the Atlassian Document Format)'
        : 'Operation value must be a string';
    }
    if (type === '10004') {
      for (const { fieldId, name, required, hasDefaultValue } of bugFields) {
        const isThere = fields[fieldId] !== undefined || hasDefaultValue === true;
        if (required && !isThere && !(fieldId in errors)) errors[fieldId] = `${name} is required.`;
      }
      const reporter = Object(fields.reporter) as { id?: string; name?: string };
      const isUser = users.some((one) => one.active && (isCloud ? one.id === reporter.id : one.name === reporter.name));
      if (fields.reporter !== undefined && !isUser) errors.reporter = 'The reporter specified is not a user.';
      const { id: priority } = Object(fields.priority) as { id?: string };
      if (priority !== undefined && !priorities.some((one) => one.id === priority)) {
        errors.priority = 'The priority selected is invalid.';
      }
    }
    if (!project || Object.keys(errors).length > 0) return refuses([], errors);
    created += 1;
    const issue: FakeIssue = {
      id: String(20_000 + created),
      key: `${project.key}-${created}`,
      fields: { ...fields, project: project.key },
      properties: Object.fromEntries(properties.map(({ key: name, value }) => [name, value])),
      comments: [],
      status: { name: 'To Do', category: 'new' },
    };
    fake.issues.set(issue.key, issue);
    return (
      fake.insteadOfCreated ??
      json(201, { id: issue.id, key: issue.key, self: `${server.url}/rest/api/3/issue/${issue.id}` })
    );
  }

  function page(items: readonly unknown[], search: URLSearchParams, name: 'values' | 'issueTypes' | 'fields'): Reply {
    const startAt = Number(search.get('startAt') ?? 0);
    const maxResults = Math.min(Number(search.get('maxResults') ?? 50), 50);
    const found = items.slice(startAt, startAt + maxResults);
    const isLast = startAt + found.length >= items.length;
    return json(200, {
      startAt,
      maxResults,
      total: items.length,
      ...(name === 'values' ? { isLast } : {}),
      [name]: found,
    });
  }

  /** @param path below `/rest/api/…` */
  function answer(path: string, search: URLSearchParams, request: ReceivedRequest, isCloud: boolean): Reply {
    const { method, body } = request;
    const query = (search.get(isCloud ? 'query' : 'username') ?? '').toLowerCase();
    if (path === '/myself') {
      const [me] = users;
      return json(
        200,
        isCloud
          ? { accountId: me?.id, displayName: me?.displayName }
          : { name: me?.name, displayName: me?.displayName },
      );
    }
    if (isCloud && path === '/project/search') {
      const fits = projects.filter((one) => `${one.key} ${one.name}`.toLowerCase().includes(query));
      return page(fits, search, 'values');
    }
    if (!isCloud && path === '/project') return json(200, projects);
    const meta = /^\/issue\/createmeta\/([^/]+)\/issuetypes(?:\/([^/]+))?$/.exec(path);
    if (meta) {
      const [, project, type] = meta;
      if (!projects.some(({ id, key }) => id === project || key === project)) {
        return refuses([`No project could be found with key '${project}'.`], {}, 404);
      }
      if (type === undefined) return page(issueTypes, search, isCloud ? 'issueTypes' : 'values');
      const fields = type === '10004' ? bugFields : bugFields.slice(0, 4);
      return page(fields, search, isCloud ? 'fields' : 'values');
    }
    if (path === '/user/assignable/search') {
      const fits = users.filter(({ displayName }) => displayName.toLowerCase().includes(query));
      return json(
        200,
        fits.map(({ id, name, displayName, active }) =>
          isCloud
            ? { accountId: id, accountType: 'atlassian', displayName, active }
            : { name, key: name, displayName, active },
        ),
      );
    }
    if (path === '/issue' && method === 'POST') return create(body, isCloud);
    if (path === '/issue/bulkfetch' && isCloud) {
      const { issueIdsOrKeys = [] } = JSON.parse(body) as { issueIdsOrKeys?: string[] };
      if (issueIdsOrKeys.length > 100) return refuses(['At most 100 issues']);
      const found = issueIdsOrKeys.flatMap((id) => issueBy(id) ?? []);
      return json(200, { expand: '', issues: found.map((issue) => shown(issue)), issueErrors: [] });
    }
    if (path === '/search/jql' && isCloud) {
      const asked = JSON.parse(body) as { properties?: string[]; fields?: string[]; jql: string; maxResults?: number };
      const { properties = [], fields = [], jql, maxResults = 50 } = asked;
      const unknown = unknownVersion(jql);
      if (unknown !== null) return refuses([`The value '${unknown}' does not exist for the field 'fixVersion'.`]);
      // Fields that are not named are not answered.
      const found = foundBy(jql).slice(0, maxResults);
      return json(200, {
        issues: found.map((issue) => (fields.includes('status') ? shown(issue, properties) : { id: issue.id })),
        isLast: true,
      });
    }
    if (path === '/search' && isCloud) {
      return refuses(
        ['The requested API has been removed. Please migrate to the /rest/api/3/search/jql API.'],
        {},
        410,
      );
    }
    if (path === '/search') {
      const { jql, validateQuery } = JSON.parse(body) as { jql: string; validateQuery?: boolean };
      const unknown = validateQuery === false ? null : unknownVersion(jql);
      if (unknown !== null) return refuses([`The value '${unknown}' does not exist for the field 'fixVersion'.`]);
      const wanted = /^issue in \((.*)\)$/.exec(jql)?.[1]?.split(', ');
      const found = foundBy(jql).filter(({ id }) => wanted === undefined || wanted.includes(id));
      return json(200, { startAt: 0, maxResults: 50, total: found.length, issues: found.map((issue) => shown(issue)) });
    }
    const ofIssue = /^\/issue\/([^/]+)(?:\/(comment|properties)(?:\/([^/]+))?)?$/.exec(path);
    const issue = issueBy(ofIssue?.[1] ?? '');
    if (!ofIssue || !issue) return refuses(['Issue does not exist or you do not have permission to see it.'], {}, 404);
    const [, , part, name = ''] = ofIssue;
    if (part === 'comment') {
      issue.comments.push((JSON.parse(body) as { body: unknown }).body);
      return json(201, { id: '1' });
    }
    if (part === 'properties') {
      const value = issue.properties[name];
      return value === undefined
        ? refuses(['The property with key is not found.'], {}, 404)
        : json(200, { key: name, value });
    }
    return json(200, shown(issue));
  }

  /** Atlassian's page where people say yes, which they do at once. */
  function authorize(asked: URLSearchParams): Reply {
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.searchParams.set('code', [...fake.codes].at(-1) ?? 'none');
    back.searchParams.set('state', asked.get('state') ?? '');
    return { status: 302, headers: { location: back.href } };
  }

  const fake: FakeJira = {
    url: server.url,
    settings: { authUrl: server.url, apiUrl: server.url, app: client },
    cloudId,
    apiTokens: new Map(),
    versions: new Set(),
    personalTokens: new Set(),
    codes: new Set(),
    sites: [{ id: cloudId, name: 'northwind', url: server.url }],
    accessTokens: new Set(),
    refreshToken: '',
    renewals: 0,
    replays: 0,
    validSeconds: 3_600,
    issues: new Map(),
    received: server.received,
    instead: () => undefined,
    insteadOfCreated: undefined,
    move: (key, status) => {
      const issue = fake.issues.get(key);
      if (!issue) throw new Error(`there is no ${key}`);
      issue.status = status;
    },
    stop: () => server.stop(),
  };

  server.reply = (request) => {
    const other = fake.instead(request);
    if (other !== undefined) return other;
    const { pathname, searchParams } = new URL(request.path, server.url);
    if (pathname === '/authorize') return authorize(searchParams);
    if (pathname === '/oauth/token') return exchange(request.body);
    if (pathname === '/_edge/tenant_info') return json(200, { cloudId });
    if (pathname === '/oauth/token/accessible-resources') {
      const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      return fake.accessTokens.has(token) ? json(200, fake.sites) : json(401, { code: 401, message: 'Unauthorized' });
    }
    const rest = /^(\/ex\/jira\/([^/]+))?\/rest\/api\/(2|3)(\/.*)$/.exec(pathname);
    if (!rest) return { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>Not found</html>' };
    const [, gateway, cloud, version, path = ''] = rest;
    const isCloud = version === '3';
    if (gateway !== undefined && cloud !== cloudId) return json(404, { code: 404, message: 'Not Found' });
    if (!isKnown(request, gateway !== undefined, isCloud)) {
      return gateway === undefined
        ? {
            status: 401,
            headers: { 'content-type': 'text/plain' },
            body: 'Client must be authenticated to access this resource.',
          }
        : json(401, { code: 401, message: 'Unauthorized; scope does not match' });
    }
    return answer(path, searchParams, request, isCloud);
  };
  return fake;
}
