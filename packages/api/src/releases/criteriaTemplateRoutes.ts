import { openRuleReads, tryRule } from '@assay/application';
import { type CriteriaTemplateId, limits, releaseCalls } from '@assay/contract';
import { criteriaTemplatesDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';
import { recentIssues } from './releaseIssues.ts';
import { requireRule } from './requireReferences.ts';

const listCriteriaTemplates = route(releaseCalls.listCriteriaTemplates, ({ caller, query }) =>
  caller.models.criteriaTemplates(query),
);

const tryCriterionRule = route(releaseCalls.tryCriterionRule, async ({ api, caller, query }) => {
  const { testSuiteId = null, environmentId = null, maxAgeHours = null } = query;
  const rule = { ...query, testSuiteId, environmentId, maxAgeHours };
  await requireRule(api, caller.accountId, rule);
  // A run that the read models do not show yet may have failed.
  await api.readModels.require({ scope: caller.accountId });
  const releases = await caller.models.latestReleases(limits.releasesTried);
  const reads = openRuleReads(caller.models, recentIssues(api, caller.accountId));
  return { releases: await tryRule(reads, releases, rule, Date.now()) };
});

const addCriteriaTemplate = route(
  releaseCalls.addCriteriaTemplate,
  async ({ api, body: { text, rule = null }, caller: { accountId }, context, newId }) => {
    const { eventLog } = api;
    await requireRule(api, accountId, rule);
    const templateId = newId<CriteriaTemplateId>();
    const command = { type: 'addTemplate' as const, accountId, templateId, text, rule };
    const result = await eventLog.handle(criteriaTemplatesDecider, accountId, command, context);
    return commandAnswer(eventLog, { ...result, id: templateId });
  },
);

const changeCriteriaTemplate = route(
  releaseCalls.changeCriteriaTemplate,
  async ({ api, body, caller: { accountId }, context, expectedRevision }) => {
    const { eventLog } = api;
    const { id: templateId, text, rule, order } = body;
    await requireRule(api, accountId, rule ?? null);
    const command = { type: 'changeTemplate' as const, accountId, templateId, text, rule, order };
    const options = { ...context, expectedRevision };
    const result = await eventLog.handle(criteriaTemplatesDecider, accountId, command, options);
    return commandAnswer(eventLog, { ...result, id: templateId });
  },
);

const archiveCriteriaTemplate = route(
  releaseCalls.archiveCriteriaTemplate,
  async ({ api: { eventLog }, params: { id: templateId }, caller: { accountId }, context, expectedRevision }) => {
    const command = { type: 'archiveTemplate' as const, accountId, templateId };
    const options = { ...context, expectedRevision };
    const result = await eventLog.handle(criteriaTemplatesDecider, accountId, command, options);
    return commandAnswer(eventLog, { ...result, id: templateId });
  },
);

const restoreCriteriaTemplate = route(
  releaseCalls.restoreCriteriaTemplate,
  async ({ api: { eventLog }, params: { id: templateId }, caller: { accountId }, context, expectedRevision }) => {
    const command = { type: 'restoreTemplate' as const, accountId, templateId };
    const options = { ...context, expectedRevision };
    const result = await eventLog.handle(criteriaTemplatesDecider, accountId, command, options);
    return commandAnswer(eventLog, { ...result, id: templateId });
  },
);

export const criteriaTemplateRoutes: readonly Route[] = [
  listCriteriaTemplates,
  tryCriterionRule,
  addCriteriaTemplate,
  changeCriteriaTemplate,
  archiveCriteriaTemplate,
  restoreCriteriaTemplate,
];
