import type {
  CommandAnswer,
  EnvironmentView,
  ProjectView,
  TestPlanDetailView,
  TestPlanStageView,
  TestPlanSuiteView,
} from '@assay/contract';
import { Button, Modal } from '@mantine/core';
import { Formik } from 'formik';
import { Link } from 'react-router';
import {
  useAddTestPlanSuiteMutation,
  useChangeTestPlanSuiteMutation,
  useListEnvironmentsQuery,
  useListProjectsQuery,
} from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { changedFields } from '../../../ui/form/changedFields.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import styles from './modals.module.css';
import { SuiteFields } from './SuiteFields.tsx';
import { formOfSuite, type SuiteForm, suiteFormSchema, suiteSettingsOf, withProject } from './suiteForm.ts';
import { useSeenOfPlan } from './useSeenOfPlan.ts';

type Props = {
  plan: TestPlanDetailView;
  stage: TestPlanStageView;
  /** Null: a new one. */
  suite: TestPlanSuiteView | null;
  onClose: () => void;
};

/** Which suite is run in a stage, where, and on which version. */
export function SuiteModal(props: Props) {
  const { stage, suite, onClose } = props;
  const projects = useListProjectsQuery();
  const environments = useListEnvironmentsQuery();
  const path = useAccountPath();
  const title = suite === null ? `Add suite to ${stage.name}` : `Edit ${suite.testSuite.name} in ${stage.name}`;
  return (
    <Modal opened onClose={onClose} title={title} size={560}>
      <Loaded
        query={projects}
        failed="Projects could not be loaded"
        skeleton={<RowsSkeleton rows={3} />}
        empty={
          <EmptyState
            title="No projects yet"
            why="A plan runs test suites of projects."
            action={
              <Button component={Link} to={path('projects/new')}>
                Add project
              </Button>
            }
          />
        }
      >
        {(known) => (
          <Loaded query={environments} failed="Environments could not be loaded" skeleton={<RowsSkeleton rows={3} />}>
            {(places) => <SuiteFormOf {...props} projects={known} environments={places} />}
          </Loaded>
        )}
      </Loaded>
    </Modal>
  );
}

type FormProps = Props & { projects: readonly ProjectView[]; environments: readonly EnvironmentView[] };

function SuiteFormOf({ plan, stage, suite, onClose, projects, environments }: FormProps) {
  const [add] = useAddTestPlanSuiteMutation();
  const [change] = useChangeTestPlanSuiteMutation();
  const { seen, readNewest } = useSeenOfPlan(plan, suite, ({ stages }) => stages.flatMap(({ suites }) => suites));
  const params = { id: plan.id, stageId: stage.id };
  const save = useSave<SuiteForm, CommandAnswer | null>({
    send: async (form) => {
      const settings = suiteSettingsOf(form);
      if (seen === null) return add({ params, body: settings });
      const body = changedFields(settings, suiteSettingsOf(formOfSuite(seen)));
      if (Object.keys(body).length === 0) return { data: null };
      const at = { ...params, stageId: seen.testPlanStageId, suiteId: seen.id };
      return change({ params: at, body, ifMatch: seen.revision });
    },
    onSaved: onClose,
    shared: {
      noun: 'test plan',
      readNewest: async () => {
        const newest = await readNewest();
        return newest && formOfSuite(newest);
      },
    },
  });
  const blank = formOfSuite(seen);
  const [only, another] = projects;
  const place = environments.length === 1 ? environments[0]?.id : undefined;
  const initial = suite === null && only && !another ? withProject(blank, only) : blank;
  return (
    <Formik<SuiteForm>
      initialValues={{ ...initial, environmentId: initial.environmentId || (suite === null ? (place ?? '') : '') }}
      validationSchema={suiteFormSchema(projects)}
      onSubmit={save.submit}
    >
      {({ isSubmitting }) => (
        <Form className={styles.form} aria-label="Suite">
          <SuiteFields projects={projects} environments={environments} />
          <SaveNotice save={save} />
          <div className={styles.actions}>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="filled" loading={isSubmitting}>
              {suite === null ? 'Add suite' : 'Save'}
            </Button>
          </div>
        </Form>
      )}
    </Formik>
  );
}
