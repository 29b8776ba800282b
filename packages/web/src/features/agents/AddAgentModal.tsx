import { Modal } from '@mantine/core';
import { lazy, Suspense } from 'react';

const AddAgentForm = lazy(async () => ({ default: (await import('./AddAgentForm.tsx')).AddAgentForm }));

export function AddAgentModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Add an agent" size={620}>
      <Suspense fallback={null}>
        <AddAgentForm onClose={onClose} />
      </Suspense>
    </Modal>
  );
}
