import { Button, Progress } from '@mantine/core';
import { SaveNotice } from './SaveNotice.tsx';
import styles from './UploadFooter.module.css';
import type { Save } from './useSave.ts';

type UploadFooterProps<Values> = {
  isSending: boolean;
  /** From 0 to 1; at 1 the service is working. */
  sent: number;
  /** What the service is doing then. */
  working: string;
  save: Save<Values>;
  onCancel: () => void;
  onClose: () => void;
};

/** The end of a form that sends files: its progress, why it was refused, and its buttons. */
export function UploadFooter<Values extends object>({
  isSending,
  sent,
  working,
  save,
  onCancel,
  onClose,
}: UploadFooterProps<Values>) {
  return (
    <>
      {isSending && (
        <div className={styles.progress} role="status">
          <Progress value={sent * 100} animated={sent >= 1} aria-label="Upload" />
          <span className="soft">{sent < 1 ? `Sending, ${Math.floor(sent * 100)}%` : working}</span>
        </div>
      )}
      <SaveNotice save={save} />
      <div className={styles.actions}>
        {isSending ? <Button onClick={onCancel}>Cancel upload</Button> : <Button onClick={onClose}>Go back</Button>}
        <Button type="submit" variant="filled" loading={isSending}>
          Upload
        </Button>
      </div>
    </>
  );
}
