import type { PipelineStageView } from '@assay/contract';
import { ActionIcon, Menu } from '@mantine/core';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { IconDots } from '../../../ui/icons/icons.ts';
import { useDeletePipelineStage } from './useDeletePipelineStage.ts';

/** What an administrator does with a stage. */
export function StageMenu({ stage }: { stage: PipelineStageView }) {
  const path = useAccountPath();
  const askToDelete = useDeletePipelineStage();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Actions of ${stage.name}`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={path(`environments/pipelines/${stage.id}`)}>
          Edit
        </Menu.Item>
        <Menu.Item component={Link} to={path(`environments/pipelines/${stage.id}/audit-log`)}>
          Audit log
        </Menu.Item>
        <Menu.Item component={Link} to={path(`environments/new?stage=${stage.id}`)}>
          Add environment
        </Menu.Item>
        <Menu.Item color="red" onClick={() => askToDelete(stage)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
