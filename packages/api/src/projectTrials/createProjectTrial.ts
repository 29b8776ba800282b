import { endProjectTrial, findByKey, InvalidFields, namedThings, runPools, stagePriority } from '@assay/application';
import {
  type AccountId,
  defaultProjectSettings,
  gitCredentialsOf,
  messages,
  type ProjectId,
  type ProjectSettings,
  type ProjectTrialId,
  type ProjectTrialRequest,
  projectTrialCalls,
  type RunOrder,
  withoutGitCredentials,
} from '@assay/contract';
import { type EnvironmentState, projectDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import { noPools, workIdOf } from '@assay/operations';
import type { Api } from '../api.ts';
import type { ApiKeyCaller, Member } from '../http/callers.ts';
import { type Fields, route } from '../http/route.ts';
import { checkProjectSettings } from '../projects/checkProjectSettings.ts';
import { withNamedRepository } from '../projects/namedRepository.ts';
import { settingsAsked } from '../projects/settingsAsked.ts';

type Asked = Fields<typeof projectTrialCalls.createProjectTrial>;

/** @returns the settings of the request alone, with the stored URL where it was sent back as it was shown */
async function askedSettings(api: Api, accountId: AccountId, { projectId, environment: _, ...body }: Asked) {
  return projectId ? settingsAsked(api, accountId, projectId, body) : withNamedRepository(api, accountId, body, null);
}

/** @returns everything that is tried: the request, and the project or the defaults for what it leaves out */
async function settingsTried(api: Api, accountId: AccountId, body: ProjectTrialRequest) {
  const asked = await askedSettings(api, accountId, body);
  const { state } = body.projectId ? await api.eventLog.load(projectDecider, body.projectId) : { state: null };
  const before = state?.status === 'active' ? state : null;
  const settings: ProjectSettings = {
    ...defaultProjectSettings,
    ...before?.settings,
    testingFramework: body.testingFramework,
    ...asked,
  };
  return { settings, projectKey: before?.key ?? '' };
}

async function environmentAsked(api: Api, accountId: AccountId, key: string | null | undefined) {
  if (!key) return null;
  const environment = await findByKey(api, namedThings.environment, accountId, key);
  if (!environment) throw new InvalidFields({ field: 'environment', message: messages.noSuchEnvironment });
  return environment;
}

function orderOf(
  id: ProjectTrialId,
  projectId: ProjectId,
  { settings, projectKey }: { settings: ProjectSettings; projectKey: string },
  environment: Extract<EnvironmentState, { status: 'active' }> | null,
): RunOrder {
  const { gitUrl, testTimeoutSeconds, retryFailedTests, recordVideo } = settings;
  return {
    testRunId: workIdOf(id),
    number: 0,
    projectId,
    projectKey,
    settings: { ...settings, gitUrl: gitUrl && withoutGitCredentials(gitUrl) },
    branch: settings.defaultBranch,
    ref: null,
    commit: null,
    build: null,
    includeTags: [],
    excludedTags: [],
    testFilters: [],
    selectedTests: null,
    testTimeoutSeconds,
    retryFailedTests,
    recordVideo,
    playwrightProject: null,
    environmentKey: environment?.key ?? '',
    environmentUrl: environment?.url ?? null,
    trial: true,
  };
}

/** Who began a trial: one caller has one at a time. */
function startedByOf(caller: Member | ApiKeyCaller): string {
  return caller.kind === 'member' ? `user:${caller.userId}` : `apiKey:${caller.apiKeyId}`;
}

export const createProjectTrial = route(
  projectTrialCalls.createProjectTrial,
  async ({ api, body, caller, newId: idOf, errors }) => {
    if (errors.length > 0) throw new InvalidFields(...errors);
    const { accountId } = caller;
    const id = idOf<ProjectTrialId>();
    const tried = await settingsTried(api, accountId, body);
    const { gitUrl } = tried.settings;
    if (!gitUrl) throw new InvalidFields({ field: 'gitUrl', message: messages.blank });
    // What a project may not be, is not tried either.
    const projectId = body.projectId ?? newId<ProjectId>();
    const wouldBe = { type: 'createProject' as const, projectId, key: '', name: '', settings: tried.settings };
    projectDecider.decide(wouldBe, projectDecider.initialState());
    const environment = await environmentAsked(api, accountId, body.environment);
    const startedBy = startedByOf(caller);
    const { projectTrials, workQueue } = api.operations;
    for (const { _id } of await projectTrials.openOf(accountId, startedBy)) {
      await endProjectTrial(api, _id, 'canceled', null);
    }
    await projectTrials.begin({
      _id: id,
      accountId,
      startedBy,
      environmentId: environment?.environmentId ?? null,
      secretUrl: gitCredentialsOf(gitUrl) === null ? null : gitUrl,
    });
    await workQueue.offerSetup({
      accountId,
      projectId,
      priority: await stagePriority(api, { pipelineStageId: environment?.pipelineStageId ?? null }),
      order: orderOf(id, projectId, tried, environment),
      pools: environment ? await runPools(api.eventLog, environment.environmentId) : noPools,
      attempt: 1,
    });
    api.workNotices.tell();
    return { id };
  },
  {
    checks: ({ api, body, caller }) => [
      async () => {
        if (body.projectId) {
          await api.owners.requireOwn(`project-${body.projectId}`, caller.accountId, namedThings.project.notFound);
        }
        const asked = await askedSettings(api, caller.accountId, body);
        await checkProjectSettings(asked, caller, api.config.gitAddresses);
      },
    ],
  },
);
