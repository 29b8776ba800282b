import type { EnvironmentView } from '@assay/contract';
import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { Form, Formik, type FormikHelpers } from 'formik';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import { asServiceError } from '../../connection/serviceError.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { NumberField, TextField } from '../../ui/form/fields.tsx';
import styles from '../../ui/form/form.module.css';
import { errorsOnFields } from '../../ui/form/formErrors.ts';
import { NameAndKeyFields } from '../../ui/form/NameAndKeyFields.tsx';
import { showFailure } from '../../ui/showFailure.ts';
import {
  changeRequestOf,
  createRequestOf,
  type EnvironmentForm,
  environmentFormSchema,
  formOfEnvironment,
  popupOfVariables,
} from './environmentForm.ts';
import {
  useArchiveEnvironmentMutation,
  useChangeEnvironmentMutation,
  useCreateEnvironmentMutation,
} from './environmentsApi.ts';
import { FilesFields } from './FilesFields.tsx';
import { VariablesFields } from './VariablesFields.tsx';

/** The form of an environment (null: a new one). `onNewest` is asked for when somebody else's change was met. */
export function EnvironmentEditor({
  environment,
  onNewest,
}: {
  environment: EnvironmentView | null;
  onNewest: () => void;
}) {
  const mayWrite = useMay('environment.write');
  const [create] = useCreateEnvironmentMutation();
  const [change] = useChangeEnvironmentMutation();
  const [archive] = useArchiveEnvironmentMutation();
  const [refused, setRefused] = useState<string | null>(null);
  const [stale, setStale] = useState(false);
  const navigate = useNavigate();
  const path = useAccountPath();

  async function send(form: EnvironmentForm) {
    if (environment === null) return await create({ body: createRequestOf(form) });
    const changes = changeRequestOf(form, environment);
    if (Object.keys(changes).length === 0) return null;
    return await change({ params: { id: environment.id }, body: changes, ifMatch: environment.revision });
  }

  async function submit(form: EnvironmentForm, helpers: FormikHelpers<EnvironmentForm>): Promise<void> {
    const popup = popupOfVariables(form.variables);
    if (popup !== null) {
      modals.open({ title: popup, children: texts[popup] });
      return;
    }
    setRefused(null);
    setStale(false);
    const answer = await send(form);
    if (answer === null || answer.data) {
      await navigate(path('environments'));
      return;
    }
    const failure = asServiceError(answer.error);
    if (!failure) return;
    if (failure.status === 412) {
      setStale(true);
      return;
    }
    const errors = errorsOnFields(failure, form);
    helpers.setErrors(errors.fields);
    setRefused(errors.form);
  }

  function askToDelete({ id, name }: EnvironmentView): void {
    modals.openConfirmModal({
      title: `Delete ${name}?`,
      children: 'It is archived: no new runs can be started on it. Past runs on it stay.',
      labels: { confirm: `Delete ${name}`, cancel: 'Keep it' },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm: async () => {
        const answer = await archive({ params: { id } });
        if (answer.error) {
          showFailure(answer.error);
        } else await navigate(path('environments'));
      },
    });
  }

  return (
    <Formik<EnvironmentForm>
      initialValues={formOfEnvironment(environment)}
      validationSchema={environmentFormSchema}
      onSubmit={submit}
    >
      {({ dirty, isSubmitting }) => (
        <Form noValidate className={styles.form} aria-label="Environment">
          <section className={styles.section} aria-label="General">
            <NameAndKeyFields keyIsFixed={environment !== null} disabled={!mayWrite} />
            <div className={styles.pair}>
              <TextField name="url" label="URL" placeholder="https://staging.example.com" disabled={!mayWrite} />
              <NumberField
                name="maximumParallelTestRuns"
                label="Maximum parallel test runs"
                description="0 means no limit"
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                disabled={!mayWrite}
              />
            </div>
          </section>
          <section className={styles.section} aria-label="Variables">
            <h2 className={styles.title}>Variables</h2>
            <VariablesFields disabled={!mayWrite} />
          </section>
          <section className={styles.section} aria-label="Files">
            <h2 className={styles.title}>Files</h2>
            <FilesFields disabled={!mayWrite} />
          </section>
          {refused && (
            <p className={styles.refused} role="alert">
              {refused}
            </p>
          )}
          {stale && (
            <div className={styles.actions} role="alert">
              <span className={styles.refused}>Somebody else changed this environment since you opened it.</span>
              <Button onClick={onNewest}>Load their version</Button>
            </div>
          )}
          <div className={styles.actions}>
            <Button
              type="submit"
              variant="filled"
              loading={isSubmitting}
              disabled={!mayWrite || (environment !== null && !dirty)}
            >
              {environment === null ? 'Add environment' : 'Save'}
            </Button>
            <span className={styles.spacer} />
            {environment !== null && (
              <Button color="red" variant="subtle" disabled={!mayWrite} onClick={() => askToDelete(environment)}>
                Delete environment
              </Button>
            )}
          </div>
        </Form>
      )}
    </Formik>
  );
}

const texts: Record<string, string> = {
  'Variable Values Empty': 'Every variable needs a name and a value. Fill them in, or remove the variable.',
  'Environment File Empty': 'Every file needs content. Fill it in, or remove the file.',
};
