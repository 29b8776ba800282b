import {
  anyProject,
  isOnDeploy,
  isScheduled,
  type ProjectView,
  startsTestPlan,
  type TriggerType,
} from '@assay/contract';
import { Button, MultiSelect } from '@mantine/core';
import { useFormikContext } from 'formik';
import { NumberField, SelectField, TextField } from '../../ui/form/fields.tsx';
import { LabelledSegments } from './LabelledSegments.tsx';
import { deployedOf, type TriggerForm, withType } from './triggerForm.ts';
import styles from './triggers.module.css';

const suggestions = [
  { label: 'Every hour', cron: '0 * * * *' },
  { label: 'Every night', cron: '30 2 * * *' },
  { label: 'Weekdays', cron: '0 6 * * 1-5' },
  { label: 'Every week', cron: '0 3 * * 1' },
];

const startsOfTests: readonly { value: TriggerType; label: string }[] = [
  { value: 'interval', label: 'On a schedule' },
  { value: 'deploy', label: 'On deploy' },
  { value: 'now', label: 'Manual only' },
];

const startsOfPlans: typeof startsOfTests = [
  { value: 'testPlanInterval', label: 'On a schedule' },
  { value: 'testPlanDeploy', label: 'On deploy' },
];

const timeZones = Intl.supportedValuesOf('timeZone');

/** What starts it: a schedule, deploys, or somebody. */
export function StartFields({ projects, disabled }: { projects: readonly ProjectView[]; disabled: boolean }) {
  const { values, setValues, setFieldValue, errors, submitCount } = useFormikContext<TriggerForm>();
  return (
    <>
      <LabelledSegments
        label="Starts"
        disabled={disabled}
        value={values.type}
        onChange={(type) => void setValues(withType(values, type as TriggerType))}
        data={[...(startsTestPlan(values.type) ? startsOfPlans : startsOfTests)]}
      />
      {isScheduled(values.type) && (
        <>
          <div className={styles.pair}>
            <TextField
              name="cron"
              label="Cron"
              classNames={{ input: 'mono' }}
              description="minute hour day month weekday; 5 min apart at least"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              placeholder="30 2 * * *"
              spellCheck={false}
              autoComplete="off"
              disabled={disabled}
            />
            <SelectField
              name="timeZone"
              label="Time zone"
              description="UTC when none is chosen"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              placeholder="UTC"
              searchable
              clearable
              limit={50}
              disabled={disabled}
              data={timeZones}
            />
          </div>
          {!disabled && (
            <div className={styles.suggestions}>
              <span className={styles.hint}>Or start from</span>
              {suggestions.map(({ label, cron }) => (
                <Button
                  key={cron}
                  size="compact-xs"
                  aria-pressed={values.cron === cron}
                  onClick={() => void setFieldValue('cron', cron)}
                >
                  {label}
                </Button>
              ))}
            </div>
          )}
        </>
      )}
      {isOnDeploy(values.type) && (
        <div className={styles.pair}>
          <MultiSelect
            name="deployedProjectIds"
            label="Deployed projects"
            description={
              startsTestPlan(values.type)
                ? 'A deploy of any of them starts it, wherever it goes'
                : 'A deploy of any of them to the environment above starts it'
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            searchable
            disabled={disabled}
            data={[
              { value: anyProject, label: 'Any project' },
              ...projects.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={values.deployedProjectIds}
            onChange={(picked) =>
              void setFieldValue('deployedProjectIds', deployedOf(picked, values.deployedProjectIds))
            }
            error={submitCount > 0 ? errors.deployedProjectIds : undefined}
          />
          <NumberField
            name="settleSeconds"
            label="Settle time, in seconds"
            description="A newer deploy within it takes its place"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            disabled={disabled}
          />
        </div>
      )}
      {values.type === 'now' && <p className={styles.hint}>Nothing starts it by itself.</p>}
    </>
  );
}
