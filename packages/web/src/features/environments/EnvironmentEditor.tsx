import type { CommandAnswer, EnvironmentView } from '@assay/contract';
import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { Formik, type FormikHelpers } from 'formik';
import { useNavigate } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { Form } from '../../ui/form/Form.tsx';
import { NumberField, TextField } from '../../ui/form/fields.tsx';
import styles from '../../ui/form/form.module.css';
import { NameAndKeyFields } from '../../ui/form/NameAndKeyFields.tsx';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { useSeen } from '../../ui/form/useSeen.ts';
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
  useListEnvironmentsQuery,
} from './environmentsApi.ts';
import { FilesFields } from './FilesFields.tsx';
import { VariablesFields } from './VariablesFields.tsx';

/** The form of an environment (null: a new one). */
export function EnvironmentEditor({ environment }: { environment: EnvironmentView | null }) {
  const mayWrite = useMay('environment.write');
  const [create] = useCreateEnvironmentMutation();
  const [change] = useChangeEnvironmentMutation();
  const [archive] = useArchiveEnvironmentMutation();
  const { refetch } = useListEnvironmentsQuery();
  const { seen, readNewest } = useSeen(environment, refetch);
  const navigate = useNavigate();
  const path = useAccountPath();
  const save = useSave<EnvironmentForm, CommandAnswer | null>({
    send: async (form) => {
      if (seen === null) return create({ body: createRequestOf(form) });
      const changes = changeRequestOf(form, seen);
      if (Object.keys(changes).length === 0) return { data: null };
      return change({ params: { id: seen.id }, body: changes, ifMatch: seen.revision });
    },
    onSaved: () => navigate(path('environments')),
    shared: {
      noun: 'environment',
      readNewest: async () => {
        const newest = await readNewest();
        return newest && formOfEnvironment(newest);
      },
    },
  });

  async function submit(form: EnvironmentForm, helpers: FormikHelpers<EnvironmentForm>): Promise<void> {
    const popup = popupOfVariables(form.variables);
    if (popup === null) await save.submit(form, helpers);
    else modals.open({ title: popup, children: texts[popup] });
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
      initialValues={formOfEnvironment(seen)}
      validationSchema={environmentFormSchema}
      onSubmit={submit}
    >
      {({ dirty, isSubmitting }) => (
        <Form className={styles.form} aria-label="Environment">
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
          <SaveNotice save={save} />
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
