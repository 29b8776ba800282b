import { limits, messages, type ProjectView } from '@assay/contract';
import { Autocomplete } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useFormikContext } from 'formik';
import { asServiceError } from '../../../connection/serviceError.ts';
import { useListBranchesQuery, useListCommitsQuery } from '../../../connection/serviceHooks.ts';
import styles from './NewTestRunForm.module.css';
import { type RunForm, withBranch } from './runForm.ts';

/** Branch and commit: suggested from the repository, but anything may be typed, because a repository may not answer. */
export function VersionFields({ project }: { project: ProjectView | undefined }) {
  const { values, errors, touched, submitCount, setValues, setFieldTouched } = useFormikContext<RunForm>();
  const { data: branches, error: unreadable } = useListBranchesQuery(
    project ? { params: { id: project.id } } : skipToken,
  );
  const known = branches?.some((branch) => branch.name === values.branch) ?? false;
  const { currentData: commits } = useListCommitsQuery(
    project && known ? { params: { id: project.id }, query: { branch: values.branch } } : skipToken,
  );
  return (
    <div className={styles.pair}>
      <Autocomplete
        name="branch"
        label="Branch"
        placeholder={project?.defaultBranch ?? 'The default branch'}
        data={(branches ?? []).map((branch) => branch.name)}
        limit={50}
        value={values.branch}
        onChange={(branch) => void setValues(withBranch(values, branch))}
        onBlur={() => void setFieldTouched('branch')}
        error={submitCount > 0 && touched.branch ? errors.branch : undefined}
        {...(unreadable && {
          description: `The repository cannot be read: ${asServiceError(unreadable)?.message ?? messages.tryAgain}`,
          inputWrapperOrder: ['label', 'input', 'description', 'error'],
        })}
      />
      <Autocomplete
        name="ref"
        label="Commit"
        placeholder="Latest commit"
        data={(commits ?? []).map((commit) => commit.id)}
        renderOption={({ option }) => {
          const commit = commits?.find((other) => other.id === option.value);
          return (
            <span className="truncate">
              <code>{option.value.slice(0, limits.commitLength)}</code>{' '}
              <span className="soft">{commit?.message.split('\n')[0]}</span>
            </span>
          );
        }}
        filter={({ options, search }) => {
          const wanted = search.trim().toLowerCase();
          return options.filter((option) => {
            const id = 'value' in option ? String(option.value) : '';
            const message = commits?.find((commit) => commit.id === id)?.message ?? '';
            return `${id} ${message}`.toLowerCase().includes(wanted);
          });
        }}
        limit={30}
        value={values.ref}
        onChange={(ref) => void setValues({ ...values, ref })}
        onBlur={() => void setFieldTouched('ref')}
        error={submitCount > 0 && touched.ref ? errors.ref : undefined}
      />
    </div>
  );
}
