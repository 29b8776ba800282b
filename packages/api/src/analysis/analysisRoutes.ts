import {
  type AnalysisDeps,
  analysisInput,
  analysisRefusal,
  loadAccount,
  nextMonthOf,
  outgoingOfTest,
  quotaUsedText,
  requestRunAnalysis as request,
  requestTestAnalysis as requestTest,
} from '@assay/application';
import { type AccountId, analysisCalls, type RunAnalysisView, type TestRunId, testKeyIn } from '@assay/contract';
import { DomainError, runAnalysisDecider } from '@assay/domain';
import type { FoundRunAnalysis, FoundTestAnalysis } from '@assay/projections';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import type { CallerOf } from '../http/callers.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { codeOf } from '../http/errorAnswer.ts';
import { type Route, route } from '../http/route.ts';
import { repositoryOf } from '../projects/repositoryOf.ts';
import { withCommits } from './commitChanges.ts';
import { formattedText } from './formattedText.ts';

type Reader = CallerOf<'testRun.read'>;

function depsOf({ eventLog, readModels, operations, config }: Api): AnalysisDeps {
  return { eventLog, readModels, operations, analysisModel: config.analysisModel };
}

/** @returns whose thumbs are theirs */
function raterOf(caller: Reader): string {
  return caller.kind === 'member' ? caller.userId : caller.apiKeyId;
}

async function foundAnalysis(caller: Reader, testRunId: TestRunId): Promise<FoundRunAnalysis> {
  const found = await caller.models.runAnalysis(testRunId, raterOf(caller));
  if (!found) throw new DomainError('testRun.notFound');
  return found;
}

/** @returns what would be sent about a run; null: nothing, because there is no model */
async function outgoingOf(api: Api, accountId: AccountId, found: FoundRunAnalysis) {
  const { analysisModel: model } = api.config;
  if (model === null || found.testRunAnalysisRootCauses.length === 0) return null;
  const known = api.outgoingAnalyses.get(found.testRunId);
  const key = JSON.stringify([
    found.failedCount,
    ...found.testRunAnalysisRootCauses.map(({ id, kind, revision }) => [id, kind, revision]),
  ]);
  if (known?.key === key) return known;
  const run = await api.readModels.of(accountId).testRun(found.testRunId);
  if (!run) throw new DomainError('testRun.notFound');
  const { causes, facts } = await analysisInput(api, accountId, run, found);
  const outgoing = { ...model.outgoingOf(causes, facts), causeCount: causes.length, key };
  api.outgoingAnalyses.set(found.testRunId, outgoing);
  return outgoing;
}

async function viewOf(api: Api, caller: Reader, found: FoundRunAnalysis): Promise<RunAnalysisView> {
  const { accountId, models } = caller;
  const now = new Date();
  const [account, quota, run] = await Promise.all([
    loadAccount(api, accountId),
    models.aiQuota(now),
    models.testRun(found.testRunId),
  ]);
  if (!run) throw new DomainError('testRun.notFound');
  const { limits, runAnalyses: remaining } = quota;
  const { analysisModel } = api.config;
  const { status, failedCount, model } = found;
  const isAsked = status === 'REQUESTED' || model !== null;
  const refusal = analysisRefusal({
    account,
    status: run.status,
    failedCount,
    // A request that has been made takes no other one.
    remaining: isAsked ? null : remaining,
    quotaUsed: 'analysis.quotaUsed',
    analysisModel,
  });
  const outgoing = isAsked || account.aiOptOut ? null : await outgoingOf(api, accountId, found);
  const { projectId: _, ...view } = found;
  return {
    ...view,
    refusal,
    quota: { limit: limits.runAnalyses, remaining, resetsAt: nextMonthOf(now) },
    outgoing: outgoing && { characters: outgoing.characters, causeCount: outgoing.causeCount },
  };
}

const getRunAnalysis = route(analysisCalls.getRunAnalysis, async ({ api, caller, params }) =>
  viewOf(api, caller, await foundAnalysis(caller, params.id)),
);

const requestRunAnalysis = route(analysisCalls.requestRunAnalysis, async ({ api, caller, params, context }) => {
  try {
    return commandAnswer(api.eventLog, await request(depsOf(api), caller.accountId, params.id, context));
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'analysis.quotaUsed') throw error;
    const { plan } = await loadAccount(api, caller.accountId);
    throw new ApiError(error.code, { message: quotaUsedText(plan) });
  }
});

/** Without a model, nothing would be sent. */
const nothing = { model: null, promptVersion: 0, instructions: '', text: '', characters: 0 };

