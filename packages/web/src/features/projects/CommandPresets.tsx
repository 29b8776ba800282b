import { type CommandPreset, commandPresets, settingsOfPreset } from '@assay/contract';
import { Button } from '@mantine/core';
import { useFormikContext } from 'formik';
import type { ProjectForm } from './projectForm.ts';
import styles from './projects.module.css';

/** Commands of frameworks that are run as 'Other': one click fills in the command and where its results are. */
export function CommandPresets() {
  const { values, setValues } = useFormikContext<ProjectForm>();
  const chosen: CommandPreset | undefined = commandPresets.find(
    ({ name, testCommand }) => name === values.otherFramework && testCommand === values.testCommand,
  );
  return (
    <fieldset className={styles.presets}>
      <legend className={styles.presetsTitle}>Known commands</legend>
      {commandPresets.map(({ id, name }) => (
        <Button
          key={id}
          size="compact-xs"
          variant={chosen?.id === id ? 'light' : 'default'}
          aria-pressed={chosen?.id === id}
          onClick={() => {
            const { installCommand, testCommand, ...settings } = settingsOfPreset(id);
            void setValues({
              ...values,
              ...settings,
              otherFramework: name,
              testCommand: testCommand ?? '',
              installCommand: installCommand ?? '',
            });
          }}
        >
          {name}
        </Button>
      ))}
      {chosen?.needs && (
        <p className={styles.presetNeeds}>
          The project needs <code>{chosen.needs}</code>, which writes the results.
        </p>
      )}
    </fieldset>
  );
}
