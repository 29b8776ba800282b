import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useListProjectsQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { counted } from '../../ui/format/formatNumbers.ts';
import { StepEnd } from './StepEnd.tsx';
import styles from './setup.module.css';

/** A repository becomes a project. */
export function ConnectStep() {
  const path = useAccountPath();
  const { data: projects = [] } = useListProjectsQuery();
  const isThere = projects.length > 0;
  return (
    <>
      <p className={styles.said}>
        {isThere
          ? `${counted(projects.length, 'project')} connected.`
          : 'A project is a git URL, a branch and the test framework. Any git server will do: GitHub, GitLab, Bitbucket or your own.'}
      </p>
      <StepEnd step="Connect" isThere={isThere}>
        <Button component={Link} to={path('projects/new')} variant={isThere ? 'default' : 'filled'}>
          {isThere ? 'Add another project' : 'Add project'}
        </Button>
      </StepEnd>
    </>
  );
}
