import {
  type CreatedIssue,
  type IssueDraft,
  type IssueMetadataView,
  type IssueTrackerView,
  issueTrackerNames,
  type ReportedRequest,
} from '@assay/contract';
import { Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Formik, useFormikContext } from 'formik';
import { useEffect, useState } from 'react';
import { useCreateIssueMutation, useGetIssueMetadataQuery } from '../../../connection/serviceHooks.ts';
import { useAppDispatch } from '../../../connection/useAppDispatch.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { SelectField, TextField } from '../../../ui/form/fields.tsx';
import form from '../../../ui/form/form.module.css';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { type Save, useSave } from '../../../ui/form/useSave.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { failureText } from '../../../ui/showFailure.ts';
import { readNewerResults } from '../results/resultEndpoints.ts';
import styles from './createIssue.module.css';
import { IssueDescription } from './IssueDescription.tsx';
import {
  type ChosenProject,
  type IssueForm,
  isIssueFormUsed,
  issueFormOf,
  issueFormSchema,
  issueRequestOf,
  missingOf,
  withMetadata,
  withProject,
} from './issueForm.ts';
import { EarlierIssues, OpenIssues } from './KnownIssues.tsx';
import { ProjectField } from './ProjectField.tsx';
import { RequiredFields } from './RequiredFields.tsx';
import { showCreated } from './showCreated.tsx';
import { UserSelect } from './UserSelect.tsx';

type Props = {
  tracker: IssueTrackerView;
  draft: IssueDraft;
  reported: ReportedRequest;
  number: number;
  onUsed: (isUsed: boolean) => void;
  /** Reads the draft again: another issue was opened for the same failure. */
  onStale: () => Promise<void>;
  onClose: () => void;
  onDone: () => void;
};

export function CreateIssueForm(props: Props) {
  const { tracker, draft, reported, onStale, onDone } = props;
  const { provider } = tracker;
  const [project, remember] = useLocalStorage<ChosenProject | null>({
    key: `assay.issueProject.${draft.projectId}.${provider}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const dispatch = useAppDispatch();
  const [create] = useCreateIssueMutation();
  // The draft is read again while the form is open; what was typed stays.
  const [initial] = useState(() => issueFormOf(draft, project));
  const save = useSave<Submitted, CreatedIssue>({
    send: async (submitted) => {
      if (!submitted.metadata) return { error: null };
      const answer = await create({
        body: issueRequestOf(submitted, submitted.metadata, provider, reported),
      });
      const { error } = answer;
      // It was opened since the draft was read.
      if (error && 'code' in error && error.code === 'trackedIssue.open') await onStale();
      return answer;
    },
    onSaved: (created, { projectId: id, projectName: name }) => {
      remember({ id, name });
      void dispatch(readNewerResults(draft.testRunId));
      onDone();
      showCreated(created);
    },
  });
  return (
    <Formik<Submitted>
      initialValues={{ ...initial, metadata: null }}
      validationSchema={issueFormSchema}
      onSubmit={save.submit}
    >
      <Fields {...props} save={save} before={initial} />
    </Formik>
  );
}

/** What the project of the tracker asks for goes along, since the request depends on it. */
type Submitted = IssueForm & { metadata: IssueMetadataView | null };

function Fields({
  tracker,
  draft,
  reported,
  number,
  onUsed,
  onClose,
  onDone,
  save,
  before,
}: Props & { save: Save<Submitted>; before: IssueForm }) {
  const { provider } = tracker;
  const { values, setValues, setFieldValue, isSubmitting, submitForm } = useFormikContext<Submitted>();
  const { projectId, issueTypeId } = values;
  const query = useGetIssueMetadataQuery(
    { query: { jiraProjectId: projectId, issueTypeId: issueTypeId || undefined, provider } },
    { skip: projectId === '' },
  );
  const { currentData: metadata, isFetching, error, refetch } = query;
  useEffect(() => {
    if (metadata) void setValues((now) => ({ ...withMetadata(now, metadata), metadata }));
  }, [metadata, setValues]);
  const isUsed = isIssueFormUsed(values, before);
  useEffect(() => onUsed(isUsed), [isUsed, onUsed]);

  const shown = projectId === '' ? undefined : (metadata ?? values.metadata ?? undefined);
  const asks = shown?.asks ?? { issueType: true, priority: true, reporter: true };
  const missing = missingOf(values, shown);
  const [open] = draft.open;
  const isReady = open === undefined && missing.length === 0 && metadata !== undefined;
  const named = (all: readonly { id: string; name: string }[] = []) =>
    all.map(({ id, name }) => ({ value: id, label: name }));
  const waits = { disabled: shown === undefined, placeholder: projectId === '' ? 'Select a project first' : 'Select' };

  return (
    <Form
      aria-label={`Create ${issueTrackerNames[provider]} issue`}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.stopPropagation();
        if (isReady && !isSubmitting) void submitForm();
      }}
    >
      <OpenIssues draft={draft} reported={reported} number={number} onDone={onDone} />
      <div className={styles.columns}>
        <div className={styles.fields}>
          <ProjectField
            provider={provider}
            isFirst={open === undefined}
            onChoose={(project) => void setValues((now) => ({ ...withProject(now, project), metadata: null }))}
          />
          {error !== undefined && (
            <p className={form.refused} role="alert">
              {failureText(error)}{' '}
              <Button size="compact-xs" onClick={() => void refetch()}>
                Try again
              </Button>
            </p>
          )}
          <TextField name="summary" label="Summary" required maxLength={255} />
          {(asks.issueType || asks.priority) && (
            <div className={form.pair}>
              {asks.issueType && (
                <SelectField
                  name="issueTypeId"
                  label="Issue type"
                  data={named(shown?.issueTypes)}
                  required
                  allowDeselect={false}
                  searchable={(shown?.issueTypes.length ?? 0) > 8}
                  {...waits}
                />
              )}
              {asks.priority && (
                <SelectField
                  name="issuePriorityId"
                  label="Priority"
                  data={named(shown?.priorities)}
                  required
                  allowDeselect={false}
                  {...waits}
                />
              )}
            </div>
          )}
          {asks.reporter && (
            <UserSelect
              name="issueUserId"
              label="Reporter"
              people={shown?.users ?? []}
              me={shown?.me ?? null}
              chosen={values.issueUserName}
              of={{ projectId, provider }}
              onName={(name) => void setFieldValue('issueUserName', name)}
              {...waits}
            />
          )}
          {shown && <RequiredFields metadata={shown} tracker={tracker} of={{ projectId, provider }} />}
          <EarlierIssues issues={draft.earlier} />
        </div>
        <IssueDescription />
      </div>
      <div className={styles.footer}>
        <div className={styles.notice}>
          <SaveNotice save={save} />
          <p className={styles.missing} role="status">
            {open === undefined ? missingText(missing, isFetching) : openText(open.issueKey)}{' '}
            {`Status and key come back to the ${draft.testCount === 1 ? 'test' : counted(draft.testCount, 'test')}.`}
          </p>
        </div>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant={open ? 'default' : 'filled'} loading={isSubmitting} disabled={!isReady}>
          Create
        </Button>
      </div>
    </Form>
  );
}

function missingText(missing: readonly string[], isFetching: boolean): string {
  if (isFetching) return 'Reading what the project asks for …';
  return missing.length === 0 ? '' : `Missing: ${missing.join(', ')}.`;
}

function openText(issueKey: string | null): string {
  return `${issueKey ?? 'An issue'} is open for the same failure.`;
}
