import { formFields, type TestPlanStageSettings } from '@assay/contract';
import { object } from 'yup';
import { optionalText, requiredText } from '../../../ui/form/fieldSchemas.ts';

export type StageForm = {
  name: string;
  description: string;
  executionType: TestPlanStageSettings['executionType'];
  stopAtFailure: boolean;
  alwaysRun: boolean;
};

/** @returns the form of a stage's settings. */
export function formOfStage(settings: Omit<TestPlanStageSettings, 'name'> & { name?: string }): StageForm {
  const { name = '', description, executionType, stopAtFailure, alwaysRun } = settings;
  return { name, description: description ?? '', executionType, stopAtFailure, alwaysRun };
}

export const stageFormSchema = object({
  name: requiredText(formFields.name),
  description: optionalText(formFields.description),
});

/** @returns the settings: trimmed; only what runs one after the other can stop in between. */
export function stageSettingsOf(form: StageForm): TestPlanStageSettings {
  return {
    ...form,
    name: form.name.trim(),
    description: form.description.trim() || null,
    stopAtFailure: form.executionType === 'Sequential' && form.stopAtFailure,
  };
}
