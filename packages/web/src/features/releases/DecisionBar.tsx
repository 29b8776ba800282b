import type { ReleaseCriterionView, ReleaseDecision, ReleaseView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { IconCheck, IconX } from '../../ui/icons/icons.ts';
import { KeyHint } from '../../ui/KeyHint.tsx';
import { useShortcut } from '../../ui/useShortcut.ts';
import { type DecisionDraft, DecisionModal } from './DecisionModal.tsx';
import styles from './releases.module.css';

type Props = { release: ReleaseView; criteria: readonly ReleaseCriterionView[] };

/** What is open, and the way to the decision: `g` and `n` open its dialog. */
export function DecisionBar({ release, criteria }: Props) {
  const [opened, setOpened] = useState(false);
  const [draft, setDraft] = useState<DecisionDraft>({ decision: 'Go', reason: '', actualReleaseDate: '' });
  const open = criteria.filter(({ isOpen }) => isOpen).length;

  function decide(decision: ReleaseDecision): void {
    const { actualReleaseDate } = release;
    setDraft((before) => ({
      ...before,
      decision,
      actualReleaseDate: before.actualReleaseDate || (actualReleaseDate ?? ''),
    }));
    setOpened(true);
  }
  useShortcut('g', () => decide('Go'));
  useShortcut('n', () => decide('No-Go'));

  return (
    <div className={styles.bar}>
      <strong>{open === 0 ? 'Nothing open' : `${open} of ${criteria.length} open`}</strong>
      <span className={styles.barNote}>
        {release.decision === null ? 'The decision locks the criteria' : `Decided: ${release.decision}`}
      </span>
      <span className={styles.barActions}>
        <span className={`${styles.barNote} ${styles.keys}`}>
          <KeyHint>g</KeyHint> and <KeyHint>n</KeyHint> open the decision
        </span>
        <Button leftSection={<IconX size={16} stroke={1.75} />} onClick={() => decide('No-Go')}>
          No-Go…
        </Button>
        <Button
          variant={release.decision === null ? 'filled' : 'default'}
          leftSection={<IconCheck size={16} stroke={1.75} />}
          onClick={() => decide('Go')}
        >
          Go…
        </Button>
      </span>
      <DecisionModal
        opened={opened}
        release={release}
        criteria={criteria}
        draft={draft}
        onClose={(unsent) => {
          setDraft(unsent);
          setOpened(false);
        }}
      />
    </div>
  );
}
