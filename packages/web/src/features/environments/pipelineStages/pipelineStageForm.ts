import {
  type ChangePipelineStageRequest,
  formFields,
  limits,
  type PipelineStageView,
  type RunnerPoolId,
} from '@assay/contract';
import { object } from 'yup';
import { changedFields } from '../../../ui/form/changedFields.ts';
import { requiredText, wholeNumber } from '../../../ui/form/fieldSchemas.ts';
import { formOfVariables, variableRequestsOf, variablesSchema, type WithVariables } from '../variables/variableForm.ts';

export type PipelineStageForm = {
  name: string;
  priority: number | '';
  testRunPriority: number | '';
  /** '': none. */
  linuxRunnerPoolId: RunnerPoolId | '';
  windowsRunnerPoolId: RunnerPoolId | '';
} & WithVariables;

/** @param stages how many there are: a new stage comes after them */
export function formOfPipelineStage(stage: PipelineStageView | null, stages: number): PipelineStageForm {
  return {
    name: stage?.name ?? '',
    priority: stage?.priority ?? stages,
    testRunPriority: stage?.testRunPriority ?? limits.priority.default,
    linuxRunnerPoolId: stage?.linuxRunnerPoolId ?? '',
    windowsRunnerPoolId: stage?.windowsRunnerPoolId ?? '',
    variables: formOfVariables(stage?.variables ?? []),
  };
}

export const pipelineStageFormSchema = object({
  name: requiredText(formFields.name),
  priority: wholeNumber(formFields.stagePriority),
  testRunPriority: wholeNumber(formFields.priority),
  variables: variablesSchema,
});

export function pipelineStageRequestOf(form: PipelineStageForm) {
  return {
    name: form.name.trim(),
    priority: Number(form.priority),
    testRunPriority: Number(form.testRunPriority),
    linuxRunnerPoolId: form.linuxRunnerPoolId === '' ? null : form.linuxRunnerPoolId,
    windowsRunnerPoolId: form.windowsRunnerPoolId === '' ? null : form.windowsRunnerPoolId,
    variables: variableRequestsOf(form.variables),
  };
}

/** @returns only the changed fields */
export function stageChangeOf(form: PipelineStageForm, before: PipelineStageView): ChangePipelineStageRequest {
  const unchanged = pipelineStageRequestOf(formOfPipelineStage(before, 0));
  return changedFields(pipelineStageRequestOf(form), unchanged);
}
