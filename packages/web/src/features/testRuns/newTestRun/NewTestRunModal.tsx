import { Modal } from '@mantine/core';
import { NewTestRunForm } from './NewTestRunForm.tsx';

export function NewTestRunModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="New Test Run" size={640}>
      <NewTestRunForm onClose={onClose} />
    </Modal>
  );
}
