import type { ProjectView } from '@assay/contract';
import { SegmentedControl } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useFormikContext } from 'formik';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useListProjectTestsQuery, useListTestSuitesQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { SelectField, TagsField } from '../../../ui/form/fields.tsx';
import { TestFiltersField } from '../../../ui/form/TestFiltersField.tsx';
import { knownOf, selectionOf } from '../../../ui/form/testFilters.ts';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { matchingTests } from './matchingTests.ts';
import styles from './NewTestRunForm.module.css';
import { type RunForm, selectionOfForm, withSuite } from './runForm.ts';

/** Which tests: all, those of a suite, by tags, or by filters. */
export function TestFields({ project, maximumRunners }: { project: ProjectView | undefined; maximumRunners: number }) {
  const { values, setValues } = useFormikContext<RunForm>();
  const { tests: by, testSuiteId } = values;
  const { data: tests } = useListProjectTestsQuery(
    project && by !== 'all' ? { params: { id: project.id } } : skipToken,
  );
  const { data: suites } = useListTestSuitesQuery(
    project && by === 'suite' ? { query: { projectId: project.id } } : skipToken,
  );
  const suite = by === 'suite' ? suites?.find(({ id }) => id === testSuiteId) : undefined;
  const matching = useMemo(
    () => (tests?.length ? matchingTests(tests, suite ?? selectionOfForm(values)) : null),
    [tests, suite, values],
  );
  const known = useMemo(() => knownOf(tests ?? [], project?.testTags ?? []), [tests, project]);
  const path = useAccountPath();

  function choose(next: RunForm['tests']): void {
    const left = project && testSuiteId !== '' ? withSuite(values, undefined, project, maximumRunners) : values;
    void setValues({ ...left, tests: next });
  }

  return (
    <fieldset className={styles.section}>
      <legend className={styles.legend}>Tests</legend>
      <SegmentedControl
        size="xs"
        aria-label="Which tests"
        value={by}
        onChange={(next) => choose(next as RunForm['tests'])}
        data={[
          { value: 'all', label: 'All tests' },
          { value: 'suite', label: 'A suite' },
          { value: 'tags', label: 'By tags' },
          { value: 'filters', label: 'By filters' },
        ]}
      />
      {by === 'suite' && (
        <SelectField
          name="testSuiteId"
          label="Test Suite"
          placeholder={suites?.length === 0 ? 'This project has none' : 'Pick one'}
          required
          searchable={(suites?.length ?? 0) > 8}
          allowDeselect={false}
          disabled={!project}
          data={(suites ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onPick={(id) => {
            const picked = suites?.find((other) => other.id === id);
            if (project && picked) void setValues(withSuite(values, picked, project, maximumRunners));
          }}
        />
      )}
      {by === 'suite' && project && suites?.length === 0 && (
        <p className={styles.hint}>
          A suite is a selection of a project's tests with a name.{' '}
          <Link to={path(`projects/${project.key}/test-suites/new`)} className="link">
            Add one to {project.name}
          </Link>
        </p>
      )}
      {suite && <p className={styles.hint}>{selectionOf(suite).join(', ') || 'All tests'}</p>}
      {by === 'tags' && (
        <div className={styles.pair}>
          <TagsField name="includeTags" label="Include tags" data={known.tags} placeholder="Any" />
          <TagsField name="excludedTags" label="Exclude tags" data={known.tags} placeholder="None" />
        </div>
      )}
      {by === 'filters' && <TestFiltersField name="testFilters" names={known.names} />}
      {matching !== null && tests && (
        <p className={styles.hint} role="status">
          {formatCount(matching)} of {counted(tests.length, 'test')} {matching === 1 ? 'matches' : 'match'}
        </p>
      )}
    </fieldset>
  );
}
