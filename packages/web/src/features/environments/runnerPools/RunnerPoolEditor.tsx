import {
  type CommandAnswer,
  includes,
  type RunnerPoolView,
  runnerPoolFields,
  runnerTypeLabels,
  runnerTypes,
} from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { useNavigate } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import {
  useChangeRunnerPoolMutation,
  useCreateRunnerPoolMutation,
  useGetAccountQuery,
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
import {
  createRequestOf,
  formOfRunnerPool,
  maximumOf,
  poolChangeOf,
  type RunnerPoolForm,
  runnerPoolFormSchema,
} from './runnerPoolForm.ts';
import { useDeleteRunnerPool } from './useDeleteRunnerPool.ts';
import { useStagesOfPools } from './useStagesOfPools.ts';

/** The form of a runner pool (null: a new one). */
export function RunnerPoolEditor({ pool }: { pool: RunnerPoolView | null }) {
  const mayWrite = useMay('runnerPool.write');
  const { data: account } = useGetAccountQuery();
  const [create] = useCreateRunnerPoolMutation();
  const [change] = useChangeRunnerPoolMutation();
  const { refetch } = useListRunnerPoolsQuery();
  const { seen, readNewest } = useSeen(pool, refetch);
  const navigate = useNavigate();
  const path = useAccountPath();
  const askToDelete = useDeleteRunnerPool();
  const stages = useStagesOfPools()(pool);
  const save = useSave<RunnerPoolForm, CommandAnswer | null>({
    send: async (form) => {
      if (seen === null) return create({ body: createRequestOf(form) });
      const changes = poolChangeOf(form, seen);
      if (Object.keys(changes).length === 0) return { data: null };
      return change({ params: { id: seen.id }, body: changes, ifMatch: seen.revision });
    },
    onSaved: () => navigate(path('environments/runner-pools')),
    shared: {
      noun: 'runner pool',
      readNewest: async () => {
        const newest = await readNewest();
        return newest && formOfRunnerPool(newest);
      },
    },
  });
  const hasWindows = pool?.runnerType === 'WINDOWS' || account === undefined || includes(account, 'windowsPools');
  const types = runnerTypes.filter((type) => type !== 'WINDOWS' || hasWindows);
  const usedBy = stages.map(({ name }) => name).join(', ');
  return (
    <Formik<RunnerPoolForm>
      initialValues={formOfRunnerPool(seen)}
      validationSchema={runnerPoolFormSchema(account)}
      onSubmit={save.submit}
    >
      {({ values, dirty, isSubmitting }) => (
        <Form className={styles.form} aria-label="Runner pool">
          <FormSection title="General">
            <DeclaredInputs
              fields={runnerPoolFields}
              disabled={!mayWrite}
              inputs={{
                runnerType: {
                  options: types.map((value) => ({ value, label: runnerTypeLabels[value] })),
                  disabled: !mayWrite || stages.length > 0,
                  description: stages.length > 0 ? 'Stays while pipeline stages use the pool' : undefined,
                },
                maxRunners: {
                  description: `At work at once, over all runs: 1 to ${maximumOf(account, values.runnerType)}`,
                },
              }}
            />
          </FormSection>
          <SaveNotice save={save} />
          <div className={styles.actions}>
            <Button
              type="submit"
              variant="filled"
              loading={isSubmitting}
              disabled={!mayWrite || (pool !== null && !dirty)}
            >
              {pool === null ? 'Add pool' : 'Save'}
            </Button>
            <span className={styles.spacer} />
            {stages.length > 0 && (
              <span className="soft">Used by {usedBy}: give the stage another pool to delete it.</span>
            )}
            {pool !== null && (
              <Button
                color="red"
                variant="subtle"
                disabled={!mayWrite || stages.length > 0}
                onClick={() => askToDelete(pool)}
              >
                Delete pool
              </Button>
            )}
          </div>
        </Form>
      )}
    </Formik>
  );
}
