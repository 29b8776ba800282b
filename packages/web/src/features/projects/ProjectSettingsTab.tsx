import type { CommandAnswer, ProjectView } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { useMaximumRunners, useMay } from '../../connection/currentUser.ts';
import {
  useChangeProjectMutation,
  useListEnvironmentsQuery,
  useListProjectsQuery,
} from '../../connection/serviceHooks.ts';
import { Form } from '../../ui/form/Form.tsx';
import styles from '../../ui/form/form.module.css';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { useSeen } from '../../ui/form/useSeen.ts';
import { BadgePanel } from './badge/BadgePanel.tsx';
import { ProjectFacts } from './ProjectFacts.tsx';
import { ProjectFormFields } from './ProjectFormFields.tsx';
import { changeRequestOf, formOfProject, type ProjectForm, projectFormSchema } from './projectForm.ts';
import projectStyles from './projects.module.css';
import { TryIt } from './tryIt/TryIt.tsx';
import { useDeleteProject } from './useDeleteProject.tsx';
import { useFieldInAddress } from './useFieldInAddress.ts';
import { usualEnvironment } from './usualEnvironment.ts';

/** The project's settings, a form for those who may change them, and its status badge. */
export function ProjectSettingsTab({ project }: { project: ProjectView }) {
  const may = useMay('project.write');
  return (
    <div className={projectStyles.settings}>
      {may ? <SettingsForm project={project} /> : <ProjectFacts project={project} />}
      <BadgePanel project={project} />
    </div>
  );
}

function SettingsForm({ project }: { project: ProjectView }) {
  const maximumRunners = useMaximumRunners();
  const [changeProject] = useChangeProjectMutation();
  const { refetch } = useListProjectsQuery();
  const askToDelete = useDeleteProject();
  const area = useFieldInAddress();
  const { data: environments = [] } = useListEnvironmentsQuery();
  const { seen, setSeen, readNewest } = useSeen(project, refetch);
  const save = useSave<ProjectForm, CommandAnswer | null>({
    send: async (form) => {
      const change = changeRequestOf(form, seen);
      if (Object.keys(change).length === 0) return { data: null };
      return changeProject({ params: { id: seen.id }, body: change, ifMatch: seen.revision });
    },
    onSaved: (answer, form, { resetForm }) => {
      if (answer) setSeen({ ...seen, ...changeRequestOf(form, seen), revision: answer.revision });
      resetForm({ values: form });
    },
    shared: {
      noun: 'project',
      readNewest: async () => {
        const newest = await readNewest();
        return newest && formOfProject(newest);
      },
    },
  });

  return (
    <div ref={area}>
      <Formik<ProjectForm>
        initialValues={formOfProject(seen)}
        validationSchema={projectFormSchema(maximumRunners)}
        onSubmit={save.submit}
      >
        {({ dirty, isSubmitting }) => (
          <Form className={styles.form} aria-label="Project settings">
            <ProjectFormFields project={project} maximumRunners={maximumRunners} />
            <TryIt projectId={project.id} environment={usualEnvironment(environments)} />
            <SaveNotice save={save} />
            <div className={styles.actions}>
              <Button type="submit" variant="filled" loading={isSubmitting} disabled={!dirty}>
                Save
              </Button>
              <span className={styles.told} role="status">
                {save.state.kind === 'saved' && !dirty ? 'Saved' : ''}
              </span>
              <span className={styles.spacer} />
              <Button color="red" variant="subtle" onClick={() => askToDelete(project)}>
                Delete project
              </Button>
            </div>
          </Form>
        )}
      </Formik>
    </div>
  );
}
