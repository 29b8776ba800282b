import type { CommandAnswer } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { Link, useNavigate } from 'react-router';
import { useMaximumRunners } from '../../connection/currentUser.ts';
import { useCreateProjectMutation } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { Form } from '../../ui/form/Form.tsx';
import styles from '../../ui/form/form.module.css';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { ProjectFormFields } from './ProjectFormFields.tsx';
import { createRequestOf, formOfProject, type ProjectForm, projectFormSchema } from './projectForm.ts';

/** All settings of a new project, to be entered by hand. */
export function NewProjectForm({ known }: { known: Partial<ProjectForm> }) {
  const maximumRunners = useMaximumRunners();
  const [createProject] = useCreateProjectMutation();
  const navigate = useNavigate();
  const path = useAccountPath();
  const save = useSave<ProjectForm, CommandAnswer>({
    send: (form) => createProject({ body: createRequestOf(form) }),
    onSaved: (_answer, form) => navigate(path(`projects/${createRequestOf(form).key}`)),
  });
  return (
    <Formik<ProjectForm>
      initialValues={{ ...formOfProject(null), ...known }}
      validationSchema={projectFormSchema(maximumRunners)}
      onSubmit={save.submit}
    >
      {({ isSubmitting }) => (
        <Form className={styles.form}>
          <ProjectFormFields maximumRunners={maximumRunners} />
          <SaveNotice save={save} />
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
  );
}
