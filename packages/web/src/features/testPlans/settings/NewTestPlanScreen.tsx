import type { CommandAnswer } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { Link, useNavigate } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { useCreateTestPlanMutation } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import styles from '../../../ui/form/form.module.css';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { ScreenHead } from '../../../ui/ScreenHead.tsx';
import { TestPlanFields } from './TestPlanFields.tsx';
import { formOfTestPlan, type TestPlanForm, testPlanFormSchema, testPlanRequestOf } from './testPlanForm.ts';

/** The form of a new plan; leads to its stages. */
export function NewTestPlanScreen() {
  const mayWrite = useMay('testPlan.write');
  const [create] = useCreateTestPlanMutation();
  const navigate = useNavigate();
  const path = useAccountPath();
  const save = useSave<TestPlanForm, CommandAnswer>({
    send: (form) => create({ body: testPlanRequestOf(form) }),
    onSaved: ({ id }) => navigate(path(`test-plans/${id}/stages`)),
  });
  if (!mayWrite) return <EmptyState title="Only administrators add test plans" />;
  return (
    <>
      <ScreenHead
        title="Add test plan"
        documentTitle="Add test plan"
        back={{ to: path('test-plans'), label: 'Test Plans' }}
      />
      <Formik<TestPlanForm>
        initialValues={formOfTestPlan(null)}
        validationSchema={testPlanFormSchema}
        onSubmit={save.submit}
      >
        {({ isSubmitting }) => (
          <Form className={styles.form} aria-label="Test plan">
            <TestPlanFields exists={false} />
            <SaveNotice save={save} />
            <div className={styles.actions}>
              <Button type="submit" variant="filled" loading={isSubmitting}>
                Save
              </Button>
              <Button component={Link} to={path('test-plans')}>
                Cancel
              </Button>
            </div>
          </Form>
        )}
      </Formik>
    </>
  );
}
