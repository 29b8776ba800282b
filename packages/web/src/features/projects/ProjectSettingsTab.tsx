import type { ProjectView } from '@assay/contract';
import { Button } from '@mantine/core';
import { Form, Formik, type FormikHelpers } from 'formik';
import { useState } from 'react';
import { useMaximumRunners, useMay } from '../../connection/currentUser.ts';
import { asServiceError } from '../../connection/serviceError.ts';
import styles from '../../ui/form/form.module.css';
import { errorsOnFields } from '../../ui/form/formErrors.ts';
import { ProjectFacts } from './ProjectFacts.tsx';
import { ProjectFormFields } from './ProjectFormFields.tsx';
import { changeRequestOf, formOfProject, type ProjectForm, projectFormSchema } from './projectForm.ts';
import { useChangeProjectMutation, useListProjectsQuery } from './projectsApi.ts';
import { useDeleteProject } from './useDeleteProject.tsx';

type Told = { kind: 'saved' } | { kind: 'refused'; text: string } | { kind: 'stale' } | null;

/** The project's settings: a form for those who may change them. */
export function ProjectSettingsTab({ project }: { project: ProjectView }) {
  return useMay('project.write') ? <SettingsForm project={project} /> : <ProjectFacts project={project} />;
}

/** A change made by somebody else in the meantime is never overwritten unseen. */
function SettingsForm({ project }: { project: ProjectView }) {
  const maximumRunners = useMaximumRunners();
  const [changeProject] = useChangeProjectMutation();
  const { refetch } = useListProjectsQuery();
  const askToDelete = useDeleteProject();
  const [told, setTold] = useState<Told>(null);
  // The project as it was when the form was filled: live updates must neither overwrite what is being typed nor make
  // a stale form pass for a fresh one.
  const [seen, setSeen] = useState(project);

  async function submit(form: ProjectForm, helpers: FormikHelpers<ProjectForm>): Promise<void> {
    const change = changeRequestOf(form, seen);
    if (Object.keys(change).length === 0) return;
    setTold(null);
    const answer = await changeProject({ params: { id: seen.id }, body: change, ifMatch: seen.revision });
    if (answer.data) {
      setSeen({ ...seen, ...change, revision: answer.data.revision });
      helpers.resetForm({ values: form });
      setTold({ kind: 'saved' });
      return;
    }
    const failure = asServiceError(answer.error);
    if (!failure) return;
    if (failure.status === 412) {
      setTold({ kind: 'stale' });
      return;
    }
    const errors = errorsOnFields(failure, form);
    helpers.setErrors(errors.fields);
    if (errors.form) setTold({ kind: 'refused', text: errors.form });
  }

  async function loadNewest(reset: (values: ProjectForm) => void): Promise<void> {
    const { data } = await refetch();
    const newest = data?.find((other) => other.id === project.id);
    if (!newest) return;
    setSeen(newest);
    reset(formOfProject(newest));
    setTold(null);
  }

  return (
    <Formik<ProjectForm>
      initialValues={formOfProject(seen)}
      validationSchema={projectFormSchema(maximumRunners)}
      onSubmit={submit}
    >
      {({ dirty, isSubmitting, resetForm }) => (
        <Form noValidate className={styles.form} aria-label="Project settings">
          <ProjectFormFields isNew={false} maximumRunners={maximumRunners} />
          {told?.kind === 'refused' && (
            <p className={styles.refused} role="alert">
              {told.text}
            </p>
          )}
          {told?.kind === 'stale' && (
            <div className={styles.actions} role="alert">
              <span className={styles.refused}>Somebody else changed this project since you opened it.</span>
              <Button onClick={() => void loadNewest((values) => resetForm({ values }))}>Load their version</Button>
            </div>
          )}
          <div className={styles.actions}>
            <Button type="submit" variant="filled" loading={isSubmitting} disabled={!dirty}>
              Save
            </Button>
            <span className={styles.told} role="status">
              {told?.kind === 'saved' && !dirty ? 'Saved' : ''}
            </span>
            <span className={styles.spacer} />
            <Button color="red" variant="subtle" onClick={() => askToDelete(project)}>
              Delete project
            </Button>
          </div>
        </Form>
      )}
    </Formik>
  );
}
