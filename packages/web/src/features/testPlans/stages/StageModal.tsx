import {
  type CommandAnswer,
  defaultStageSettings,
  executionTypes,
  type TestPlanDetailView,
  type TestPlanStageView,
} from '@assay/contract';
import { Button, Modal, SegmentedControl } from '@mantine/core';
import { Formik, useFormikContext } from 'formik';
import { useAddTestPlanStageMutation, useChangeTestPlanStageMutation } from '../../../connection/serviceHooks.ts';
import { changedFields } from '../../../ui/form/changedFields.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { CheckboxField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import styles from './modals.module.css';
import { formOfStage, type StageForm, stageFormSchema, stageSettingsOf } from './stageForm.ts';
import { useSeenOfPlan } from './useSeenOfPlan.ts';

type Props = {
  plan: TestPlanDetailView;
  /** Null: a new one. */
  stage: TestPlanStageView | null;
  onClose: () => void;
};

/** A stage's name, and when and how its suites are run. */
export function StageModal(props: Props) {
  const { stage, onClose } = props;
  return (
    <Modal opened onClose={onClose} title={stage === null ? 'Add stage' : `Edit ${stage.name}`} size={520}>
      <StageFormOf {...props} />
    </Modal>
  );
}

function StageFormOf({ plan, stage, onClose }: Props) {
  const [add] = useAddTestPlanStageMutation();
  const [change] = useChangeTestPlanStageMutation();
  const { seen, readNewest } = useSeenOfPlan(plan, stage, ({ stages }) => stages);
  const before = formOfStage(seen ?? defaultStageSettings);
  const save = useSave<StageForm, CommandAnswer | null>({
    send: async (form) => {
      const settings = stageSettingsOf(form);
      if (seen === null) return add({ params: { id: plan.id }, body: settings });
      const body = changedFields(settings, stageSettingsOf(before));
      if (Object.keys(body).length === 0) return { data: null };
      return change({ params: { id: plan.id, stageId: seen.id }, body, ifMatch: seen.revision });
    },
    onSaved: onClose,
    shared: {
      noun: 'test plan',
      readNewest: async () => {
        const newest = await readNewest();
        return newest && formOfStage(newest);
      },
    },
  });
  return (
    <Formik<StageForm> initialValues={before} validationSchema={stageFormSchema} onSubmit={save.submit}>
      {({ isSubmitting }) => (
        <Form className={styles.form} aria-label="Stage">
          <TextField name="name" label="Name" required maxLength={100} data-autofocus />
          <TextAreaField name="description" label="Description" placeholder="Optional" rows={2} resize="vertical" />
          <ExecutionFields />
          <CheckboxField
            name="alwaysRun"
            label="Always run"
            description="Also after a failure in an earlier stage, such as to clean up; not after Stop Run"
          />
          <SaveNotice save={save} />
          <div className={styles.actions}>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="filled" loading={isSubmitting}>
              {stage === null ? 'Add stage' : 'Save'}
            </Button>
          </div>
        </Form>
      )}
    </Formik>
  );
}

function ExecutionFields() {
  const { values, setFieldValue } = useFormikContext<StageForm>();
  const isSequential = values.executionType === 'Sequential';
  return (
    <div className={styles.field}>
      <SegmentedControl
        size="xs"
        aria-label="How its suites are run"
        className={styles.fitting}
        value={values.executionType}
        onChange={(type) => void setFieldValue('executionType', type)}
        data={[...executionTypes]}
      />
      <p className={styles.hint}>
        {isSequential
          ? 'One suite after the other, in their order.'
          : 'All suites together, as far as runners and environments have room.'}
      </p>
      {isSequential && (
        <CheckboxField
          name="stopAtFailure"
          label="Stop at a failure"
          description="The suites after one that does not pass are skipped"
        />
      )}
    </div>
  );
}
