import type { CommandAnswer } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { Link, useNavigate } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import { useCreateWorkflowMutation } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import styles from '../../ui/form/form.module.css';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { type WorkflowForm, workflowFormSchema } from './workflowForm.ts';

/** The form of a new workflow; leads to its steps. */
export function NewWorkflowScreen() {
  const mayWrite = useMay('workflow.write');
  const [create] = useCreateWorkflowMutation();
  const navigate = useNavigate();
  const path = useAccountPath();
  const save = useSave<WorkflowForm, CommandAnswer>({
    send: ({ name }) => create({ body: { name: name.trim() } }),
    onSaved: ({ id }) => navigate(path(`workflows/${id}/steps`)),
  });
  if (!mayWrite) return <EmptyState title="Only administrators add workflows" />;
  return (
    <>
      <ScreenHead
        title="Add workflow"
        documentTitle="Add workflow"
        back={{ to: path('workflows'), label: 'Quality Workflows' }}
      />
      <Formik<WorkflowForm> initialValues={{ name: '' }} validationSchema={workflowFormSchema} onSubmit={save.submit}>
        {({ isSubmitting }) => (
          <Form className={styles.form} aria-label="Workflow">
            <FormSection title="Workflow">
              <TextField name="name" label="Name" required maxLength={100} placeholder="From a change to production" />
            </FormSection>
            <SaveNotice save={save} />
            <div className={styles.actions}>
              <Button type="submit" variant="filled" loading={isSubmitting}>
                Save
              </Button>
              <Button component={Link} to={path('workflows')}>
                Cancel
              </Button>
            </div>
          </Form>
        )}
      </Formik>
    </>
  );
}
