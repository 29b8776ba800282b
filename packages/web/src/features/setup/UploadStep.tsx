import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useIncludes } from '../../connection/currentUser.ts';
import { useListTestRunsQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { counted } from '../../ui/format/formatNumbers.ts';
import { StepEnd } from './StepEnd.tsx';
import styles from './setup.module.css';

const oneRun = { query: { limit: 1 } };

/** Results of a run elsewhere are the quickest way to see something. */
export function UploadStep() {
  const path = useAccountPath();
  const mayUpload = useIncludes('upload');
  const { data } = useListTestRunsQuery(oneRun);
  const runs = data?.total ?? 0;
  return (
    <>
      <p className={styles.said}>
        {runs > 0
          ? `${counted(runs, 'test run')} here.`
          : 'JUnit XML from any framework or CI job shows you at once what a run looks like here.'}
      </p>
      <StepEnd step="Upload" isThere={runs > 0}>
        {mayUpload && (
          <Button component={Link} to={path('test-runs?upload')} variant={runs > 0 ? 'default' : 'filled'}>
            Upload Test Run
          </Button>
        )}
      </StepEnd>
    </>
  );
}
