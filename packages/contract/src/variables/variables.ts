import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { Nullable } from '../ids.ts';

/** A variable as sent: an existing encrypted one keeps its value if that is left out, or null as it is shown. */
export const VariableRequest = Type.Object(
  {
    key: Type.String(formFields.variableName),
    value: Type.Optional(Nullable(Type.String(formFields.variableValue))),
    encrypted: Type.Boolean(),
    file: Type.Boolean({ description: 'written to a file; the variable then holds its path' }),
  },
  { additionalProperties: false },
);
export type VariableRequest = Static<typeof VariableRequest>;

/** The whole list of an environment or a pipeline stage. */
export const VariableRequests = Type.Array(VariableRequest, { maxItems: 200 });

export const VariableViews = Type.Array(
  Type.Object({
    key: Type.String(),
    value: Nullable(Type.String({ description: 'null: encrypted, never shown' })),
    encrypted: Type.Boolean(),
    file: Type.Boolean(),
  }),
);
export type VariableViews = Static<typeof VariableViews>;

/** The characters that variables may have together before saving asks: Windows starts no program with more of them. */
export const roomForVariables = 32_767;

/**
 * @returns how many characters a program is given: `NAME=value` and an end for each variable that is not a file, of
 * which only the path is passed on; a stored value that is left out does not count
 */
export function sizeOfVariables(
  variables: readonly { key: string; value?: string | null | undefined; file: boolean }[],
): number {
  return variables.reduce(
    (size, { key, value, file }) => (file ? size : size + key.length + (value ?? '').length + 2),
    0,
  );
}

/** Room for 200 variables, including some files. */
export const variablesBodyLimit = 4 * 1024 * 1024;
