import { messages } from '@assay/contract';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import styles from './UploadTestRunForm.module.css';
import { UploadTestRunForm } from './UploadTestRunForm.tsx';
import type { UnreadableFiles } from './uploadTestRun.ts';

/** The form; and above it, which files could not be read. */
export function UploadTestRunModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [refused, setRefused] = useState<UnreadableFiles | null>(null);
  const hasRun = refused !== null && refused.run !== null;
  return (
    <>
      <Modal
        opened={opened && !hasRun}
        onClose={onClose}
        title="Upload Test Run"
        size={640}
        // Escape closes only the topmost layer.
        closeOnEscape={refused === null}
      >
        <UploadTestRunForm onClose={onClose} onUnreadable={setRefused} />
      </Modal>
      <Modal
        opened={opened && refused !== null}
        // The files of a run that there is are not sent again.
        onClose={hasRun ? onClose : () => setRefused(null)}
        title={titleOf(refused?.places.length ?? 0)}
        size={520}
      >
        {refused && <Refused {...refused} />}
      </Modal>
    </>
  );
}

function titleOf(count: number): string {
  return count > 1 ? `We weren't able to read ${count} test files.` : messages.unreadableTitle;
}

function Refused({ places, run }: UnreadableFiles) {
  const path = useAccountPath();
  return (
    <>
      <p className={styles.text}>
        {places.length > 1 ? 'Please confirm that they are in the valid junit xml format' : messages.unreadableBody}
      </p>
      {places.length > 0 && (
        <ul className={styles.places} aria-label="What is wrong">
          {places.map(({ file, line, column, message }) => (
            <li key={file}>
              <strong>{file}</strong>
              {line !== null && `, line ${line}, column ${column}`}: {message}
            </li>
          ))}
        </ul>
      )}
      {run && (
        <div className={styles.end}>
          <span className="soft">The other files are run #{run.number}.</span>
          <Button component={Link} to={path(`test-runs/${run.id}`)} variant="filled" data-autofocus>
            Open test run
          </Button>
        </div>
      )}
    </>
  );
}
