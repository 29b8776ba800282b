import type { EnvironmentView, ProjectView, TriggerView } from '@assay/contract';
import { useParams } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import { useGetTriggerQuery, useListEnvironmentsQuery, useListProjectsQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { FollowSlots } from './FollowSlots.tsx';
import { TriggerActions } from './TriggerActions.tsx';
import { TriggerEditor } from './TriggerEditor.tsx';

/** A trigger, or the form of a new one. */
export function TriggerScreen() {
  const { triggerId } = useParams();
  const mayWrite = useMay('trigger.write');
  if (triggerId !== undefined) return <StoredTrigger key={triggerId} id={triggerId} />;
  if (!mayWrite) return <EmptyState title="Only administrators add triggers" />;
  return <Editing trigger={null} />;
}

function StoredTrigger({ id }: { id: string }) {
  const query = useGetTriggerQuery({ params: { id } });
  return (
    <Loaded
      query={query}
      failed="The trigger could not be loaded"
      notFound="This trigger does not exist"
      head={<ScreenHead title="Trigger" documentTitle="Trigger" />}
      skeleton={<RowsSkeleton rows={4} />}
    >
      {(trigger) => (
        <>
          <FollowSlots triggers={[trigger]} read={query.refetch} />
          <Editing trigger={trigger} />
        </>
      )}
    </Loaded>
  );
}

function Editing({ trigger }: { trigger: TriggerView | null }) {
  const path = useAccountPath();
  const projects = useListProjectsQuery();
  const environments = useListEnvironmentsQuery();
  const title = trigger?.name ?? 'New trigger';
  return (
    <>
      <ScreenHead
        title={title}
        documentTitle={title}
        back={{ to: path('triggers'), label: 'Test Triggers' }}
        actions={trigger && !trigger.archived && <TriggerActions trigger={trigger} />}
      />
      <Loaded query={projects} failed="Projects could not be loaded" skeleton={<RowsSkeleton rows={4} />}>
        {(known: ProjectView[]) => (
          <Loaded query={environments} failed="Environments could not be loaded" skeleton={<RowsSkeleton rows={4} />}>
            {(places: EnvironmentView[]) => <TriggerEditor trigger={trigger} projects={known} environments={places} />}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}
