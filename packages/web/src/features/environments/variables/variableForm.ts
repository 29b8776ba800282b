import {
  formFields,
  messages,
  roomForVariables,
  sizeOfVariables,
  type VariableRequest,
  type VariableViews,
} from '@assay/contract';
import { array, mixed, ValidationError } from 'yup';
import { optionalText } from '../../../ui/form/fieldSchemas.ts';

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

/** The part of a form that edits variables. */
export type WithVariables = { variables: VariableForm[] };

/** Formik leaves blank texts out of what is validated. */
type Named = { row: string; key?: string };

const nameSchema = optionalText(formFields.variableName);

/**
 * @param variables all of them, which must have names of their own
 * @returns what is wrong with the name that is being typed; null for one that may still be blank
 */
export function problemOfName({ row, key = '' }: Named, variables: readonly Named[]): string | null {
  const name = key.trim();
  if (name === '') return null;
  if (variables.some((other) => other.row !== row && other.key?.trim() === name)) return messages.variableTwice;
  try {
    nameSchema.validateSync(name);
    return null;
  } catch (error) {
    return error instanceof ValidationError ? error.message : messages.invalidValue;
  }
}

/** The rule of forms for the names of variables; what is missing is told by a popup. */
export const variablesSchema = array(mixed<Named>().required()).test(
  'names',
  messages.invalidValue,
  (variables = [], { createError }) => {
    const [problem] = variables.flatMap((variable) => problemOfName(variable, variables) ?? []);
    return problem === undefined || createError({ message: problem });
  },
);

export const blankFileName = 'Blank File Name';

export function formOfVariables(variables: VariableViews): VariableForm[] {
  return variables.map((variable, index) => ({
    row: `stored-${index}`,
    key: variable.key,
    value: variable.value ?? '',
    encrypted: variable.encrypted,
    file: variable.file,
    kept: variable.encrypted && variable.value === null,
  }));
}

export function variableRequestsOf(variables: readonly VariableForm[]): VariableRequest[] {
  return variables.map(({ key, value, encrypted, file, kept }) => ({
    key: key.trim(),
    ...(kept && value === '' ? {} : { value }),
    encrypted,
    file,
  }));
}

/** A reason to say something before variables are saved, by the title of its popup. */
export type VariablesPopup = 'Variable Values Empty' | 'Environment File Empty' | 'Environment too large';

/**
 * Saving is refused while a variable has no name or no value (a stored encrypted value counts), or a file is empty, and
 * asks where the variables are too large.
 * @returns null when the variables may be saved
 */
export function popupOfVariables(variables: readonly VariableForm[]): VariablesPopup | null {
  const empty = (variable: VariableForm) => variable.value === '' && !variable.kept;
  if (variables.some((variable) => !variable.file && (variable.key.trim() === '' || empty(variable)))) {
    return 'Variable Values Empty';
  }
  if (variables.some((variable) => variable.file && empty(variable))) return 'Environment File Empty';
  return sizeOfVariables(variables) > roomForVariables ? 'Environment too large' : null;
}

/** @returns the name of a new file variable: what was typed, or the documented default. */
export function fileNameOf(typed: string): string {
  return typed.trim() === '' ? blankFileName : typed.trim();
}
