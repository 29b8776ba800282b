import { limits, type ProblemView } from '@assay/contract';
import { Button, Textarea, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { TextWithIssues } from '../../../ui/trackedIssues/TextWithIssues.tsx';
import styles from './ProblemSection.module.css';

/** What people should know about the problem. */
export function ProblemNote({
  problem: { note },
  may,
  busy,
  onNote,
}: {
  problem: ProblemView;
  may: boolean;
  busy: boolean;
  onNote: (note: string) => Promise<void>;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  if (draft === null) {
    return (
      <div className={styles.row}>
        {note && (
          <p className={styles.note} dir="auto">
            <TextWithIssues text={note} />
          </p>
        )}
        {may && (
          <UnstyledButton className={`link ${styles.small}`} onClick={() => setDraft(note ?? '')}>
            {note ? 'Change note' : 'Add a note'}
          </UnstyledButton>
        )}
      </div>
    );
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void onNote(draft.trim()).then(() => setDraft(null));
      }}
    >
      <Textarea
        aria-label="Note"
        placeholder="Cause, issue key or workaround"
        rows={3}
        maxLength={limits.problemNoteLength}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        data-autofocus
      />
      <div className={styles.row}>
        <Button type="submit" size="compact-xs" variant="filled" loading={busy}>
          Save note
        </Button>
        <Button size="compact-xs" onClick={() => setDraft(null)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
