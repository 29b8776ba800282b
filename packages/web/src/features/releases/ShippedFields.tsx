import { limits } from '@assay/contract';
import { ActionIcon, Button } from '@mantine/core';
import { nanoid } from '@reduxjs/toolkit';
import { FieldArray, useFormikContext } from 'formik';
import { useListProjectsQuery } from '../../connection/serviceHooks.ts';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import form from '../../ui/form/form.module.css';
import { IconPlus, IconX } from '../../ui/icons/icons.ts';
import type { ReleaseForm } from './releaseForm.ts';
import styles from './releases.module.css';

/** The versions that a release ships: a commit of each project. */
export function ShippedFields({ disabled }: { disabled: boolean }) {
  const { values } = useFormikContext<ReleaseForm>();
  const { data: projects = [] } = useListProjectsQuery();
  const taken = new Set(values.ships.map(({ projectId }) => projectId));
  const offered = (own: string) =>
    projects
      .filter(({ id }) => id === own || !taken.has(id))
      .map(({ id, name }) => ({ value: id as string, label: name }));
  const mayAdd = !disabled && values.ships.length < Math.min(limits.shippedVersions, projects.length);
  return (
    <fieldset className={styles.shipped} disabled={disabled}>
      <legend className={styles.legend}>Ships</legend>
      <FieldArray name="ships">
        {(list) => (
          <>
            {values.ships.map(({ row, projectId }, index) => (
              <div key={row} className={styles.version}>
                <SelectField
                  name={`ships.${index}.projectId`}
                  aria-label={`Project ${index + 1}`}
                  placeholder="Project"
                  data={offered(projectId)}
                  searchable
                  allowDeselect={false}
                  disabled={disabled}
                />
                <TextField
                  name={`ships.${index}.commit`}
                  aria-label={`Commit ${index + 1}`}
                  placeholder="Commit"
                  classNames={{ input: 'mono' }}
                  spellCheck={false}
                />
                <ActionIcon
                  className={styles.removeVersion}
                  aria-label={`Remove version ${index + 1}`}
                  disabled={disabled}
                  onClick={() => list.remove(index)}
                >
                  <IconX size={14} stroke={1.75} />
                </ActionIcon>
              </div>
            ))}
            {mayAdd && (
              <Button
                className={styles.choice}
                leftSection={<IconPlus size={14} stroke={1.75} />}
                onClick={() => list.push({ row: nanoid(), projectId: offered('')[0]?.value ?? '', commit: '' })}
              >
                Add version
              </Button>
            )}
          </>
        )}
      </FieldArray>
      <p className={form.told}>
        {disabled ? 'Locked by the decision.' : 'Criteria that answer themselves ask about the runs of these commits.'}
      </p>
    </fieldset>
  );
}
