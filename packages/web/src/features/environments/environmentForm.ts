import {
  type ChangeEnvironmentRequest,
  type CreateEnvironmentRequest,
  type EnvironmentView,
  formFields,
  type VariableRequest,
} from '@assay/contract';
import { object } from 'yup';
import { optionalText, requiredText, wholeNumber } from '../../ui/form/fieldSchemas.ts';

/** A variable being edited. `kept`: it is stored encrypted; an empty value keeps the stored one. */
export type VariableForm = {
  /** Identifies the row; never sent. */
  row: string;
  key: string;
  value: string;
  encrypted: boolean;
  file: boolean;
  kept: boolean;
};

export type EnvironmentForm = {
  name: string;
  key: string;
  url: string;
  maximumParallelTestRuns: number | '';
  variables: VariableForm[];
};

export const blankFileName = 'Blank File Name';

export function formOfEnvironment(environment: EnvironmentView | null): EnvironmentForm {
  return {
    name: environment?.name ?? '',
    key: environment?.key ?? '',
    url: environment?.url ?? '',
    maximumParallelTestRuns: environment?.maximumParallelTestRuns ?? 0,
    variables: (environment?.variables ?? []).map((variable, index) => ({
      row: `stored-${index}`,
      key: variable.key,
      value: variable.value ?? '',
      encrypted: variable.encrypted,
      file: variable.file,
      kept: variable.encrypted && variable.value === null,
    })),
  };
}

export const environmentFormSchema = object({
  name: requiredText(formFields.name),
  key: requiredText(formFields.key),
  url: optionalText(formFields.url),
  maximumParallelTestRuns: wholeNumber(formFields.maximumParallelTestRuns),
});

/**
 * Saving is refused while a variable has no name or no value (a stored encrypted value counts), or a file is empty.
 * @returns the title of the popup for it; null when the form may be saved
 */
export function popupOfVariables(variables: readonly VariableForm[]): string | null {
  const empty = (variable: VariableForm) => variable.value === '' && !variable.kept;
  if (variables.some((variable) => !variable.file && (variable.key.trim() === '' || empty(variable)))) {
    return 'Variable Values Empty';
  }
  return variables.some((variable) => variable.file && empty(variable)) ? 'Environment File Empty' : null;
}

/** @returns the name of a new file variable: what was typed, or the documented default. */
export function fileNameOf(typed: string): string {
  return typed.trim() === '' ? blankFileName : typed.trim();
}

function variablesOf(form: EnvironmentForm): VariableRequest[] {
  return form.variables.map(({ key, value, encrypted, file, kept }) => ({
    key: key.trim(),
    ...(kept && value === '' ? {} : { value }),
    encrypted,
    file,
  }));
}

export function createRequestOf(form: EnvironmentForm): CreateEnvironmentRequest {
  return {
    name: form.name.trim(),
    key: form.key.trim(),
    url: form.url.trim() === '' ? null : form.url.trim(),
    maximumParallelTestRuns: Number(form.maximumParallelTestRuns),
    variables: variablesOf(form),
  };
}

/** @returns only the changed fields. The key never changes. */
export function changeRequestOf(form: EnvironmentForm, before: EnvironmentView): ChangeEnvironmentRequest {
  const { key: _key, ...after } = createRequestOf(form);
  const originals: Record<string, unknown> = createRequestOf(formOfEnvironment(before));
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(originals[name]),
  );
  return Object.fromEntries(changed);
}
