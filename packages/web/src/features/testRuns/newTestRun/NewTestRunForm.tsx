import type { CommandAnswer, EnvironmentView, ProjectView, TestRunId } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { useNavigate } from 'react-router';
import { useMaximumRunners } from '../../../connection/currentUser.ts';
import { useCreateTestRunMutation } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { SelectField } from '../../../ui/form/fields.tsx';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { useFollow } from '../following/useFollow.ts';
import { ExecutionFields } from './ExecutionFields.tsx';
import styles from './NewTestRunForm.module.css';
import { onlyOf } from './onlyOf.ts';
import { emptyRunForm, type RunForm, requestOfForm, runFormSchema, withProject } from './runForm.ts';
import { SourceFields } from './SourceFields.tsx';
import { TestFields } from './TestFields.tsx';
import { useFirstEnvironment } from './useFirstEnvironment.ts';
import { WithProjectsAndEnvironments } from './WithProjectsAndEnvironments.tsx';

/** What to run, where and how. Opens the new run once it is started. */
export function NewTestRunForm({ onClose }: { onClose: () => void }) {
  return (
    <WithProjectsAndEnvironments why="A run needs a project, which says what is tested, and an environment, which says where.">
      {(projects, environments) => <LoadedForm projects={projects} environments={environments} onClose={onClose} />}
    </WithProjectsAndEnvironments>
  );
}

function LoadedForm({
  projects,
  environments,
  onClose,
}: {
  projects: readonly ProjectView[];
  environments: readonly EnvironmentView[];
  onClose: () => void;
}) {
  const maximumRunners = useMaximumRunners();
  const [createTestRun] = useCreateTestRunMutation();
  const { follow } = useFollow();
  const navigate = useNavigate();
  const path = useAccountPath();
  const { first, remember } = useFirstEnvironment(environments);

  const save = useSave<RunForm, CommandAnswer>({
    send: async (form) => {
      const project = projects.find((other) => other.key === form.project);
      return project ? createTestRun({ body: requestOfForm(form, project) }) : { error: null };
    },
    onSaved: async ({ id }, { followTestRun, environment }) => {
      remember(environment);
      if (followTestRun) await follow(id as TestRunId);
      await navigate(path(`test-runs/${id}`));
    },
  });

  return (
    <Formik<RunForm>
      initialValues={withProject({ ...emptyRunForm, environment: first?.key ?? '' }, onlyOf(projects), maximumRunners)}
      validationSchema={runFormSchema(maximumRunners)}
      onSubmit={save.submit}
    >
      {({ values, setValues, isSubmitting }) => {
        const project = projects.find((other) => other.key === values.project);
        return (
          <Form className={styles.form}>
            <div className={styles.pair}>
              <SelectField
                name="project"
                label="Project"
                placeholder="Pick one"
                searchable={projects.length > 8}
                data={projects.map((other) => ({ value: other.key, label: other.name }))}
                onPick={(key) => {
                  const picked = projects.find((other) => other.key === key);
                  void setValues(withProject(values, picked, maximumRunners));
                }}
                allowDeselect={false}
                data-autofocus
              />
              <SelectField
                name="environment"
                label="Environment"
                placeholder="Pick one"
                data={environments.map((environment) => ({ value: environment.key, label: environment.name }))}
                allowDeselect={false}
              />
            </div>
            <SourceFields project={project} />
            <TestFields project={project} maximumRunners={maximumRunners} />
            <ExecutionFields project={project} maximumRunners={maximumRunners} />
            <SaveNotice save={save} />
            <div className={styles.actions}>
              <Button onClick={onClose}>Go back</Button>
              <Button type="submit" variant="filled" loading={isSubmitting}>
                Start test run
              </Button>
            </div>
          </Form>
        );
      }}
    </Formik>
  );
}
