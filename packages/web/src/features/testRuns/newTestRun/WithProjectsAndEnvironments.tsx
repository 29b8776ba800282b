import type { EnvironmentView, ProjectView } from '@assay/contract';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useListEnvironmentsQuery, useListProjectsQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';

/** Shows its content once there are projects and environments to choose from, or says that there are none yet. */
export function WithProjectsAndEnvironments({
  why,
  children,
}: {
  /** What they are for. */
  why: string;
  children: (projects: readonly ProjectView[], environments: readonly EnvironmentView[]) => ReactNode;
}) {
  const projectsQuery = useListProjectsQuery();
  const environmentsQuery = useListEnvironmentsQuery();
  const skeleton = <RowsSkeleton rows={4} />;
  return (
    <Loaded
      query={projectsQuery}
      failed="Projects could not be loaded"
      skeleton={skeleton}
      empty={<NoneYet what="project" why={why} />}
    >
      {(projects) => (
        <Loaded
          query={environmentsQuery}
          failed="Environments could not be loaded"
          skeleton={skeleton}
          empty={<NoneYet what="environment" why={why} />}
        >
          {(environments) => children(projects, environments)}
        </Loaded>
      )}
    </Loaded>
  );
}

function NoneYet({ what, why }: { what: 'project' | 'environment'; why: string }) {
  const path = useAccountPath();
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
