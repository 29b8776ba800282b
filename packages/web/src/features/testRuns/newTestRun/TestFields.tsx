import type { ProjectView } from '@assay/contract';
import { SegmentedControl } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useFormikContext } from 'formik';
import { useMemo } from 'react';
import { TagsField } from '../../../ui/form/fields.tsx';
import { TestFiltersField } from '../../../ui/form/TestFiltersField.tsx';
import { knownOf } from '../../../ui/form/testFilters.ts';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { useListProjectTestsQuery } from '../../projects/projectsApi.ts';
import { matchingTests } from './matchingTests.ts';
import styles from './NewTestRunForm.module.css';
import type { RunForm } from './runForm.ts';

/** Which tests: all, by tags, or by filters. */
export function TestFields({ project }: { project: ProjectView | undefined }) {
  const { values, setFieldValue } = useFormikContext<RunForm>();
  const { data: tests } = useListProjectTestsQuery(
    project && values.tests !== 'all' ? { params: { id: project.id } } : skipToken,
  );
  const matching = useMemo(() => (tests?.length ? matchingTests(tests, values) : null), [tests, values]);
  const known = useMemo(() => knownOf(tests ?? [], project?.testTags ?? []), [tests, project]);
  return (
    <fieldset className={styles.section}>
      <legend className={styles.legend}>Tests</legend>
      <SegmentedControl
        size="xs"
        aria-label="Which tests"
        value={values.tests}
        onChange={(tests) => void setFieldValue('tests', tests)}
        data={[
          { value: 'all', label: 'All tests' },
          { value: 'tags', label: 'By tags' },
          { value: 'filters', label: 'By filters' },
        ]}
      />
      {values.tests === 'tags' && (
        <div className={styles.pair}>
          <TagsField name="includeTags" label="Include tags" data={known.tags} placeholder="Any" />
          <TagsField name="excludedTags" label="Exclude tags" data={known.tags} placeholder="None" />
        </div>
      )}
      {values.tests === 'filters' && <TestFiltersField name="testFilters" names={known.names} />}
      {matching !== null && tests && (
        <p className={styles.hint} role="status">
          {formatCount(matching)} of {counted(tests.length, 'test')} {matching === 1 ? 'matches' : 'match'}
        </p>
      )}
    </fieldset>
  );
}
