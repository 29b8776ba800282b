import {
  type EnvironmentView,
  formFields,
  messages,
  type PipelineStageView,
  type ProjectView,
  type UploadAnswer,
} from '@assay/contract';
import { Autocomplete } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { Formik } from 'formik';
import { useNavigate } from 'react-router';
import { mixed, object, string } from 'yup';
import {
  useGetAccountQuery,
  useListBranchesQuery,
  useListPipelineStagesQuery,
} from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { useAppDispatch } from '../../../connection/useAppDispatch.ts';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { optionalText } from '../../../ui/form/fieldSchemas.ts';
import { SelectField, TextField } from '../../../ui/form/fields.tsx';
import { UploadFooter } from '../../../ui/form/UploadFooter.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { useSending } from '../../../ui/form/useSending.ts';
import forms from '../newTestRun/NewTestRunForm.module.css';
import { onlyOf } from '../newTestRun/onlyOf.ts';
import { useFirstEnvironment } from '../newTestRun/useFirstEnvironment.ts';
import { WithProjectsAndEnvironments } from '../newTestRun/WithProjectsAndEnvironments.tsx';
import styles from './UploadTestRunForm.module.css';
import { type UnreadableFiles, uploadTestRun } from './uploadTestRun.ts';

type UploadForm = {
  projectId: string;
  environmentId: string;
  pipelineStageId: string;
  branch: string;
  commit: string;
  file: File[];
};

const schema = object({
  projectId: string().required(messages.blank),
  environmentId: string().required(messages.blank),
  pipelineStageId: string(),
  branch: optionalText(formFields.branch),
  commit: optionalText(formFields.commit),
  file: mixed<File[]>().test('some', messages.blank, (files) => (files?.length ?? 0) > 0),
});

type Props = { onClose: () => void; onUnreadable: (refused: UnreadableFiles) => void };

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
  const { data: stages = [] } = useListPipelineStagesQuery();
  const { sent, begin, cancel } = useSending();
  const { first, remember } = useFirstEnvironment(environments);

  const save = useSave<UploadForm, UploadAnswer>({
    send: async ({ file: files, ...fields }) => {
      const outcome = await dispatch(uploadTestRun({ fields, files, ...begin() }));
      if (outcome.error && outcome.error.code === 'upload.notJunit')
        onUnreadable({ places: outcome.places, run: null });
      return outcome;
    },
    onSaved: ({ id, number, unreadable }, { environmentId }) => {
      remember(environments.find((environment) => environment.id === environmentId)?.key ?? '');
      if (unreadable.length === 0) return navigate(path(`test-runs/${id}`));
      onUnreadable({ places: unreadable, run: { id, number } });
    },
  });

  const project = onlyOf(projects);
  const initialValues: UploadForm = {
    projectId: project?.id ?? '',
    environmentId: first?.id ?? '',
    pipelineStageId: '',
    branch: project?.defaultBranch ?? '',
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
          {stages.length > 0 && (
            <SelectField
              name="pipelineStageId"
              label="Pipeline stage"
              placeholder={stageOf(environments, values.environmentId, stages)?.name ?? 'That of the environment'}
              clearable
              searchable={stages.length > 8}
              data={stages.map(({ id, name }) => ({ value: id, label: name }))}
              disabled={isSubmitting}
            />
          )}
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
            hint="JUnit XML, TAP, or JSON of common tools; several files, gzipped ones, or a zip with screenshots and videos"
            accept=".xml,.trx,.tap,.json,.jsonl,.ndjson,.gz,.zip,text/xml,application/xml,application/json"
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

/** @returns the stage of a chosen environment, which a run without one of its own takes. */
function stageOf(
  environments: readonly EnvironmentView[],
  environmentId: string,
  stages: readonly PipelineStageView[],
): PipelineStageView | undefined {
  const stageId = environments.find(({ id }) => id === environmentId)?.pipelineStageId;
  return stages.find(({ id }) => id === stageId);
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
