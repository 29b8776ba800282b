import type { CommandAnswer, TestPlanDetailView } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { useNavigate } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { useChangeTestPlanMutation, useGetTestPlanQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { Form } from '../../../ui/form/Form.tsx';
import styles from '../../../ui/form/form.module.css';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { useSeen } from '../../../ui/form/useSeen.ts';
import { useDeleteTestPlan } from '../useDeleteTestPlan.ts';
import { PlanTriggers } from './PlanTriggers.tsx';
import settings from './settings.module.css';
import { TestPlanFields } from './TestPlanFields.tsx';
import { formOfTestPlan, type TestPlanForm, testPlanChangeOf, testPlanFormSchema } from './testPlanForm.ts';

/** The plan's name, key and goal, and what starts it. */
export function SettingsTab({ plan }: { plan: TestPlanDetailView }) {
  return (
    <div className={settings.settings}>
      <SettingsForm plan={plan} />
      <PlanTriggers plan={plan} />
    </div>
  );
}

function SettingsForm({ plan }: { plan: TestPlanDetailView }) {
  const mayWrite = useMay('testPlan.write') && !plan.archived;
  const [change] = useChangeTestPlanMutation();
  const { refetch } = useGetTestPlanQuery({ params: { id: plan.id } });
  const askToDelete = useDeleteTestPlan();
  const navigate = useNavigate();
  const path = useAccountPath();
  const { seen, setSeen, readNewest } = useSeen(plan, async () => {
    const { data } = await refetch();
    return data ? { data: [data] } : {};
  });
  const save = useSave<TestPlanForm, CommandAnswer | null>({
    send: async (form) => {
      const changes = testPlanChangeOf(form, seen);
      if (Object.keys(changes).length === 0) return { data: null };
      return change({ params: { id: seen.id }, body: changes, ifMatch: seen.revision });
    },
    onSaved: (answer, form, { resetForm }) => {
      if (answer) setSeen({ ...seen, ...testPlanChangeOf(form, seen), revision: answer.revision });
      resetForm({ values: form });
    },
    shared: {
      noun: 'test plan',
      readNewest: async () => {
        const newest = await readNewest();
        return newest && formOfTestPlan(newest);
      },
    },
  });
  return (
    <Formik<TestPlanForm>
      initialValues={formOfTestPlan(seen)}
      validationSchema={testPlanFormSchema}
      onSubmit={save.submit}
    >
      {({ dirty, isSubmitting }) => (
        <Form className={styles.form} aria-label="Test plan settings">
          <TestPlanFields exists disabled={!mayWrite} />
          <SaveNotice save={save} />
          <div className={styles.actions}>
            <Button type="submit" variant="filled" loading={isSubmitting} disabled={!mayWrite || !dirty}>
              Save
            </Button>
            <span className={styles.told} role="status">
              {save.state.kind === 'saved' && !dirty ? 'Saved' : ''}
              {!mayWrite && !plan.archived && 'Only administrators change test plans.'}
            </span>
            <span className={styles.spacer} />
            {mayWrite && (
              <Button
                color="red"
                variant="subtle"
                onClick={() => askToDelete(plan, () => void navigate(path('test-plans')))}
              >
                Delete test plan
              </Button>
            )}
          </div>
        </Form>
      )}
    </Formik>
  );
}
