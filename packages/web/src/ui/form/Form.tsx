import { Form as FormikForm, type FormikFormProps, useFormikContext } from 'formik';
import { useEffect, useRef, useState } from 'react';
import { LeaveGuard } from './LeaveGuard.tsx';

type Props = FormikFormProps & {
  /** Where nothing is lost by leaving, such as a sign-in. */
  leavesFreely?: boolean;
};

/**
 * Formik's form. After a refused submission its first invalid field has the focus. Whoever changed something since the
 * last submission is asked before leaving the page.
 */
export function Form({ leavesFreely = false, children, ...props }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { dirty, isSubmitting, submitCount } = useFormikContext();
  // Forms also fill in defaults by themselves, which nobody would miss. Choices in a dropdown bubble here too.
  const [isUsed, setUsed] = useState(false);
  const use = () => setUsed(true);
  useEffect(() => {
    if (submitCount > 0) setUsed(false);
  }, [submitCount]);
  useEffect(() => {
    if (submitCount > 0 && !isSubmitting) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, isSubmitting]);
  return (
    <FormikForm noValidate {...props} ref={form} onInput={use} onClick={use} onKeyDown={use}>
      {children}
      {dirty && isUsed && !isSubmitting && !leavesFreely && <LeaveGuard />}
    </FormikForm>
  );
}
