import { limits, type ProjectView } from '@assay/contract';
import { CheckboxField, NumberField, TextField } from '../../../ui/form/fields.tsx';
import styles from './NewTestRunForm.module.css';

/** How the tests run; filled with the project's defaults. */
export function ExecutionFields({
  project,
  maximumRunners,
}: {
  project: ProjectView | undefined;
  maximumRunners: number;
}) {
  return (
    <>
      <div className={styles.numbers}>
        <NumberField name="runners" label="Runners" description={`1 to ${maximumRunners}`} />
        <NumberField name="copies" label="Copies" description="times each test is run" />
        <NumberField
          name="priority"
          label="Priority"
          description={`${limits.priority.min} to ${limits.priority.max}`}
        />
        <NumberField name="testTimeoutSeconds" label="Time-out of a test" description="seconds" />
        <NumberField name="timeoutMinutes" label="Time-out of the run" description="minutes" />
      </div>
      {project?.testingFramework === 'Playwright' && (
        <TextField name="playwrightProject" label="Playwright project" placeholder="All of the configuration" />
      )}
      <div className={styles.checks}>
        <CheckboxField name="parallelizeByFile" label="Parallelize by file" />
        <CheckboxField name="retryFailedTests" label="Retry failed tests" />
        <CheckboxField name="ignoreQuarantine" label="Ignore quarantine" />
      </div>
    </>
  );
}
