import type { ProjectView } from '@assay/contract';
import { skipToken } from '@reduxjs/toolkit/query';
import { useFormikContext } from 'formik';
import { useListProjectTestsQuery, useListTestSuitesQuery } from '../../connection/serviceHooks.ts';
import { SelectField, TagsField } from '../../ui/form/fields.tsx';
import { TestFiltersField } from '../../ui/form/TestFiltersField.tsx';
import { knownOf } from '../../ui/form/testFilters.ts';
import { LabelledSegments } from './LabelledSegments.tsx';
import { fixFields } from './triggerFix.ts';
import { type TriggerForm, withSuite } from './triggerForm.ts';
import styles from './triggers.module.css';

/** Which tests are run. */
export function TestFields({ project, disabled }: { project: ProjectView | undefined; disabled: boolean }) {
  const { values, setValues, setFieldValue } = useFormikContext<TriggerForm>();
  const { testOptionsType } = values;
  const { data: suites = [] } = useListTestSuitesQuery(
    project && testOptionsType === 'suite' ? { query: { projectId: project.id } } : skipToken,
  );
  const { data: tests = [] } = useListProjectTestsQuery(
    project && testOptionsType === 'specify' ? { params: { id: project.id } } : skipToken,
  );
  const { tags, names } = knownOf(tests, project?.testTags ?? []);
  return (
    <div className={styles.version}>
      <LabelledSegments
        label="Tests"
        disabled={disabled}
        value={testOptionsType}
        onChange={(type) => void setFieldValue('testOptionsType', type)}
        data={[
          { value: 'all', label: 'All tests' },
          { value: 'suite', label: 'A suite' },
          { value: 'specify', label: 'By tags and filters' },
          { value: 'codeConfig', label: "From the repository's config" },
        ]}
      />
      {testOptionsType === 'suite' && (
        <div className={styles.three}>
          <SelectField
            id={fixFields.testSuite}
            name="testSuiteId"
            label="Test Suite"
            placeholder={suites.length === 0 ? 'This project has none' : 'Pick one'}
            required
            searchable
            disabled={disabled}
            data={suites.map(({ id, name }) => ({ value: id, label: name }))}
            onPick={(id) => void setValues(withSuite(values, id ?? ''))}
          />
        </div>
      )}
      {testOptionsType === 'specify' && (
        <div className={styles.three}>
          <TagsField name="includeTags" label="Include tags" data={tags} placeholder="Any" disabled={disabled} />
          <TagsField name="excludedTags" label="Exclude tags" data={tags} placeholder="None" disabled={disabled} />
          <TestFiltersField name="testFilters" names={names} />
        </div>
      )}
    </div>
  );
}
