import type { CommandAnswer, WorkflowDetailView } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { useNavigate } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import { useChangeWorkflowMutation } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { Form } from '../../ui/form/Form.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import styles from '../../ui/form/form.module.css';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { useArchiveWorkflow } from './useArchiveWorkflow.ts';
import { useSeenWorkflow } from './useSeenWorkflow.ts';
import { type WorkflowForm, workflowFormSchema } from './workflowForm.ts';

/** The workflow's name, and the way to archive it. */
export function WorkflowSettings({ workflow }: { workflow: WorkflowDetailView }) {
  const mayWrite = useMay('workflow.write') && !workflow.archived;
  const [change] = useChangeWorkflowMutation();
  const askToArchive = useArchiveWorkflow();
  const navigate = useNavigate();
  const path = useAccountPath();
  const { seen, setSeen, readNewest } = useSeenWorkflow(workflow);
  const save = useSave<WorkflowForm, CommandAnswer | null>({
    send: async (form) => {
      const name = form.name.trim();
      if (name === seen.name) return { data: null };
      return change({ params: { id: seen.id }, body: { name }, ifMatch: seen.revision });
    },
    onSaved: (answer, form, { resetForm }) => {
      if (answer) setSeen({ ...seen, name: form.name.trim(), revision: answer.revision });
      resetForm({ values: form });
    },
    shared: {
      noun: 'workflow',
      readNewest: async () => {
        const newest = await readNewest();
        return newest && { name: newest.name };
      },
    },
  });
  return (
    <Formik<WorkflowForm>
      initialValues={{ name: seen.name }}
      validationSchema={workflowFormSchema}
      onSubmit={save.submit}
    >
      {({ dirty, isSubmitting }) => (
        <Form className={styles.form} aria-label="Workflow settings">
          <FormSection title="Workflow">
            <TextField name="name" label="Name" required maxLength={100} disabled={!mayWrite} />
          </FormSection>
          <SaveNotice save={save} />
          <div className={styles.actions}>
            <Button type="submit" variant="filled" loading={isSubmitting} disabled={!mayWrite || !dirty}>
              Save
            </Button>
            <span className={styles.told} role="status">
              {save.state.kind === 'saved' && !dirty ? 'Saved' : ''}
              {!mayWrite && !workflow.archived && 'Only administrators change workflows.'}
            </span>
            <span className={styles.spacer} />
            {mayWrite && (
              <Button
                color="red"
                variant="subtle"
                onClick={() => askToArchive(workflow, () => void navigate(path('workflows')))}
              >
                Archive workflow
              </Button>
            )}
          </div>
        </Form>
      )}
    </Formik>
  );
}
