import type { BuildId, CommandAnswer, EnvironmentView, ProjectView, TestSuiteView } from '@assay/contract';
import { Button } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { Formik, useFormikContext } from 'formik';
import { Link, useNavigate } from 'react-router';
import {
  useCreateTestRunMutation,
  useGetLatestDeployQuery,
  useListEnvironmentsQuery,
  useListTestRunsQuery,
} from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { SelectField } from '../../../ui/form/fields.tsx';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { IconPlayerPlay } from '../../../ui/icons/icons.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { LatestDeployNote } from '../../../ui/runSource/LatestDeployNote.tsx';
import { SourceChoice } from '../../../ui/runSource/SourceChoice.tsx';
import { BranchField } from '../BranchField.tsx';
import { BuildField } from '../BuildField.tsx';
import { CommitField } from '../CommitField.tsx';
import styles from './RunTestsForm.module.css';
import { type RunTestsForm as Fields, formOfRunTests, runTestsFormSchema, runTestsRequestOf } from './runTestsForm.ts';

type Props = {
  project: ProjectView;
  suite: TestSuiteView | null;
  /** To begin with. */
  build?: BuildId;
  label: string;
  onClose?: () => void;
};

/** Starts a run of a project's tests, or of a suite's, and opens it. The environment is the one of the last run. */
export function RunTestsForm(props: Props) {
  const environments = useListEnvironmentsQuery();
  const runs = useListTestRunsQuery({ query: { project: props.project.key, limit: 1 } });
  const path = useAccountPath();
  return (
    <Loaded
      query={environments}
      failed="Environments could not be loaded"
      skeleton={<RowsSkeleton rows={2} />}
      empty={
        <EmptyState
          title="No environments yet"
          why="An environment says where the tests run, and holds their variables."
          action={
            <Button component={Link} to={path('environments/new')}>
              Add environment
            </Button>
          }
        />
      }
    >
      {(all) => (
        <Loaded query={runs} failed="The last run could not be loaded" skeleton={<RowsSkeleton rows={2} />}>
          {({ testRuns: [last] }) => {
            const used = all.find(({ id }) => id === last?.environmentId) ?? (all.length === 1 ? all[0] : undefined);
            return <LoadedForm {...props} environments={all} environment={used?.key ?? ''} />;
          }}
        </Loaded>
      )}
    </Loaded>
  );
}

type LoadedProps = Props & { environments: readonly EnvironmentView[]; environment: string };

function LoadedForm({ project, suite, build, label, onClose, environments, environment }: LoadedProps) {
  const [createTestRun] = useCreateTestRunMutation();
  const navigate = useNavigate();
  const path = useAccountPath();
  const save = useSave<Fields, CommandAnswer>({
    send: (form) => createTestRun({ body: runTestsRequestOf(form, project, suite?.id ?? null) }),
    onSaved: ({ id }) => navigate(path(`test-runs/${id}`)),
  });
  return (
    <Formik<Fields>
      initialValues={formOfRunTests(project, environment, build)}
      validationSchema={runTestsFormSchema}
      onSubmit={save.submit}
    >
      {({ isSubmitting }) => (
        <Form className={styles.form} aria-label={label}>
          <SelectField
            name="environment"
            label="Environment"
            placeholder="Pick one"
            searchable={environments.length > 8}
            data={environments.map(({ key, name }) => ({ value: key, label: name }))}
            allowDeselect={false}
          />
          <SourceFields project={project} />
          <SaveNotice save={save} />
          <div className={styles.actions}>
            {onClose && <Button onClick={onClose}>Go back</Button>}
            <Button
              type="submit"
              variant="filled"
              loading={isSubmitting}
              leftSection={<IconPlayerPlay size={14} stroke={1.75} />}
              data-autofocus
            >
              {label}
            </Button>
          </div>
        </Form>
      )}
    </Formik>
  );
}

function SourceFields({ project }: { project: ProjectView }) {
  const { values, setFieldValue } = useFormikContext<Fields>();
  return (
    <>
      <SourceChoice
        project={project}
        value={values.source}
        onChange={(source) => void setFieldValue('source', source)}
      />
      {values.source === 'branch' && (
        <div className={styles.pair}>
          <BranchField name="branch" project={project} required />
          <CommitField name="ref" project={project} branch={values.branch} />
        </div>
      )}
      {values.source === 'build' && <BuildField name="buildId" project={project} />}
      {values.source === 'deploy' && <Deploy project={project} environment={values.environment} />}
    </>
  );
}

function Deploy({ project, environment }: { project: ProjectView; environment: string }) {
  const asked = environment === '' ? skipToken : { query: { projectId: project.id, environmentId: environment } };
  return <LatestDeployNote query={useGetLatestDeployQuery(asked)} />;
}
