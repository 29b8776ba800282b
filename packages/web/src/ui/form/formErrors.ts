import type { FormikErrors } from 'formik';

/** Errors of a refused request, as forms need them; the connection's ServiceError has this shape. */
export type RefusedRequest = {
  message: string;
  requestId: string | null;
  errors: readonly { field: string; message: string }[];
};

/**
 * Spec: a 400's texts are shown on the fields that they name.
 * @returns the texts by field, and a text for the whole form where some of it named no field of the form
 */
export function errorsOnFields<Values extends object>(
  refused: RefusedRequest,
  values: Values,
  nameInForm: (field: string) => string = (field) => field,
): { fields: FormikErrors<Values>; form: string | null } {
  const fields: Record<string, string> = {};
  let form: string | null = refused.errors.length === 0 ? refused.message : null;
  for (const error of refused.errors) {
    const name = nameInForm(error.field);
    if ((name.split('.')[0] as string) in values) fields[name] = error.message;
    else form = error.message;
  }
  return { fields: fields as FormikErrors<Values>, form };
}
