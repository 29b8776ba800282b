import {
  decideWithEvidence,
  type FieldError,
  gateOfRelease,
  InvalidFields,
  readEvidence,
  runsSince,
} from '@assay/application';
import {
  limits,
  messages,
  type ReleaseCriterionId,
  type ReleaseEvidence,
  type ReleaseGateQuery,
  type ReleaseId,
  releaseCalls,
  type UserId,
} from '@assay/contract';
import { criteriaTemplatesDecider, DomainError, type ReleaseState, releaseDecider } from '@assay/domain';
import type { AccountReads } from '@assay/projections';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';
import { answersAtDecision, countedReleases, criteriaNow } from './answeredReleases.ts';
import { requireVersions } from './requireReferences.ts';

type Dates = { proposedReleaseDate?: string | null; actualReleaseDate?: string | null };

/** @returns the fields with a day that no month has. Their schema has checked the rest. */
function errorsOfDates({ proposedReleaseDate, actualReleaseDate }: Dates): FieldError[] {
  return Object.entries({ proposedReleaseDate, actualReleaseDate }).flatMap(([field, text]) => {
    if (!text) return [];
    const time = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
    const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 10));
    return exists ? [] : [{ field, message: messages.invalidDay }];
  });
}

/** @throws InvalidFields */
function requireDates(dates: Dates): void {
  const errors = errorsOfDates(dates);
  if (errors.length > 0) throw new InvalidFields(...errors);
}

/** @returns the days of the dates that are there, as they were written */
function daysOf(dates: Dates): Dates {
  const there = Object.entries(dates).filter(([, text]) => text !== undefined);
  return Object.fromEntries(there.map(([field, text]) => [field, text?.slice(0, 10) ?? null]));
}

const listReleases = route(releaseCalls.listReleases, async ({ api, caller, query }) => {
  const { offset = 0, limit = limits.pageOfReleases } = query;
  const page = await caller.models.releasePage({ offset, limit });
  return { ...page, releases: await countedReleases(api, caller, page.releases) };
});

const createRelease = route(
  releaseCalls.createRelease,
  async ({ api, body, caller, context, newId }) => {
    const { eventLog } = api;
    requireDates(body);
    const ships = await requireVersions(api, caller.accountId, body.ships ?? []);
    const { title, description = null, proposedReleaseDate = null } = body;
    const releaseId = newId<ReleaseId>();
    const { state } = await eventLog.load(criteriaTemplatesDecider, caller.accountId);
    const criteria = [...state.inUse].map(([templateId, { text, rule }], at) => ({
      criterionId: `${releaseId}.${at + 1}` as ReleaseCriterionId,
      templateId,
      text,
      rule,
    }));
    const facts = { title, description, proposedReleaseDate: proposedReleaseDate?.slice(0, 10) ?? null };
    const command = { type: 'createRelease' as const, releaseId, ...facts, ships, criteria };
    // A repeat with the same Idempotency-Key finds the release.
    const decide = (state: ReleaseState) => (state.status === 'none' ? command : null);
    return commandAnswer(eventLog, await eventLog.handle(releaseDecider, releaseId, decide, context));
  },
  { rest: async ({ body }) => errorsOfDates(body) },
);

const getRelease = route(releaseCalls.getRelease, async ({ api, caller, params: { id } }) => {
  const found = await caller.models.release(id);
  if (!found) throw new DomainError('release.notFound');
  const [counted = found] = await countedReleases(api, caller, [found]);
  return counted;
});

const changeRelease = route(
  releaseCalls.changeRelease,
  async ({ api, params: { id }, body, caller, context, expectedRevision }) => {
    const { eventLog, owners } = api;
    await owners.requireOwn(`release-${id}`, caller.accountId, 'release.notFound');
    requireDates(body);
    const { proposedReleaseDate, actualReleaseDate, ships: wanted, ...rest } = body;
    const seen = expectedRevision !== undefined;
    const days = daysOf({ proposedReleaseDate, actualReleaseDate });
    const ships = wanted && (await requireVersions(api, caller.accountId, wanted));
    const answers = rest.decision ? await answersAtDecision(api, caller, id, ships) : undefined;
    const command = { type: 'changeRelease' as const, ...rest, ...days, ships, answered: answers, seen };
    const options = { ...context, expectedRevision };
    const result = rest.decision
      ? await decideWithEvidence(eventLog, id, command, options)
      : await eventLog.handle(releaseDecider, id, command, options);
    return commandAnswer(eventLog, result);
  },
  { rest: async ({ body }) => errorsOfDates(body) },
);

const getReleaseEvidence = route(
  releaseCalls.getReleaseEvidence,
  async ({ api: { eventLog, owners, readModels }, caller, params: { id, number } }) => {
    await owners.requireOwn(`release-${id}`, caller.accountId, 'release.notFound');
    const found = await readEvidence(eventLog, id, Number(number));
    const { document } = found;
    const shipped = new Set<string>(document.ships.map(({ projectId }) => projectId));
    const [people, projects, runs] = await Promise.all([
      readModels.persons(peopleIn(document)),
      caller.models.projects(),
      runsSince(caller.models, document),
    ]);
    const named = projects.filter((project) => shipped.has(project.id)).map((project) => [project.id, project.name]);
    return {
      ...found,
      people: Object.fromEntries(people),
      projectNames: Object.fromEntries(named),
      runsSince: runs,
    };
  },
);