const getOutgoingAnalysis = route(analysisCalls.getOutgoingAnalysis, async ({ api, caller, params }) => {
  const outgoing = await outgoingOf(api, caller.accountId, await foundAnalysis(caller, params.id));
  if (outgoing === null) return nothing;
  const { instructions, text, characters, promptVersion } = outgoing;
  return { model: api.config.analysisModel?.name ?? null, promptVersion, instructions, text, characters };
});

async function foundTest(caller: Reader, testRunId: TestRunId, testId: string): Promise<FoundTestAnalysis> {
  // A row has two ids: its own, which begins with the run's, and that of the test.
  const testKey = testId.startsWith(`${testRunId}.`) ? testKeyIn(testRunId, testId) : testId;
  const found = await caller.models.testAnalysis(testRunId, testKey, raterOf(caller));
  if (!found) throw new DomainError('testRun.notFound');
  return found;
}

/** @returns what is known of a failed test, with the commits since it passed */
async function compared(api: Api, caller: Reader, found: FoundTestAnalysis): Promise<FoundTestAnalysis> {
  if (!found.isFailed) return found;
  const repository = await repositoryOf(api, caller.accountId, found.projectId).catch((error: unknown) => {
    if (codeOf(error) === 'git.missing' || codeOf(error) === 'project.notFound') return null;
    throw error;
  });
  return { ...found, ...(await withCommits(api, repository, found)) };
}

const getTestAnalysis = route(analysisCalls.getTestAnalysis, async ({ api, caller, params }) => {
  const found = await compared(api, caller, await foundTest(caller, params.id, params.testId));
  const now = new Date();
  const [account, { limits, suggestions: remaining }] = await Promise.all([
    loadAccount(api, caller.accountId),
    caller.models.aiQuota(now),
  ]);
  const { projectId: _, file: __, name: ___, error: ____, isFailed, isRunning: _____, ...view } = found;
  const { analysisModel } = api.config;
  const isAsked = found.status === 'REQUESTED' || found.suggestion !== null;
  const isFree = isAsked || found.cause?.model;
  const refusal = analysisRefusal({
    account,
    status: 'FAIL',
    failedCount: isFailed ? 1 : 0,
    remaining: isFree ? null : remaining,
    quotaUsed: 'analysis.suggestionsUsed',
    analysisModel,
  });
  return {
    ...view,
    formattedAnalysisText: view.analysisText === null ? null : formattedText(view.analysisText),
    refusal: isFailed
      ? refusal
      : { reason: 'NO_FAILURES' as const, message: new DomainError('analysis.notFailed').message },
    quota: { limit: limits.suggestions, remaining, resetsAt: nextMonthOf(now) },
  };
});

const getOutgoingTestAnalysis = route(analysisCalls.getOutgoingTestAnalysis, async ({ api, caller, params }) => {
  const { analysisModel: model } = api.config;
  const found = await compared(api, caller, await foundTest(caller, params.id, params.testId));
  if (model === null || found.cause === null) return nothing;
  const outgoing = await outgoingOfTest(depsOf(api), model, caller.accountId, params.id, found);
  const { instructions, text, characters, promptVersion } = outgoing;
  return { model: model.name, promptVersion, instructions, text, characters };
});

const requestTestAnalysis = route(analysisCalls.requestTestAnalysis, async ({ api, caller, params, context }) => {
  await api.readModels.require({ scope: caller.accountId, tier: 'trailing' });
  const found = await compared(api, caller, await foundTest(caller, params.id, params.testId));
  return commandAnswer(api.eventLog, await requestTest(depsOf(api), caller.accountId, params.id, found, context));
});

const rateAnalysis = route(analysisCalls.rateAnalysis, async ({ api, caller, params, body, context }) => {
  const testRunId = params.id;
  await api.owners.requireOwn(`testRun-${testRunId}`, caller.accountId, 'testRun.notFound');
  const { rootCauseId, testRunTestId = null, rating } = body;
  const rate = {
    type: 'rateAnalysis' as const,
    testRunId,
    rootCauseId,
    testRunTestId,
    raterId: raterOf(caller),
    rating,
  };
  return commandAnswer(api.eventLog, await api.eventLog.handle(runAnalysisDecider, testRunId, rate, context));
});

export const analysisRoutes: readonly Route[] = [
  getRunAnalysis,
  requestRunAnalysis,
  getOutgoingAnalysis,
  rateAnalysis,
  getTestAnalysis,
  getOutgoingTestAnalysis,
  requestTestAnalysis,
];
