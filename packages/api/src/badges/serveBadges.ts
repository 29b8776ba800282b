import { createHash } from 'node:crypto';
import { badgeStanding, opensBadge } from '@assay/application';
import { badgePath, nameKey, type ProjectId, type ProjectView } from '@assay/contract';
import type { AccountReads } from '@assay/projections';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import { networkOf } from '../http/networkOf.ts';
import { drawBadge } from './drawBadge.ts';

/** Of its branch, environment and suite, the newest runs that passed or failed. */
const newestRuns = 500;
const longestChoice = 250;

const headers = {
  'content-type': 'image/svg+xml; charset=utf-8',
  // Readme pages are on other sites, and proxies of theirs must ask each time.
  'cache-control': 'no-cache',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; sandbox",
};

type Choice = Partial<Record<'token' | 'branch' | 'environment' | 'suite', string>>;

/** @returns what an address says, and '' for what no run has: the same twice, or a text that is too long */
function choiceOf({ query }: FastifyRequest): Choice {
  const given = Object.entries(Object(query) as Record<string, unknown>).filter(([, value]) => value !== '');
  const isUsable = (value: unknown): value is string => typeof value === 'string' && value.length <= longestChoice;
  return Object.fromEntries(given.map(([name, value]) => [name, isUsable(value) ? value : ''])) as Choice;
}

/**
 * Finds the project whose badge the address opens.
 * @throws ApiError `notFound` for every other address, whether or not there is such a project
 */
async function openedProject(
  api: Api,
  request: FastifyRequest,
): Promise<{ models: AccountReads; project: ProjectView }> {
  const { file } = request.params as { file: string };
  const projectId = file.replace(/\.svg$/, '') as ProjectId;
  const { token = '' } = choiceOf(request);
  if (!file.endsWith('.svg') || !(await opensBadge(api, projectId, token))) throw new ApiError('notFound');
  const accountId = await api.owners.ownerOf(`project-${projectId}`);
  const models = accountId ? api.readModels.of(accountId) : null;
  const project = await models?.project(projectId);
  if (!models || !project || project.archived) throw new ApiError('notFound');
  return { models, project };
}

/** @returns the suite that the address names; null: it does not exist; undefined: the address names no suite */
async function suiteOf(models: AccountReads, projectId: ProjectId, wanted: string | undefined) {
  if (wanted === undefined) return undefined;
  const suites = await models.testSuites(projectId);
  return suites.find(({ id, name }) => id === wanted || nameKey(name) === nameKey(wanted)) ?? null;
}

async function badgeFor(models: AccountReads, project: ProjectView, choice: Choice): Promise<string> {
  const { branch = project.defaultBranch, environment } = choice;
  const suite = await suiteOf(models, project.id, choice.suite);
  const query = {
    project: [project.id],
    branch: [branch],
    ...(environment !== undefined && { environment: [environment] }),
    ...(suite && { testSuiteId: [suite.id] }),
    status: ['PASS', 'FAIL'],
  };
  const runs = suite === null ? [] : await models.runOutcomes(query, newestRuns);
  const about = [project.name, suite?.name, branch && `on ${branch}`, environment && `in ${environment}`].filter(
    Boolean,
  );
  return drawBadge({
    label: suite?.name ?? (environment || 'tests'),
    about: about.join(' '),
    standing: badgeStanding(runs),
  });
}

/** Serves the status badges of projects to anyone with their address. */
export async function serveBadges(app: FastifyInstance, api: Api): Promise<void> {
  app.get(`${badgePath}/:file`, { schema: { hide: true } }, async (request, reply) => {
    api.publicReads.take(networkOf(request.ip));
    if (api.stores.away()) throw new ApiError('store.away', { retryAfterSeconds: 2 });
    const { models, project } = await openedProject(api, request);
    const svg = await badgeFor(models, project, choiceOf(request));
    const etag = `"${createHash('sha256').update(svg).digest('base64url')}"`;
    reply.headers({ ...headers, etag });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.send(svg);
  });
}
