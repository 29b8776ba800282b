import type { CommandAnswer, WorkflowDetailView, WorkflowStep, WorkflowStepId } from '@assay/contract';
import { Button, Modal } from '@mantine/core';
import { nanoid } from '@reduxjs/toolkit';
import { Formik } from 'formik';
import { useChangeWorkflowMutation, useListTestPlansQuery } from '../../../connection/serviceHooks.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { MultiSelectField, SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { showFailure } from '../../../ui/showFailure.ts';
import { useSeenWorkflow } from '../useSeenWorkflow.ts';
import styles from './diagram.module.css';
import { formOfStep, type StepForm, stepFormSchema, stepOf, withoutStep, withStep } from './stepForm.ts';

type Props = {
  workflow: WorkflowDetailView;
  /** Null: a new one. */
  step: WorkflowStep | null;
  /** The step that leads to a new one. */
  after: WorkflowStepId | null;
  onClose: () => void;
};

/** A step's name, what is done in it, the plan that proves it, and the steps that it leads to. */
export function StepModal(props: Props) {
  const { workflow, step, after, onClose } = props;
  const before = workflow.steps.find(({ id }) => id === after);
  const title = step ? `Edit ${step.name}` : `Add a step${before ? ` after ${before.name}` : ''}`;
  return (
    <Modal opened onClose={onClose} title={title} size={520}>
      <StepFormOf {...props} />
    </Modal>
  );
}

function StepFormOf({ workflow, step, after, onClose }: Props) {
  const [change] = useChangeWorkflowMutation();
  const { data: plans = [] } = useListTestPlansQuery();
  const { seen, readNewest } = useSeenWorkflow(workflow);
  const send = (steps: WorkflowStep[]) => change({ params: { id: seen.id }, body: { steps }, ifMatch: seen.revision });
  const save = useSave<StepForm, CommandAnswer>({
    send: (form) => {
      const id = step?.id ?? (nanoid() as WorkflowStepId);
      return send(withStep(seen.steps, stepOf(id, form), after));
    },
    onSaved: onClose,
    shared: {
      noun: 'workflow',
      readNewest: async () => {
        const newest = await readNewest();
        return newest && formOfStep(newest.steps.find(({ id }) => id === step?.id) ?? null);
      },
    },
  });

  async function remove(gone: WorkflowStep): Promise<void> {
    const { error } = await send(withoutStep(seen.steps, gone));
    if (error) showFailure(error);
    else onClose();
  }

  const others = seen.steps.filter(({ id }) => id !== step?.id);
  const isKnown = plans.some(({ id }) => id === step?.testPlanId);
  const gone = step?.testPlanId && !isKnown ? [{ value: step.testPlanId, label: 'Deleted test plan' }] : [];
  return (
    <Formik<StepForm> initialValues={formOfStep(step)} validationSchema={stepFormSchema} onSubmit={save.submit}>
      {({ isSubmitting }) => (
        <Form className={styles.form} aria-label="Step">
          <TextField name="name" label="Name" required maxLength={100} data-autofocus />
          <TextAreaField name="description" label="What is done" placeholder="Optional" rows={2} resize="vertical" />
          <SelectField
            name="testPlanId"
            label="Test plan"
            description="What proves the step; the diagram shows how its last run ended"
            placeholder="None"
            clearable
            searchable
            data={[...gone, ...plans.map(({ id, name }) => ({ value: id, label: name }))]}
          />
          {others.length > 0 && (
            <MultiSelectField
              name="next"
              label="Leads to"
              description="Also back to an earlier step"
              searchable
              clearable
              data={others.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          <SaveNotice save={save} />
          <div className={styles.formActions}>
            {step && (
              <Button color="red" variant="subtle" onClick={() => void remove(step)}>
                Remove step
              </Button>
            )}
            <span />
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="filled" loading={isSubmitting}>
              {step ? 'Save' : 'Add step'}
            </Button>
          </div>
        </Form>
      )}
    </Formik>
  );
}
