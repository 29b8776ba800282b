import type { TeamView } from '@assay/contract';
import { Modal } from '@mantine/core';
import { lazy, Suspense } from 'react';

const TeamEditor = lazy(async () => ({ default: (await import('./TeamEditor.tsx')).TeamEditor }));

/** What to edit: a team, a new one (null), or nothing. */
export type EditedTeam = TeamView | null | undefined;

export function TeamModal({ edited, onClose }: { edited: EditedTeam; onClose: (savedId?: string) => void }) {
  return (
    <Modal opened={edited !== undefined} onClose={() => onClose()} title="Team info" size={560}>
      {edited !== undefined && (
        <Suspense fallback={null}>
          <TeamEditor team={edited} onClose={onClose} />
        </Suspense>
      )}
    </Modal>
  );
}
