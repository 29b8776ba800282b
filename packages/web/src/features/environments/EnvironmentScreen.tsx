import type { EnvironmentView } from '@assay/contract';
import { Button } from '@mantine/core';
import { Link, useParams, useSearchParams } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import { useListEnvironmentsQuery, useListPipelineStagesQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { EnvironmentEditor } from './EnvironmentEditor.tsx';

/** An environment, or the form of a new one; the URL may name its pipeline stage, or the environment to clone. */
export function EnvironmentScreen() {
  const { environmentId } = useParams();
  const mayWrite = useMay('environment.write');
  if (environmentId !== undefined) return <StoredEnvironment id={environmentId} />;
  if (!mayWrite) return <EmptyState title="Only administrators add environments" />;
  return <NewEnvironment />;
}

function StoredEnvironment({ id }: { id: string }) {
  const query = useListEnvironmentsQuery();
  return (
    <Loaded query={query} failed="The environment could not be loaded" skeleton={<RowsSkeleton rows={4} />}>
      {(environments) => {
        const environment = environments.find((other) => other.id === id);
        if (!environment) return <EmptyState title="This environment does not exist" why="It may have been deleted." />;
        return (
          <>
            <EnvironmentHead environment={environment} />
            <EnvironmentEditor key={environment.id} environment={environment} />
          </>
        );
      }}
    </Loaded>
  );
}

function NewEnvironment() {
  const [search] = useSearchParams();
  const stages = useListPipelineStagesQuery();
  const environments = useListEnvironmentsQuery();
  return (
    <Loaded query={stages} failed="The pipeline stages could not be loaded" skeleton={<RowsSkeleton rows={4} />}>
      {(known) => (
        <Loaded query={environments} failed="The environments could not be loaded" skeleton={<RowsSkeleton rows={4} />}>
          {(others) => (
            <>
              <EnvironmentHead environment={null} />
              <EnvironmentEditor
                environment={null}
                pipelineStageId={known.find(({ id }) => id === search.get('stage'))?.id ?? ''}
                cloned={others.find(({ id }) => id === search.get('clone')) ?? null}
              />
            </>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

function EnvironmentHead({ environment }: { environment: EnvironmentView | null }) {
  const path = useAccountPath();
  const mayWrite = useMay('environment.write');
  const title = environment?.name ?? 'New environment';
  return (
    <ScreenHead
      title={title}
      documentTitle={title}
      back={{ to: path('environments'), label: 'Environments' }}
      actions={
        environment && (
          <>
            {mayWrite && (
              <Button component={Link} to={path(`environments/new?clone=${environment.id}`)}>
                Clone
              </Button>
            )}
            <Button component={Link} to={path(`environments/${environment.id}/audit-log`)}>
              Audit log
            </Button>
          </>
        )
      }
    />
  );
}
