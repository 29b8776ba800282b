import { type CommandAnswer, type EnvironmentView, environmentFields, type PipelineStageId } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik, type FormikHelpers } from 'formik';
import { useNavigate } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import {
  useChangeEnvironmentMutation,
  useCreateEnvironmentMutation,
  useListEnvironmentsQuery,
  useListPipelineStagesQuery,
} from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { DeclaredInputs } from '../../ui/form/DeclaredInputs.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import styles from '../../ui/form/form.module.css';
import { NameAndKeyFields } from '../../ui/form/NameAndKeyFields.tsx';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { useSeen } from '../../ui/form/useSeen.ts';
import {
  changeRequestOf,
  createRequestOf,
  type EnvironmentForm,
  environmentFormSchema,
  formOfClone,
  formOfEnvironment,
  savedAnyway,
} from './environmentForm.ts';
import { useDeleteEnvironment } from './useDeleteEnvironment.ts';
import { FilesFields } from './variables/FilesFields.tsx';
import { mayBeSaved } from './variables/mayBeSaved.tsx';
import { VariablesFields } from './variables/VariablesFields.tsx';

const { name: _name, key: _key, ...furtherFields } = environmentFields;

type EnvironmentEditorProps = {
  /** null: a new one. */
  environment: EnvironmentView | null;
  /** The stage that a new one is made in. */
  pipelineStageId?: PipelineStageId | '';
  /** The environment that a new one is to be like. */
  cloned?: EnvironmentView | null;
};

/** The form of an environment. */
export function EnvironmentEditor({ environment, pipelineStageId = '', cloned = null }: EnvironmentEditorProps) {
  const mayWrite = useMay('environment.write');
  const [create] = useCreateEnvironmentMutation();
  const [change] = useChangeEnvironmentMutation();
  const { refetch } = useListEnvironmentsQuery();
  const { data: stages = [] } = useListPipelineStagesQuery();
  const { seen, readNewest } = useSeen(environment, refetch);
  const navigate = useNavigate();
  const path = useAccountPath();
  const askToDelete = useDeleteEnvironment();
  const save = useSave<EnvironmentForm, CommandAnswer | null>({
    send: async (form) => {
      if (seen === null)
        return create({ body: { ...savedAnyway(createRequestOf(form)), ...(cloned ? { cloneOf: cloned.id } : {}) } });
      const changes = changeRequestOf(form, seen);
      if (Object.keys(changes).length === 0) return { data: null };
      return change({ params: { id: seen.id }, body: savedAnyway(changes), ifMatch: seen.revision });
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
    if (await mayBeSaved(form.variables)) await save.submit(form, helpers);
  }

  return (
    <Formik<EnvironmentForm>
      initialValues={cloned ? formOfClone(cloned) : formOfEnvironment(seen, pipelineStageId)}
      validationSchema={environmentFormSchema}
      onSubmit={submit}
    >
      {({ dirty, isSubmitting }) => (
        <Form className={styles.form} aria-label="Environment">
          <FormSection title="General">
            <NameAndKeyFields exists={environment !== null} disabled={!mayWrite} />
            <DeclaredInputs
              fields={furtherFields}
              disabled={!mayWrite}
              inputs={{ pipelineStageId: { options: stages.map(({ id, name }) => ({ value: id, label: name })) } }}
            />
          </FormSection>
          <FormSection title="Variables">
            <VariablesFields disabled={!mayWrite} />
          </FormSection>
          <FormSection title="Files">
            <FilesFields disabled={!mayWrite} />
          </FormSection>
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
