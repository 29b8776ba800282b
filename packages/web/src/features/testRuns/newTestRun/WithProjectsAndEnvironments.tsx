import type { EnvironmentView, ProjectView } from '@assay/contract';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { useListEnvironmentsQuery } from '../../environments/environmentsApi.ts';
import { useListProjectsQuery } from '../../projects/projectsApi.ts';

/** Shows what needs a project and an environment to choose from, once they are there; or that there is none yet. */
export function WithProjectsAndEnvironments({
  why,
  children,
}: {
  /** What they are for. */
  why: string;
  children: (projects: readonly ProjectView[], environments: readonly EnvironmentView[]) => ReactNode;
}) {
  const { data: projects } = useListProjectsQuery();
  const { data: environments } = useListEnvironmentsQuery();
  const path = useAccountPath();
  if (!projects || !environments) return <RowsSkeleton rows={4} />;
  if (projects.length > 0 && environments.length > 0) return children(projects, environments);
  const what = projects.length === 0 ? 'project' : 'environment';
  return (
    <EmptyState
      title={`No ${what}s yet`}
      why={why}
      action={
        <Button component={Link} to={path(`${what}s/new`)}>
          Add {what}
        </Button>
      }
    />
  );
}
