import { messages } from '@assay/contract';
import { type FormikErrors, setIn } from 'formik';
import { asServiceError } from '../../connection/serviceError.ts';

/**
 * @param error why a request failed
 * @returns its texts by form field, and a text for the whole form if some name no field
 */
export function errorsOnFields<Values extends object>(
  error: unknown,
  values: Values,
): { fields: FormikErrors<Values>; form: string | null } {
  const failure = asServiceError(error);
  const isOfForm = ({ field }: { field: string }) => (field.split('.')[0] as string) in values;
  const errors = failure?.errors ?? [];
  const others = errors.filter((other) => !isOfForm(other)).map(({ message }) => message);
  const whole = errors.length === 0 ? [failure?.message ?? messages.tryAgain] : others;
  return {
    fields: errors
      .filter(isOfForm)
      .reduce<FormikErrors<Values>>((all, { field, message }) => setIn(all, field, message), {}),
    form: whole.length === 0 ? null : whole.join(' '),
  };
}
