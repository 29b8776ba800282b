import {
  type ChangeEnvironmentRequest,
  type CreateEnvironmentRequest,
  type EnvironmentView,
  formFields,
  type PipelineStageId,
  roomForVariables,
  sizeOfVariables,
  type VariableRequest,
} from '@assay/contract';
import { object } from 'yup';
import { changedFields } from '../../ui/form/changedFields.ts';
import { optionalText, requiredText, wholeNumber } from '../../ui/form/fieldSchemas.ts';
import { formOfVariables, variableRequestsOf, variablesSchema, type WithVariables } from './variables/variableForm.ts';

export type EnvironmentForm = {
  name: string;
  key: string;
  url: string;
  maximumParallelTestRuns: number | '';
  /** '': none. */
  pipelineStageId: PipelineStageId | '';
} & WithVariables;

/** @returns the form of a new environment that is like another one */
export function formOfClone(environment: EnvironmentView): EnvironmentForm {
  const { name, key, ...rest } = formOfEnvironment(environment);
  return { ...rest, name: `${name} copy`, key: `${key}-copy` };
}

/** @param pipelineStageId the stage that a new environment is made in */
export function formOfEnvironment(
  environment: EnvironmentView | null,
  pipelineStageId: PipelineStageId | '' = '',
): EnvironmentForm {
  return {
    name: environment?.name ?? '',
    key: environment?.key ?? '',
    url: environment?.url ?? '',
    maximumParallelTestRuns: environment?.maximumParallelTestRuns ?? 0,
    pipelineStageId: environment?.pipelineStageId ?? pipelineStageId,
    variables: formOfVariables(environment?.variables ?? []),
  };
}

export const environmentFormSchema = object({
  name: requiredText(formFields.name),
  key: requiredText(formFields.key),
  url: optionalText(formFields.url),
  maximumParallelTestRuns: wholeNumber(formFields.maximumParallelTestRuns),
  variables: variablesSchema,
});

export function createRequestOf(form: EnvironmentForm): CreateEnvironmentRequest {
  return {
    name: form.name.trim(),
    key: form.key.trim(),
    url: form.url.trim() === '' ? null : form.url.trim(),
    maximumParallelTestRuns: Number(form.maximumParallelTestRuns),
    pipelineStageId: form.pipelineStageId === '' ? null : form.pipelineStageId,
    variables: variableRequestsOf(form.variables),
  };
}

/** @returns only the changed fields. The key never changes. */
export function changeRequestOf(form: EnvironmentForm, before: EnvironmentView): ChangeEnvironmentRequest {
  const { key: _key, ...after } = createRequestOf(form);
  return changedFields(after, createRequestOf(formOfEnvironment(before)));
}

/** @returns the request to save what the form has asked about before: variables that are too large */
export function savedAnyway<Request extends { variables?: readonly VariableRequest[] }>(request: Request): Request {
  const isTooLarge = request.variables !== undefined && sizeOfVariables(request.variables) > roomForVariables;
  return isTooLarge ? { ...request, saveAnyway: true } : request;
}
