import { type CommandAnswer, type PipelineStageView, pipelineStageFields, type RunnerType } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik, type FormikHelpers } from 'formik';
import { useNavigate } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import {
  useChangePipelineStageMutation,
  useCreatePipelineStageMutation,
  useListPipelineStagesQuery,
  useListRunnerPoolsQuery,
} from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { DeclaredInputs } from '../../../ui/form/DeclaredInputs.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import styles from '../../../ui/form/form.module.css';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { useSeen } from '../../../ui/form/useSeen.ts';
import { FilesFields } from '../variables/FilesFields.tsx';
import { mayBeSaved } from '../variables/mayBeSaved.tsx';
import { VariablesFields } from '../variables/VariablesFields.tsx';
import {
  formOfPipelineStage,
  type PipelineStageForm,
  pipelineStageFormSchema,
  pipelineStageRequestOf,
  stageChangeOf,
} from './pipelineStageForm.ts';
import { useDeletePipelineStage } from './useDeletePipelineStage.ts';

const { linuxRunnerPoolId, windowsRunnerPoolId, ...otherFields } = pipelineStageFields;
const inputsInOrder = { ...otherFields, linuxRunnerPoolId, windowsRunnerPoolId };

/**
 * The form of a pipeline stage (null: a new one).
 * @param stages how many there are
 */
export function PipelineStageEditor({ stage, stages }: { stage: PipelineStageView | null; stages: number }) {
  const mayWrite = useMay('pipelineStage.write');
  const [create] = useCreatePipelineStageMutation();
  const [change] = useChangePipelineStageMutation();
  const { refetch } = useListPipelineStagesQuery();
  const { data: pools = [] } = useListRunnerPoolsQuery();
  const { seen, readNewest } = useSeen(stage, refetch);
  const navigate = useNavigate();
  const path = useAccountPath();
  const askToDelete = useDeletePipelineStage();
  const save = useSave<PipelineStageForm, CommandAnswer | null>({
    send: async (form) => {
      if (seen === null) return create({ body: pipelineStageRequestOf(form) });
      const changes = stageChangeOf(form, seen);
      if (Object.keys(changes).length === 0) return { data: null };
      return change({ params: { id: seen.id }, body: changes, ifMatch: seen.revision });
    },
    onSaved: () => navigate(path('environments/pipelines')),
    shared: {
      noun: 'pipeline stage',
      readNewest: async () => {
        const newest = await readNewest();
        return newest && formOfPipelineStage(newest, stages);
      },
    },
  });

  async function submit(form: PipelineStageForm, helpers: FormikHelpers<PipelineStageForm>): Promise<void> {
    if (await mayBeSaved(form.variables)) await save.submit(form, helpers);
  }

  const poolsOf = (type: RunnerType) =>
    pools.filter(({ runnerType }) => runnerType === type).map(({ id, name }) => ({ value: id, label: name }));

  return (
    <Formik<PipelineStageForm>
      initialValues={formOfPipelineStage(seen, stages)}
      validationSchema={pipelineStageFormSchema}
      onSubmit={submit}
    >
      {({ dirty, isSubmitting }) => (
        <Form className={styles.form} aria-label="Pipeline stage">
          <FormSection title="General">
            <DeclaredInputs
              fields={inputsInOrder}
              disabled={!mayWrite}
              inputs={{
                linuxRunnerPoolId: { options: poolsOf('LINUX') },
                windowsRunnerPoolId: { options: poolsOf('WINDOWS') },
              }}
            />
          </FormSection>
          <FormSection title="Variables">
            <p className={styles.told}>
              Every environment of the stage has these; a variable of its own with the same name wins.
            </p>
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
              disabled={!mayWrite || (stage !== null && !dirty)}
            >
              {stage === null ? 'Add stage' : 'Save'}
            </Button>
            <span className={styles.spacer} />
            {stage !== null && (
              <Button color="red" variant="subtle" disabled={!mayWrite} onClick={() => askToDelete(stage)}>
                Delete stage
              </Button>
            )}
          </div>
        </Form>
      )}
    </Formik>
  );
}
