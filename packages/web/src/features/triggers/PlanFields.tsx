import { useFormikContext } from 'formik';
import { useListTestPlansQuery } from '../../connection/serviceHooks.ts';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { fixFields } from './triggerFix.ts';
import type { TriggerForm } from './triggerForm.ts';
import styles from './triggers.module.css';

/** The name, and which test plan is started; where its suites are run, the plan says itself. */
export function PlanFields({ disabled }: { disabled: boolean }) {
  const { values } = useFormikContext<TriggerForm>();
  const { data: plans } = useListTestPlansQuery();
  const plan = plans?.find(({ id }) => id === values.testPlanId);
  return (
    <>
      <div className={styles.pair}>
        <TextField name="name" label="Name" required disabled={disabled} data-autofocus />
        <SelectField
          id={fixFields.testPlan}
          name="testPlanId"
          label="Test Plan"
          placeholder={plans?.length === 0 ? 'There is none yet' : 'Pick one'}
          required
          searchable
          allowDeselect={false}
          disabled={disabled}
          data={(plans ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      {plan && !plan.hasTestSuites && (
        <p className={styles.warning} role="status">
          {plan.name} has no suites yet: nothing can be started until it has one.
        </p>
      )}
    </>
  );
}
