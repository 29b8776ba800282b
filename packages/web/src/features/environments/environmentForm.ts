import {
  type ChangeEnvironmentRequest,
  type CreateEnvironmentRequest,
  type EnvironmentView,
  environmentFields,
  type PipelineStageId,
  roomForVariables,
  sizeOfVariables,
  type VariableRequest,
} from '@assay/contract';
import { object } from 'yup';
import { changedFields } from '../../ui/form/changedFields.ts';
import { changedValues, type FormOf, formOf, formRules, valuesOf } from '../../ui/form/declaredForm.ts';
import { formOfVariables, variableRequestsOf, variablesSchema, type WithVariables } from './variables/variableForm.ts';

export type EnvironmentForm = FormOf<typeof environmentFields> & WithVariables;

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
    ...formOf(environmentFields, environment, { pipelineStageId }),
    variables: formOfVariables(environment?.variables ?? []),
  };
}

export const environmentFormSchema = object({ ...formRules(environmentFields), variables: variablesSchema });

export function createRequestOf(form: EnvironmentForm): CreateEnvironmentRequest {
  return { ...valuesOf(environmentFields, form), variables: variableRequestsOf(form.variables) };
}

/** @returns only the changed fields. The key never changes. */
export function changeRequestOf(form: EnvironmentForm, before: EnvironmentView): ChangeEnvironmentRequest {
  const variables = variableRequestsOf(form.variables);
  const unchanged = variableRequestsOf(formOfVariables(before.variables));
  return {
    ...changedValues(environmentFields, form, before),
    ...changedFields({ variables }, { variables: unchanged }),
  };
}

/** @returns the request to save what the form has asked about before: variables that are too large */
export function savedAnyway<Request extends { variables?: readonly VariableRequest[] }>(request: Request): Request {
  const isTooLarge = request.variables !== undefined && sizeOfVariables(request.variables) > roomForVariables;
  return isTooLarge ? { ...request, saveAnyway: true } : request;
}