function peopleIn({ decided, criteria }: ReleaseEvidence): UserId[] {
  const marks = criteria.flatMap(({ completed, override }) => [completed, override]);
  return [...new Set([decided, ...marks].flatMap((mark) => (mark?.by ?? []) as UserId | []))];
}

const listReleaseCriteria = route(releaseCalls.listReleaseCriteria, async ({ api, caller, params: { id } }) => {
  const [release, criteria] = await Promise.all([caller.models.release(id), caller.models.releaseCriteria(id)]);
  if (!release || !criteria) throw new DomainError('release.notFound');
  return [...(await criteriaNow(api, caller, release, criteria))];
});

const readReleaseGate = route(releaseCalls.readReleaseGate, async ({ api, caller, params: { id }, query }) => {
  // A decision that the read models do not show yet may be No-Go.
  await api.readModels.require({ scope: caller.accountId });
  const [release, criteria] = await Promise.all([caller.models.release(id), caller.models.releaseCriteria(id)]);
  if (!release || !criteria) throw new DomainError('release.notFound');
  const version = await versionOf(caller.models, query);
  const { position } = release;
  return { ...gateOfRelease(release, await criteriaNow(api, caller, release, criteria), version), position };
});

/** @throws InvalidFields for a project without a commit, or the reverse; DomainError `project.notFound` */
async function versionOf(models: AccountReads, { project: idOrKey, commit }: ReleaseGateQuery) {
  if (idOrKey === undefined && commit === undefined) return null;
  if (idOrKey === undefined) throw new InvalidFields({ field: 'project', message: messages.blank });
  if (commit === undefined) throw new InvalidFields({ field: 'commit', message: messages.blank });
  const project = await models.project(idOrKey);
  if (!project || project.archived) throw new DomainError('project.notFound');
  return { projectId: project.id, projectName: project.name, commit };
}

const overrideReleaseCriterion = route(
  releaseCalls.overrideReleaseCriterion,
  async ({ api: { eventLog, owners }, params, body: { reason }, caller, context, expectedRevision }) => {
    const { releaseId, id: criterionId } = params;
    await owners.requireOwn(`release-${releaseId}`, caller.accountId, 'release.notFound');
    const command = { type: 'overrideCriterion' as const, criterionId, reason };
    const result = await eventLog.handle(releaseDecider, releaseId, command, { ...context, expectedRevision });
    return commandAnswer(eventLog, { ...result, id: criterionId });
  },
);

const withdrawCriterionOverride = route(
  releaseCalls.withdrawCriterionOverride,
  async ({ api: { eventLog, owners }, params, caller, context, expectedRevision }) => {
    const { releaseId, id: criterionId } = params;
    await owners.requireOwn(`release-${releaseId}`, caller.accountId, 'release.notFound');
    const command = { type: 'withdrawOverride' as const, criterionId };
    const result = await eventLog.handle(releaseDecider, releaseId, command, { ...context, expectedRevision });
    return commandAnswer(eventLog, { ...result, id: criterionId });
  },
);

const toggleReleaseCriterion = route(
  releaseCalls.toggleReleaseCriterion,
  async ({ api: { eventLog, owners }, params, query: { completed }, caller, context, expectedRevision }) => {
    const { releaseId, id } = params;
    await owners.requireOwn(`release-${releaseId}`, caller.accountId, 'release.notFound');
    const command = { type: 'toggleCriterion' as const, criterionId: id, completed };
    const result = await eventLog.handle(releaseDecider, releaseId, command, { ...context, expectedRevision });
    const answer = await commandAnswer(eventLog, result);
    const { state } = await eventLog.load(releaseDecider, releaseId);
    const criteria = state.status === 'created' ? state.criteria : [];
    const criterion = criteria.find(({ criterionId }) => criterionId === id);
    if (!criterion) throw new DomainError('release.criterionNotFound');
    const [event] = result.events;
    const completedAt = event ? completedBy(event, context.occurredAt) : await completionOf(caller.models, params);
    return { ...answer, releaseId, id, text: criterion.text, completedAt };
  },
);

/** @returns when a criterion was completed by the event that has just happened; null: it was reopened */
function completedBy({ type }: { type: string }, occurredAt: string): string | null {
  return type === 'ReleaseCriterionCompleted' ? occurredAt : null;
}

/** @returns when a criterion was completed that is as it was; null: it is open */
async function completionOf(
  models: AccountReads,
  { releaseId, id }: { releaseId: ReleaseId; id: ReleaseCriterionId },
): Promise<string | null> {
  const criteria = await models.releaseCriteria(releaseId);
  return criteria?.find((criterion) => criterion.id === id)?.completedAt ?? null;
}

export const releaseRoutes: readonly Route[] = [
  listReleases,
  createRelease,
  getRelease,
  changeRelease,
  listReleaseCriteria,
  toggleReleaseCriterion,
  getReleaseEvidence,
  readReleaseGate,
  overrideReleaseCriterion,
  withdrawCriterionOverride,
];
