import type { FormikHelpers } from 'formik';
import { useRef, useState } from 'react';
import { asServiceError, canceled } from '../../connection/serviceError.ts';
import { errorsOnFields } from './formErrors.ts';

/** The result of a mutation or an upload. */
type Outcome<Answer> = { data: Answer; error?: undefined } | { data?: undefined; error: unknown };

export type SaveOptions<Values, Answer> = {
  send: (values: Values) => PromiseLike<Outcome<Answer>>;
  onSaved?: (answer: Answer, values: Values, helpers: FormikHelpers<Values>) => unknown;
  /** A thing that others may change meanwhile: its noun, and how to load its newest version. */
  shared?: { noun: string; readNewest: () => Promise<Values | null> };
};

export type Save<Values> = {
  /** For Formik's `onSubmit`. A submission during another one joins it. */
  submit: (values: Values, helpers: FormikHelpers<Values>) => Promise<void>;
  state: SaveState<Values>;
  /** Clears the error of the last submission. */
  reset: () => void;
};

export type SaveState<Values> =
  | { kind: 'open' }
  | { kind: 'saved' }
  | { kind: 'refused'; text: string }
  /** Somebody else was quicker. */
  | { kind: 'stale'; text: string; readNewest: () => Promise<Values | null> };

/**
 * Sends a form: field errors are shown at their fields, everything else by `SaveNotice`. Nobody's change is overwritten
 * unseen: a 412 keeps what was typed, and `SaveNotice` offers to load the newest version.
 */
export function useSave<Values extends object, Answer>(options: SaveOptions<Values, Answer>): Save<Values> {
  const { send, onSaved, shared } = options;
  const [state, setState] = useState<SaveState<Values>>({ kind: 'open' });
  const saving = useRef<Promise<void> | null>(null);

  async function save(values: Values, helpers: FormikHelpers<Values>): Promise<void> {
    setState({ kind: 'open' });
    const { data, error } = await send(values);
    if (data !== undefined) {
      await onSaved?.(data, values, helpers);
      setState({ kind: 'saved' });
      return;
    }
    if (error === canceled) return;
    if (shared && asServiceError(error)?.status === 412) {
      const text = `Somebody else changed this ${shared.noun} since you opened it.`;
      setState({ kind: 'stale', text, readNewest: shared.readNewest });
      return;
    }
    const { fields, form } = errorsOnFields(error, values);
    helpers.setErrors(fields);
    if (form !== null) setState({ kind: 'refused', text: form });
  }

  function submit(values: Values, helpers: FormikHelpers<Values>): Promise<void> {
    saving.current ??= save(values, helpers).finally(() => {
      saving.current = null;
    });
    return saving.current;
  }

  return { submit, state, reset: () => setState({ kind: 'open' }) };
}
