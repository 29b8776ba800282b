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
        <NumberField name="copies" label="Copies" description="how often each test runs" />
        <NumberField
          name="priority"
          label="Priority"
          description={`${limits.priority.min} to ${limits.priority.max}`}
        />
        <NumberField name="testTimeoutSeconds" label="Test timeout" description="in seconds" />
        <NumberField name="timeoutMinutes" label="Run timeout" description="in minutes" />
      </div>
      {project?.testingFramework === 'Playwright' && (
        <TextField name="playwrightProject" label="Playwright project" placeholder="All of the configuration" />
      )}
      <div className={styles.checks}>
        <CheckboxField name="parallelizeByFile" label="Parallelize by file" />
        <CheckboxField name="retryFailedTests" label="Retry failed tests" />
        <CheckboxField name="ignoreQuarantine" label="Ignore quarantine" />
        <CheckboxField name="followTestRun" label="Follow test run" />
      </div>
    </>
  );
}
