import { type CommandAnswer, limits, type ProjectView, type TestSuiteView, testSuiteTypes } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { useMaximumRunners } from '../../../connection/currentUser.ts';
import {
  useChangeTestSuiteMutation,
  useCreateTestSuiteMutation,
  useListProjectTestsQuery,
  useListTestSuitesQuery,
} from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import {
  CheckboxField,
  NumberField,
  SelectField,
  TagsField,
  TextAreaField,
  TextField,
} from '../../../ui/form/fields.tsx';
import styles from '../../../ui/form/form.module.css';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { TestFiltersField } from '../../../ui/form/TestFiltersField.tsx';
import { knownOf } from '../../../ui/form/testFilters.ts';
import { useSave } from '../../../ui/form/useSave.ts';
import { useSeen } from '../../../ui/form/useSeen.ts';
import { formOfSuite, type SuiteForm, suiteFormSchema, suiteRequestOf } from './suiteForm.ts';
import { wordsOfType } from './suiteWords.ts';
import { useDeleteSuite } from './useDeleteSuite.tsx';

/** The form of a suite of a project (null: a new one); leads back to the project's suites once it is saved. */
export function SuiteEditor({ project, suite }: { project: ProjectView; suite: TestSuiteView | null }) {
  const maximumRunners = useMaximumRunners();
  const [create] = useCreateTestSuiteMutation();
  const [change] = useChangeTestSuiteMutation();
  const { refetch } = useListTestSuitesQuery({ query: { projectId: project.id } });
  const { data: tests } = useListProjectTestsQuery({ params: { id: project.id } });
  const known = useMemo(() => knownOf(tests ?? [], project.testTags), [tests, project]);
  const navigate = useNavigate();
  const suites = useAccountPath()(`projects/${project.key}/test-suites`);
  const askToDelete = useDeleteSuite(project);
  const { seen, readNewest } = useSeen(suite, refetch);
  const save = useSave<SuiteForm, CommandAnswer>({
    send: (form) => {
      const body = suiteRequestOf(form);
      const params = { id: project.id };
      return seen === null
        ? create({ params, body })
        : change({ params: { ...params, testSuiteId: seen.id }, body, ifMatch: seen.revision });
    },
    onSaved: () => navigate(suites),
    shared: {
      noun: 'test suite',
      readNewest: async () => {
        const newest = await readNewest();
        return newest && formOfSuite(newest, project);
      },
    },
  });
  return (
    <Formik<SuiteForm>
      initialValues={formOfSuite(seen, project)}
      validationSchema={suiteFormSchema(maximumRunners)}
      onSubmit={save.submit}
    >
      {({ dirty, isSubmitting }) => (
        <Form className={styles.form} aria-label="Test suite">
          <FormSection title="Test suite">
            <div className={styles.pair}>
              <TextField name="name" label="Name" required autoFocus={suite === null} />
              <SelectField
                name="type"
                label="Type"
                data={testSuiteTypes.map((type) => ({ value: type, label: wordsOfType(type) }))}
                allowDeselect={false}
                searchable
              />
            </div>
            <TextAreaField name="description" label="Description" placeholder="Optional" rows={2} resize="vertical" />
          </FormSection>
          <FormSection title="Tests">
            <div className={styles.pair}>
              <TagsField name="includeTags" label="Include tags" data={known.tags} placeholder="Any" />
              <TagsField name="excludedTags" label="Exclude tags" data={known.tags} placeholder="None" />
            </div>
            <TestFiltersField name="testFilters" names={known.names} />
          </FormSection>
          <FormSection title="Running">
            <div className={styles.pair}>
              <NumberField name="testTimeoutSeconds" label="Test timeout (seconds)" required />
              <NumberField name="timeoutMinutes" label="Run timeout (minutes)" required />
              <NumberField
                name="maxRunners"
                label={`Runners (up to ${maximumRunners})`}
                placeholder={`The project's: ${project.defaultMaxRunners}`}
              />
              <NumberField
                name="priority"
                label={`Priority (${limits.priority.min} to ${limits.priority.max})`}
                placeholder="The stage's"
              />
            </div>
            <CheckboxField name="retryFailedTests" label="Retry failed tests" />
            {project.allowParallelizationOption && (
              <CheckboxField name="parallelizeByFile" label="Parallelize by file" />
            )}
          </FormSection>
          <SaveNotice save={save} />
          <div className={styles.actions}>
            <Button type="submit" variant="filled" loading={isSubmitting} disabled={suite !== null && !dirty}>
              {suite === null ? 'Add test suite' : 'Save'}
            </Button>
            <Button component={Link} to={suites}>
              Cancel
            </Button>
            <span className={styles.spacer} />
            {suite !== null && (
              <Button color="red" variant="subtle" onClick={() => askToDelete(suite, () => void navigate(suites))}>
                Delete test suite
              </Button>
            )}
          </div>
        </Form>
      )}
    </Formik>
  );
}
