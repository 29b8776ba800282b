import type { FormikErrors, FormikHelpers, FormikTouched } from 'formik';

/** Errors of a refused request, as forms need them; the connection's ServiceError has this shape. */
export type RefusedRequest = {
  message: string;
  requestId: string | null;
  errors: readonly { field: string; message: string }[];
};

/**
 * Shows the texts of a 400 at the fields that they name.
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

/**
 * Shows a refused request's texts on the fields that they name, untouched ones as well.
 * @returns the text for the whole form, if there is one
 */
export async function showRefused<Values extends object>(
  { setTouched, setErrors }: Pick<FormikHelpers<Values>, 'setTouched' | 'setErrors'>,
  refused: RefusedRequest,
  values: Values,
): Promise<string | null> {
  const { fields, form } = errorsOnFields(refused, values);
  const touched = Object.fromEntries(Object.keys(fields).map((name) => [name, true]));
  await setTouched(touched as FormikTouched<Values>, false);
  setErrors(fields);
  return form;
}
