import type { TestAttemptView } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import styles from './ConsoleTab.module.css';
import { Lightbox } from './Lightbox.tsx';
import { picturesOf } from './pictures.ts';

/** What the page looked like when the attempt failed; the others of the attempt are one key away. */
export function FirstScreenshot({ attempt }: { attempt: TestAttemptView }) {
  const [index, setIndex] = useState<number | null>(null);
  const pictures = picturesOf({ attemptsDetail: [attempt] });
  const [first] = pictures;
  if (!first) return null;
  return (
    <section aria-label="Screenshot">
      <h3 className={styles.heading}>
        <span>
          Screenshot · {first.caption} · 1 of {pictures.length}
        </span>
      </h3>
      <UnstyledButton onClick={() => setIndex(0)} aria-label={`Enlarge ${first.caption}`}>
        <img className={styles.screenshot} src={first.url} alt={first.caption} />
      </UnstyledButton>
      {index !== null && (
        <Lightbox pictures={pictures} index={index} onIndex={setIndex} onClose={() => setIndex(null)} />
      )}
    </section>
  );
}
