import { sharedLinkPath } from '@assay/application';
import { limits, type SharedLinkId, sharedLinkCalls } from '@assay/contract';
import { DomainError, sharedLinkDecider } from '@assay/domain';
import type { Api } from '../api.ts';
import { type Route, route } from '../http/route.ts';

const dayMs = 24 * 3_600_000;

function urlOf(api: Api, id: SharedLinkId): string {
  return new URL(sharedLinkPath(api, id), api.config.publicUrl).href;
}

const listSharedLinks = route(sharedLinkCalls.listSharedLinks, async ({ api, caller, query }) => {
  const links = await api.operations.sharedLinks.list(caller.accountId, query.testRunId ?? null);
  const persons = await api.readModels.persons(links.flatMap(({ createdBy }) => createdBy ?? []));
  return links.map(({ accountId: _, createdAt, createdBy, expiresAt, lastUsedAt, ...link }) => ({
    ...link,
    url: urlOf(api, link.id),
    createdAt: createdAt.toISOString(),
    createdBy: (createdBy && persons.get(createdBy)) ?? null,
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
});

/** The fact comes first: no link works that the log does not know. */
const createSharedLink = route(
  sharedLinkCalls.createSharedLink,
  async ({ api, caller, params: { id: testRunId }, body, newId, context }) => {
    const { accountId, models } = caller;
    const run = await models.testRun(testRunId);
    if (!run) throw new DomainError('testRun.notFound');
    const { sharedLinks } = api.operations;
    if ((await sharedLinks.list(accountId, testRunId)).length >= limits.sharedLinksOfRun) {
      throw new DomainError('sharedLink.tooMany');
    }
    const id = newId<SharedLinkId>();
    const expiresAt = new Date(Date.parse(context.occurredAt) + body.days * dayMs);
    const { includesScreenshots = false, includesOutput = false } = body;
    const includes = { includesScreenshots, includesOutput };
    const of = { testRunId, testRunNumber: run.number, projectId: run.projectId, ...includes };
    const facts = { sharedLinkId: id, ...of, expiresAt: expiresAt.toISOString() };
    await api.eventLog.handle(sharedLinkDecider, id, { type: 'createSharedLink', ...facts }, context);
    const createdBy = caller.kind === 'member' ? caller.userId : null;
    await sharedLinks.add({ id, accountId, ...of, createdBy, expiresAt });
    return { id, url: urlOf(api, id), expiresAt: expiresAt.toISOString() };
  },
);

/** The link stops working first; asking again records what is not recorded yet. */
const revokeSharedLink = route(
  sharedLinkCalls.revokeSharedLink,
  async ({ api: { operations, eventLog, owners }, caller: { accountId }, params: { id }, context }) => {
    await owners.requireOwn(`sharedLink-${id}`, accountId, 'sharedLink.notFound');
    await operations.sharedLinks.revoke(accountId, id);
    await eventLog.handle(sharedLinkDecider, id, { type: 'revokeSharedLink' }, context);
    return null;
  },
);

export const sharedLinkRoutes: readonly Route[] = [listSharedLinks, createSharedLink, revokeSharedLink];
