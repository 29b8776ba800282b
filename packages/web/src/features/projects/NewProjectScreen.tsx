import { Button } from '@mantine/core';
import { Form, Formik, type FormikHelpers } from 'formik';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useMaximumRunners, useMay } from '../../connection/currentUser.ts';
import { asServiceError } from '../../connection/serviceError.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import styles from '../../ui/form/form.module.css';
import { errorsOnFields } from '../../ui/form/formErrors.ts';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { ProjectFormFields } from './ProjectFormFields.tsx';
import { createRequestOf, formOfProject, type ProjectForm, projectFormSchema } from './projectForm.ts';
import { useCreateProjectMutation } from './projectsApi.ts';

export function NewProjectScreen() {
  const mayWrite = useMay('project.write');
  const maximumRunners = useMaximumRunners();
  const [createProject] = useCreateProjectMutation();
  const [refused, setRefused] = useState<string | null>(null);
  const navigate = useNavigate();
  const path = useAccountPath();
  if (!mayWrite) return <EmptyState title="Only administrators add projects" />;

  async function submit(form: ProjectForm, helpers: FormikHelpers<ProjectForm>): Promise<void> {
    setRefused(null);
    const request = createRequestOf(form);
    const answer = await createProject({ body: request });
    if (answer.data) {
      await navigate(path(`projects/${request.key}`));
      return;
    }
    const failure = asServiceError(answer.error);
    if (!failure) return;
    const errors = errorsOnFields(failure, form);
    helpers.setErrors(errors.fields);
    setRefused(errors.form);
  }

  return (
    <>
      <ScreenHead title="Add project" documentTitle="Add project" back={{ to: path('projects'), label: 'Projects' }} />
      <Formik<ProjectForm>
        initialValues={formOfProject(null)}
        validationSchema={projectFormSchema(maximumRunners)}
        onSubmit={submit}
      >
        {({ isSubmitting }) => (
          <Form noValidate className={styles.form}>
            <ProjectFormFields isNew maximumRunners={maximumRunners} />
            {refused && (
              <p className={styles.refused} role="alert">
                {refused}
              </p>
            )}
            <div className={styles.actions}>
              <Button type="submit" variant="filled" loading={isSubmitting}>
                Add project
              </Button>
              <Button component={Link} to={path('projects')}>
                Cancel
              </Button>
            </div>
          </Form>
        )}
      </Formik>
    </>
  );
}
