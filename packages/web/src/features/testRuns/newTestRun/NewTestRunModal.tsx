import { Modal } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';

const NewTestRunForm = lazy(async () => ({ default: (await import('./NewTestRunForm.tsx')).NewTestRunForm }));

export function NewTestRunModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="New Test Run" size={640}>
      <Suspense fallback={<RowsSkeleton rows={4} />}>
        <NewTestRunForm onClose={onClose} />
      </Suspense>
    </Modal>
  );
}
