import type { ProjectId } from '@assay/contract';
import { Menu, UnstyledButton } from '@mantine/core';
import { Link } from 'react-router';
import { useListProjectsQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { IconChevronDown } from '../../../ui/icons/icons.ts';
import styles from './flaky.module.css';

const screens = [
  { path: 'flaky-rules', title: 'Rules' },
  { path: 'quarantine-preview', title: 'Preview quarantine' },
] as const;

/**
 * Leads to what projects decide about flaky tests: the rules by which they are found, and what the automatic quarantine
 * would have done. Of several projects, one is picked.
 * @param projectIds of these; empty: of all
 */
export function ProjectScreens({ projectIds }: { projectIds: readonly ProjectId[] }) {
  const { data = [] } = useListProjectsQuery();
  const concerned = new Set(projectIds);
  const projects = concerned.size === 0 ? data : data.filter(({ id }) => concerned.has(id));
  if (projects.length === 0) return null;
  return (
    <span className={styles.screens}>
      {screens.map((screen) => (
        <ToScreen key={screen.path} {...screen} projects={projects} />
      ))}
    </span>
  );
}

type Props = (typeof screens)[number] & { projects: readonly { id: string; key: string; name: string }[] };

function ToScreen({ path: screen, title, projects }: Props) {
  const path = useAccountPath();
  const pathOf = (key: string) => path(`projects/${key}/${screen}`);
  const [only] = projects;
  if (only && projects.length === 1) {
    return (
      <Link className="link" to={pathOf(only.key)}>
        {title}
      </Link>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton className="link">
          {title} <IconChevronDown size={12} stroke={2} aria-hidden />
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
