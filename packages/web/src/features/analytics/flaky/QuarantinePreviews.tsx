import type { UnstableTest } from '@assay/contract';
import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { useListProjectsQuery } from '../../projects/projectsApi.ts';
import styles from './flaky.module.css';

/** Leads to what the automatic quarantine would have done, in the project of the tests; of several, one is picked. */
export function QuarantinePreviews({ tests }: { tests: readonly UnstableTest[] }) {
  const path = useAccountPath();
  const { data = [] } = useListProjectsQuery();
  const concerned = new Set(tests.map(({ projectId }) => projectId));
  const projects = data.filter(({ id }) => concerned.has(id));
  const pathOf = (key: string) => path(`projects/${key}/quarantine-preview`);
  const [only] = projects;
  if (!only) return null;
  if (projects.length === 1) {
    return (
      <Link className={`link ${styles.previews}`} to={pathOf(only.key)}>
        Preview quarantine
      </Link>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton className={`link ${styles.previews}`}>
          Preview quarantine <IconChevronDown size={12} stroke={2} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {projects.map(({ id, key, name }) => (
          <Menu.Item key={id} component={Link} to={pathOf(key)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
