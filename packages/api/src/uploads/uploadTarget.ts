import { type FieldError, findByIdOrKey, InvalidFields, namedThings, requireOwnStage } from '@assay/application';
import { type AccountId, type EnvironmentId, messages, type PipelineStageId } from '@assay/contract';
import { DomainError, type ProjectState } from '@assay/domain';
import type { Api } from '../api.ts';

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
  if (errors.length > 0) throw new InvalidFields(...errors);

  const project = await findByIdOrKey(api, namedThings.project, accountId, projectField);
  if (!project) throw new DomainError('project.notFound');
  const environment = await findByIdOrKey(api, namedThings.environment, accountId, environmentField);
  if (!environment) throw new DomainError('environment.notFound');
  const pipelineStageId = (fields.get('pipelineStageId') || null) as PipelineStageId | null;
  if (pipelineStageId !== null) await requireOwnStage(api, accountId, pipelineStageId);
  return {
    project,
    environmentId: environment.environmentId,
    pipelineStageId,
    branch: fields.get('branch') || project.settings.defaultBranch,
    commit: fields.get('commit') || null,
    ignoreQuarantine: fields.get('ignoreQuarantine') === 'true',
  };
}
