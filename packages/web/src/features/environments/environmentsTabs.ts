import type { AccountPermission } from '@assay/contract';
import { type ComponentType, lazy } from 'react';
import {
  useListEnvironmentsQuery,
  useListPipelineStagesQuery,
  useListRunnerPoolsQuery,
} from '../../connection/serviceHooks.ts';
import { EnvironmentsPanel } from './environmentList/EnvironmentsPanel.tsx';
import { RunnerPoolsPanel } from './runnerPools/RunnerPoolsPanel.tsx';

const PipelineStagesPanel = lazy(async () => ({
  default: (await import('./pipelineStages/PipelineStagesPanel.tsx')).PipelineStagesPanel,
}));

export type EnvironmentsTab = {
  id: string;
  title: string;
  /** Below the account. */
  path: string;
  Panel: ComponentType;
  /** How many things the tab shows; undefined while unknown. */
  useCount: () => number | undefined;
  /** Who may add one, and what the button for it says. */
  permission: AccountPermission;
  add: string;
};

export const environmentsTabs: readonly [EnvironmentsTab, ...EnvironmentsTab[]] = [
  {
    id: 'environments',
    title: 'Environments',
    path: 'environments',
    Panel: EnvironmentsPanel,
    useCount: () => useListEnvironmentsQuery().data?.length,
    permission: 'environment.write',
    add: 'Add environment',
  },
  {
    id: 'pipelines',
    title: 'Pipeline Stages',
    path: 'environments/pipelines',
    Panel: PipelineStagesPanel,
    useCount: () => useListPipelineStagesQuery().data?.length,
    permission: 'pipelineStage.write',
    add: 'Add stage',
  },
  {
    id: 'runner-pools',
    title: 'Runner Pools',
    path: 'environments/runner-pools',
    Panel: RunnerPoolsPanel,
    useCount: () => useListRunnerPoolsQuery().data?.length,
    permission: 'runnerPool.write',
    add: 'Add pool',
  },
];
