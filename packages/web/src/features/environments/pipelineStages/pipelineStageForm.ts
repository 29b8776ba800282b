import { type ChangePipelineStageRequest, type PipelineStageView, pipelineStageFields } from '@assay/contract';
import { object } from 'yup';
import { changedFields } from '../../../ui/form/changedFields.ts';
import { type FormOf, formOf, formRules, valuesOf } from '../../../ui/form/declaredForm.ts';
import { formOfVariables, variableRequestsOf, variablesSchema, type WithVariables } from '../variables/variableForm.ts';

export type PipelineStageForm = FormOf<typeof pipelineStageFields> & WithVariables;

/** @param stages how many there are: a new stage comes after them */
export function formOfPipelineStage(stage: PipelineStageView | null, stages: number): PipelineStageForm {
  return {
    ...formOf(pipelineStageFields, stage, { priority: stages }),
    variables: formOfVariables(stage?.variables ?? []),
  };
}

export const pipelineStageFormSchema = object({ ...formRules(pipelineStageFields), variables: variablesSchema });

export function pipelineStageRequestOf(form: PipelineStageForm) {
  return { ...valuesOf(pipelineStageFields, form), variables: variableRequestsOf(form.variables) };
}

/** @returns only the changed fields */
export function stageChangeOf(form: PipelineStageForm, before: PipelineStageView): ChangePipelineStageRequest {
  const unchanged = pipelineStageRequestOf(formOfPipelineStage(before, 0));
  return changedFields(pipelineStageRequestOf(form), unchanged);
}
