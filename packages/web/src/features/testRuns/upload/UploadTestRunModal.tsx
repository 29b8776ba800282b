import { messages } from '@assay/contract';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import styles from './UploadTestRunForm.module.css';
import { UploadTestRunForm } from './UploadTestRunForm.tsx';
import type { UnreadablePlace } from './uploadTestRun.ts';

/** The form, with the errors of unreadable files above it. */
export function UploadTestRunModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [unreadable, setUnreadable] = useState<readonly UnreadablePlace[] | null>(null);
  return (
    <>
      <Modal
        opened={opened}
        onClose={onClose}
        title="Upload Test Run"
        size={640}
        // Escape closes only the topmost layer.
        closeOnEscape={unreadable === null}
      >
        <UploadTestRunForm onClose={onClose} onUnreadable={setUnreadable} />
      </Modal>
      <Modal
        opened={opened && unreadable !== null}
        onClose={() => setUnreadable(null)}
        title={messages.unreadableTitle}
        size={520}
      >
        <p className={styles.text}>{messages.unreadableBody}</p>
        {unreadable && unreadable.length > 0 && (
          <ul className={styles.places} aria-label="What is wrong">
            {unreadable.map(({ file, line, column, message }) => (
              <li key={file}>
                <strong>{file}</strong>
                {line !== null && `, line ${line}, column ${column}`}: {message}
              </li>
            ))}
          </ul>
        )}
      </Modal>
    </>
  );
}
