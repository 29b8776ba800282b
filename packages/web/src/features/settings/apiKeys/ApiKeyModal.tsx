import { Modal } from '@mantine/core';
import { lazy, Suspense } from 'react';

const ApiKeyCreator = lazy(async () => ({ default: (await import('./ApiKeyCreator.tsx')).ApiKeyCreator }));

export function ApiKeyModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="New API key" size={560}>
      <Suspense fallback={null}>
        <ApiKeyCreator onClose={onClose} />
      </Suspense>
    </Modal>
  );
}
