import { Button, Progress } from '@mantine/core';
import form from './form.module.css';
import styles from './UploadFooter.module.css';

type UploadFooterProps = {
  isSending: boolean;
  /** From 0 to 1; at 1 the service is at work. */
  sent: number;
  /** What the service does then. */
  working: string;
  /** Why it was refused as a whole. */
  refused: string | null;
  onCancel: () => void;
  onClose: () => void;
};

/** The end of a form that sends files: how far it is, why it was refused, and its buttons. */
export function UploadFooter({ isSending, sent, working, refused, onCancel, onClose }: UploadFooterProps) {
  return (
    <>
      {isSending && (
        <div className={styles.progress} role="status">
          <Progress value={sent * 100} animated={sent >= 1} aria-label="Upload" />
          <span className="soft">{sent < 1 ? `Sending, ${Math.floor(sent * 100)}%` : working}</span>
        </div>
      )}
      {refused && (
        <p className={form.refused} role="alert">
          {refused}
        </p>
      )}
      <div className={styles.actions}>
        {isSending ? <Button onClick={onCancel}>Cancel upload</Button> : <Button onClick={onClose}>Go back</Button>}
        <Button type="submit" variant="filled" loading={isSending}>
          Upload
        </Button>
      </div>
    </>
  );
}
