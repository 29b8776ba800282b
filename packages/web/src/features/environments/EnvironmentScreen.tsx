import type { EnvironmentView } from '@assay/contract';
import { useParams } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { EnvironmentEditor } from './EnvironmentEditor.tsx';
import { useListEnvironmentsQuery } from './environmentsApi.ts';

/** An environment, or the form of a new one. */
export function EnvironmentScreen() {
  const { environmentId } = useParams();
  const mayWrite = useMay('environment.write');
  if (environmentId !== undefined) return <StoredEnvironment id={environmentId} />;
  if (!mayWrite) return <EmptyState title="Only administrators add environments" />;
  return <Editing environment={null} />;
}

function StoredEnvironment({ id }: { id: string }) {
  const query = useListEnvironmentsQuery();
  return (
    <Loaded query={query} failed="The environment could not be loaded" skeleton={<RowsSkeleton rows={4} />}>
      {(environments) => {
        const environment = environments.find((other) => other.id === id);
        if (!environment) return <EmptyState title="This environment does not exist" why="It may have been deleted." />;
        return <Editing key={environment.id} environment={environment} />;
      }}
    </Loaded>
  );
}

function Editing({ environment }: { environment: EnvironmentView | null }) {
  const path = useAccountPath();
  return (
    <>
      <ScreenHead
        title={environment?.name ?? 'Add environment'}
        documentTitle={environment?.name ?? 'Add environment'}
        back={{ to: path('environments'), label: 'Environments' }}
      />
      <EnvironmentEditor environment={environment} />
    </>
  );
}
