import type { ProjectView } from '@assay/contract';
import { ActionIcon, type ActionIconProps, Menu } from '@mantine/core';
import { Link } from 'react-router';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { IconDots } from '../../ui/icons/icons.ts';
import { useDeleteProject } from './useDeleteProject.tsx';

type Props = { project: ProjectView } & Pick<ActionIconProps, 'variant' | 'size'>;

/** Edits or deletes a project; for those who may. */
export function ProjectMenu({ project, ...look }: Props) {
  const path = useAccountPath();
  const askToDelete = useDeleteProject();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon {...look} aria-label={`Actions of ${project.name}`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={path(`projects/${project.key}/settings`)}>
          Edit
        </Menu.Item>
        <Menu.Item component={Link} to={path(`projects/${project.key}/audit-log`)}>
          Audit log
        </Menu.Item>
        <Menu.Item color="red" onClick={() => askToDelete(project)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
