import type { ProjectView } from '@assay/contract';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useListProjectsQuery } from '../../connection/serviceHooks.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';

/** What is shown of the project whose key is in the address. */
export function WithProject({ children }: { children: (project: ProjectView) => ReactNode }) {
  const { projectKey } = useParams();
  const query = useListProjectsQuery();
  return (
    <Loaded query={query} failed="The project could not be loaded" skeleton={<RowsSkeleton rows={4} />}>
      {(projects) => {
        const project = projects.find((other) => other.key === projectKey);
        if (!project) return <EmptyState title="This project does not exist" why="It may have been deleted." />;
        return children(project);
      }}
    </Loaded>
  );
}
