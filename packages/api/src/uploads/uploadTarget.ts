import { findByIdOrKey, InvalidFields, namedThings, requireOwnStage } from '@assay/application';
import {
  type AccountId,
  attributesInLines,
  attributesProblem,
  type EnvironmentId,
  messages,
  type PipelineStageId,
  UploadTestRunRequest,
} from '@assay/contract';
import { DomainError, type ProjectState } from '@assay/domain';
import { Type } from 'typebox';
import type { Api } from '../api.ts';
import { formFieldErrors } from './formFieldErrors.ts';

/** The project, environment and settings of an uploaded run. */
export type UploadTarget = {
  project: Extract<ProjectState, { status: 'active' }>;
  environmentId: EnvironmentId;
  pipelineStageId: PipelineStageId | null;
  branch: string;
  commit: string | null;
  ignoreQuarantine: boolean;
  attributes: readonly string[];
  /** Of the command that wrote the files; null: not known. */
  exitCode: number | null;
  /** Folders that test files are named relative to; null: not known. */
  root: string | null;
  startedIn: string | null;
  /** Of a run of the past that is imported; null: it has just ended. */
  ranAt: string | null;
};

/** No report is older. */
const earliest = Date.UTC(2000);

const errorsOf = formFieldErrors(Type.Omit(UploadTestRunRequest, ['file']));

/**
 * @returns what the form names; project and environment by id or by key.
 * @throws ApiError for fields that are missing or too long, or for another account's stage; DomainError
 * `project.notFound` or `environment.notFound` if missing or another account's.
 */
export async function uploadTarget(
  api: Api,
  accountId: AccountId,
  fields: ReadonlyMap<string, string>,
): Promise<UploadTarget> {
  const [projectField = '', environmentField = ''] = [fields.get('projectId'), fields.get('environmentId')];
  const errors = errorsOf(fields);
  if (errors.length > 0) throw new InvalidFields(...errors);
  const attributes = attributesInLines(fields.get('attributes') ?? '');
  const problem = attributesProblem(attributes);
  if (problem !== null) throw new InvalidFields({ field: 'attributes', message: problem });

  const [project, environment] = await Promise.all([
    findByIdOrKey(api, namedThings.project, accountId, projectField),
    findByIdOrKey(api, namedThings.environment, accountId, environmentField),
  ]);
  if (!project) throw new DomainError('project.notFound');
  if (!environment) throw new DomainError('environment.notFound');
  const named = (fields.get('pipelineStageId') || null) as PipelineStageId | null;
  const exitCode = fields.get('exitCode');
  if (named !== null) await requireOwnStage(api, accountId, named);
  return {
    project,
    environmentId: environment.environmentId,
    pipelineStageId: named ?? environment.pipelineStageId,
    branch: fields.get('branch') || project.settings.defaultBranch,
    commit: fields.get('commit') || null,
    ignoreQuarantine: fields.get('ignoreQuarantine') === 'true',
    attributes,
    exitCode: exitCode ? Number(exitCode) : null,
    root: fields.get('root') || null,
    startedIn: fields.get('startedIn') || null,
    ranAt: ranAtOf(fields.get('ranAt')),
  };
}

/** @throws InvalidFields for what is no date, or has not been yet */
function ranAtOf(text: string | undefined): string | null {
  if (!text) return null;
  const time = Date.parse(text);
  // The 31st of February is a day of March to `Date`.
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text.slice(0, 10);
  if (!isDay || time < earliest || time > Date.now()) {
    throw new InvalidFields({ field: 'ranAt', message: messages.notInThePast });
  }
  return new Date(time).toISOString();
}
