import { type EnvironmentView, formFields, messages, type ProjectView, type UploadAnswer } from '@assay/contract';
import { Autocomplete } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { Formik } from 'formik';
import { useNavigate } from 'react-router';
import { mixed, object, string } from 'yup';
import { useGetAccountQuery } from '../../../connection/currentUser.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { useAppDispatch } from '../../../connection/useAppDispatch.ts';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { optionalText } from '../../../ui/form/fieldSchemas.ts';
import { SelectField, TextField } from '../../../ui/form/fields.tsx';
import { UploadFooter } from '../../../ui/form/UploadFooter.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { useSending } from '../../../ui/form/useSending.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { showProblem } from '../../../ui/showFailure.ts';
import { useListBranchesQuery } from '../../projects/projectsApi.ts';
import forms from '../newTestRun/NewTestRunForm.module.css';
import { WithProjectsAndEnvironments } from '../newTestRun/WithProjectsAndEnvironments.tsx';
import styles from './UploadTestRunForm.module.css';
import { type UnreadablePlace, uploadTestRun } from './uploadTestRun.ts';

type UploadForm = { projectId: string; environmentId: string; branch: string; commit: string; file: File[] };

const schema = object({
  projectId: string().required(messages.blank),
  environmentId: string().required(messages.blank),
  branch: optionalText(formFields.branch),
  commit: optionalText(formFields.commit),
  file: mixed<File[]>().test('some', messages.blank, (files) => (files?.length ?? 0) > 0),
});

type Props = { onClose: () => void; onUnreadable: (places: readonly UnreadablePlace[]) => void };

/** Uploads results from elsewhere as a run, and opens it. */
export function UploadTestRunForm(props: Props) {
  return (
    <WithProjectsAndEnvironments why="Results belong to a project, which says what was tested, and an environment, which says where.">
      {(projects, environments) => <LoadedForm projects={projects} environments={environments} {...props} />}
    </WithProjectsAndEnvironments>
  );
}

function LoadedForm({
  projects,
  environments,
  onClose,
  onUnreadable,
}: Props & { projects: readonly ProjectView[]; environments: readonly EnvironmentView[] }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const path = useAccountPath();
  const { data: account } = useGetAccountQuery();
  const { sent, begin, cancel } = useSending();

  const save = useSave<UploadForm, UploadAnswer>({
    send: async ({ file: files, ...fields }) => {
      const outcome = await dispatch(uploadTestRun({ fields, files, ...begin() }));
      if (outcome.error && outcome.error.code === 'upload.notJunit') onUnreadable(outcome.places);
      return outcome;
    },
    onSaved: async ({ id, unreadable }) => {
      if (unreadable.length > 0) {
        const title = `${counted(unreadable.length, 'file')} could not be read`;
        showProblem(title, 'The run says which, and where. The other files were taken.');
      }
      await navigate(path(`test-runs/${id}`));
    },
  });

  const only = (things: readonly { id: string }[]) => (things.length === 1 ? (things[0]?.id ?? '') : '');
  const initialValues: UploadForm = {
    projectId: only(projects),
    environmentId: only(environments),
    branch: projects.length === 1 ? (projects[0]?.defaultBranch ?? '') : '',
    commit: '',
    file: [],
  };
  return (
    <Formik<UploadForm> initialValues={initialValues} validationSchema={schema} onSubmit={save.submit}>
      {({ values, errors, submitCount, setFieldValue, setFieldError, isSubmitting }) => (
        <Form className={forms.form}>
          <div className={forms.pair}>
            <SelectField
              name="projectId"
              label="Project"
              placeholder="Pick one"
              searchable={projects.length > 8}
              data={projects.map(({ id, name }) => ({ value: id, label: name }))}
              onPick={(id) =>
                void setFieldValue('branch', projects.find((project) => project.id === id)?.defaultBranch ?? '')
              }
              allowDeselect={false}
              disabled={isSubmitting}
              data-autofocus
            />
            <SelectField
              name="environmentId"
              label="Environment"
              placeholder="Pick one"
              data={environments.map(({ id, name }) => ({ value: id, label: name }))}
              allowDeselect={false}
              disabled={isSubmitting}
            />
          </div>
          <div className={forms.pair}>
            <BranchField
              projectId={values.projectId}
              value={values.branch}
              error={submitCount > 0 ? errors.branch : undefined}
              disabled={isSubmitting}
              onChange={(branch) => void setFieldValue('branch', branch)}
            />
            <TextField name="commit" label="Commit" placeholder="Optional" disabled={isSubmitting} />
          </div>
          <FileDrop
            label="Results"
            hint="JUnit XML; several files, gzipped ones, or a zip with screenshots and videos"
            accept=".xml,.gz,.zip,text/xml,application/xml"
            files={values.file}
            disabled={isSubmitting}
            error={submitCount > 0 && errors.file ? String(errors.file) : undefined}
            onChange={(files) => {
              save.reset();
              setFieldError('file', undefined);
              void setFieldValue('file', files, submitCount > 0);
            }}
          />
          {account?.currentPlan === 1 && !account.legacyPlan && account.setupComplete && (
            <p className={styles.hint}>Upgrade to tier 2 to have Assay run your tests itself.</p>
          )}
          <UploadFooter
            isSending={isSubmitting}
            sent={sent}
            working="Reading the results"
            save={save}
            onCancel={cancel}
            onClose={onClose}
          />
        </Form>
      )}
    </Formik>
  );
}

/**
 * Suggested from the repository, but any branch may be typed: results may come from a repository that Assay cannot
 * read.
 */
function BranchField({
  projectId,
  ...props
}: {
  projectId: string;
  value: string;
  error: string | undefined;
  disabled: boolean;
  onChange: (branch: string) => void;
}) {
  const { data: branches } = useListBranchesQuery(projectId === '' ? skipToken : { params: { id: projectId } });
  return (
    <Autocomplete
      {...props}
      name="branch"
      label="Branch"
      placeholder="The default branch"
      data={(branches ?? []).map(({ name }) => name)}
      limit={50}
    />
  );
}
