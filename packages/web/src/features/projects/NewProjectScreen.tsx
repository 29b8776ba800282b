import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { ConnectRepository } from './connect/ConnectRepository.tsx';
import { NewProjectForm } from './NewProjectForm.tsx';

/** A new project: from a look at its repository, or with `?by=hand` from a form. */
export function NewProjectScreen() {
  const mayWrite = useMay('project.write');
  const path = useAccountPath();
  const [search, setSearch] = useSearchParams();
  // Not in the address: a URL may have a password.
  const [known, setKnown] = useState<{ gitUrl?: string; defaultBranch?: string }>({});
  if (!mayWrite) return <EmptyState title="Only administrators add projects" />;
  return (
    <>
      <ScreenHead title="Add project" documentTitle="Add project" back={{ to: path('projects'), label: 'Projects' }} />
      {search.get('by') === 'hand' ? (
        <NewProjectForm known={known} />
      ) : (
        <ConnectRepository
          onByHand={(from) => {
            setKnown(from);
            setSearch({ by: 'hand' });
          }}
        />
      )}
    </>
  );
}
