import {
  type BuildId,
  type CommandAnswer,
  type CreateDeployRequest,
  type EnvironmentView,
  formFields,
  messages,
  type ProjectView,
} from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { Link } from 'react-router';
import { object, string } from 'yup';
import { useCreateDeployMutation, useListEnvironmentsQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { optionalText } from '../../../ui/form/fieldSchemas.ts';
import { SelectField, TextField } from '../../../ui/form/fields.tsx';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { BranchField } from '../BranchField.tsx';
import { BuildField } from '../BuildField.tsx';
import { CommitField } from '../CommitField.tsx';
import styles from '../runTests/RunTestsForm.module.css';

type DeployFields = { environment: string; branch: string; commit: string; buildId: string; buildName: string };

type Props = { project: ProjectView; onClose: () => void };

/** Records a deploy that no job told of. */
export function DeployForm(props: Props) {
  const environments = useListEnvironmentsQuery();
  const path = useAccountPath();
  return (
    <Loaded
      query={environments}
      failed="Environments could not be loaded"
      empty={
        <EmptyState
          title="No environments yet"
          why="A deploy is to an environment."
          action={
            <Button component={Link} to={path('environments/new')}>
              Add environment
            </Button>
          }
        />
      }
    >
      {(all) => <LoadedForm {...props} environments={all} />}
    </Loaded>
  );
}

function LoadedForm({ project, onClose, environments }: Props & { environments: readonly EnvironmentView[] }) {
  const [createDeploy] = useCreateDeployMutation();
  const fromBuilds = !project.hasRepo;
  const save = useSave<DeployFields, CommandAnswer>({
    send: (form) => createDeploy({ params: { id: project.id }, body: deployRequestOf(form, fromBuilds) }),
    onSaved: onClose,
  });
  return (
    <Formik<DeployFields>
      initialValues={{
        environment: environments.length === 1 ? (environments[0]?.key ?? '') : '',
        branch: project.defaultBranch,
        commit: '',
        buildId: '',
        buildName: '',
      }}
      validationSchema={deployFormSchema(fromBuilds)}
      onSubmit={save.submit}
    >
      {({ values, isSubmitting }) => (
        <Form className={styles.form} aria-label="New deploy">
          <SelectField
            name="environment"
            label="Environment"
            placeholder="Pick one"
            required
            searchable={environments.length > 8}
            data={environments.map(({ key, name }) => ({ value: key, label: name }))}
            allowDeselect={false}
          />
          {fromBuilds ? (
            <BuildField name="buildId" project={project} />
          ) : (
            <>
              <div className={styles.pair}>
                <BranchField name="branch" project={project} required />
                <CommitField name="commit" project={project} branch={values.branch} />
              </div>
              <TextField name="buildName" label="Version" placeholder="Optional, such as 1.4.0" />
            </>
          )}
          <SaveNotice save={save} />
          <div className={styles.actions}>
            <Button onClick={onClose}>Go back</Button>
            <Button type="submit" variant="filled" loading={isSubmitting}>
              Add deploy
            </Button>
          </div>
        </Form>
      )}
    </Formik>
  );
}

function deployFormSchema(fromBuilds: boolean) {
  return object({
    environment: string().required(messages.selectEnvironment),
    branch: fromBuilds ? string() : optionalText(formFields.branch).required(messages.selectBranch),
    commit: optionalText(formFields.ref),
    buildId: fromBuilds ? string().required(messages.selectBuild) : string(),
    buildName: optionalText(formFields.buildName),
  });
}

function deployRequestOf(form: DeployFields, fromBuilds: boolean): CreateDeployRequest {
  const { environment } = form;
  if (fromBuilds) return { environment, buildId: form.buildId as BuildId };
  return {
    environment,
    branch: form.branch.trim(),
    commit: form.commit.trim() || null,
    buildName: form.buildName.trim() || null,
  };
}
