import { type AccountId, type EnvironmentId, messages, type PipelineStageId, type ProjectId } from '@assay/contract';
import { DomainError, environmentDecider, type ProjectState, projectDecider } from '@assay/domain';
import type { Api } from '../api.ts';
import { type FieldError, invalidFields } from '../http/apiErrors.ts';
import { requireOwnStage } from '../pipelineStages/requireOwnStage.ts';
import { environmentByKey, projectByKey } from '../testRuns/findByKey.ts';

/** What an upload is a run of. */
export type UploadTarget = {
  project: Extract<ProjectState, { status: 'active' }>;
  environmentId: EnvironmentId;
  pipelineStageId: PipelineStageId | null;
  branch: string;
  commit: string | null;
  ignoreQuarantine: boolean;
};

const longest = { branch: 250, commit: 100, pipelineStageId: 80 } as const;

/**
 * @returns what the form names; project and environment by id or by key.
 * @throws ApiError for fields that are missing or too long, or a stage that is not the account's; DomainError `project.notFound` or `environment.notFound`
 * for what is not there or another account's.
 */
export async function uploadTarget(
  api: Api,
  accountId: AccountId,
  fields: ReadonlyMap<string, string>,
): Promise<UploadTarget> {
  const [projectField = '', environmentField = ''] = [fields.get('projectId'), fields.get('environmentId')];
  const errors: FieldError[] = [];
  if (projectField === '') errors.push({ field: 'projectId', message: messages.blank });
  if (environmentField === '') errors.push({ field: 'environmentId', message: messages.blank });
  for (const [field, most] of Object.entries(longest)) {
    if ((fields.get(field) ?? '').length > most) errors.push({ field, message: messages.invalidLength });
  }
  if (errors.length > 0) throw invalidFields(...errors);

  const project =
    (await ownProject(api, accountId, projectField)) ?? (await projectByKey(api, accountId, projectField));
  if (!project) throw new DomainError('project.notFound');
  const environment =
    (await ownEnvironment(api, accountId, environmentField)) ??
    (await environmentByKey(api, accountId, environmentField))?.environmentId;
  if (!environment) throw new DomainError('environment.notFound');
  const pipelineStageId = (fields.get('pipelineStageId') || null) as PipelineStageId | null;
  if (pipelineStageId !== null) await requireOwnStage(api, accountId, pipelineStageId);
  return {
    project,
    environmentId: environment,
    pipelineStageId,
    branch: fields.get('branch') || project.settings.defaultBranch,
    commit: fields.get('commit') || null,
    ignoreQuarantine: fields.get('ignoreQuarantine') === 'true',
  };
}

async function ownProject({ owners, eventLog }: Api, accountId: AccountId, id: string) {
  if (!isId(id) || (await owners.ownerOf(`project-${id}`)) !== accountId) return null;
  const { state } = await eventLog.load(projectDecider, id as ProjectId);
  return state.status === 'active' ? state : null;
}

async function ownEnvironment({ owners, eventLog }: Api, accountId: AccountId, id: string) {
  if (!isId(id) || (await owners.ownerOf(`environment-${id}`)) !== accountId) return null;
  const { state } = await eventLog.load(environmentDecider, id as EnvironmentId);
  return state.status === 'active' ? state.environmentId : null;
}

function isId(text: string): boolean {
  return /^[A-Za-z0-9._-]{1,80}$/.test(text);
}
