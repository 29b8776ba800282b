import { Form as FormikForm, type FormikFormProps, useFormikContext } from 'formik';
import { useEffect, useRef } from 'react';

/** Formik's form. After a refused submission its first invalid field has the focus. */
export function Form(props: FormikFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { isSubmitting, submitCount } = useFormikContext();
  useEffect(() => {
    if (submitCount > 0 && !isSubmitting) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, isSubmitting]);
  return <FormikForm noValidate {...props} ref={form} />;
}
