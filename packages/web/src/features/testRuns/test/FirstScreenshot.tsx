import type { TestAttemptView } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import styles from './ConsoleTab.module.css';
import { ImageComparison } from './ImageComparison.tsx';
import { Lightbox } from './Lightbox.tsx';
import { differenceIn, pictureSets } from './pictureSets.ts';
import { picturesOf } from './pictures.ts';

/**
 * What the page looked like when the attempt failed, beside what was expected where the failure is about that; the other
 * pictures of the attempt are one key away.
 */
export function FirstScreenshot({ attempt }: { attempt: TestAttemptView }) {
  const [index, setIndex] = useState<number | null>(null);
  const pictures = picturesOf({ attemptsDetail: [attempt] });
  const [set] = pictureSets(attempt.screenShots);
  const first = pictures.find(({ url }) => url === set?.actual.url) ?? pictures[0];
  if (!first) return null;
  const at = pictures.indexOf(first);
  const lightbox = index !== null && (
    <Lightbox pictures={pictures} index={index} onIndex={setIndex} onClose={() => setIndex(null)} />
  );
  if (set) {
    return (
      <section aria-label="Screenshot">
        <h3 className={styles.heading}>
          <span>
            Screenshot · {set.name} · {differenceIn(attempt.error) ?? 'expected and actual'}
          </span>
          <UnstyledButton className="link" onClick={() => setIndex(at)}>
            Enlarge
          </UnstyledButton>
        </h3>
        <ImageComparison
          name={set.name}
          left={{ label: 'expected', url: set.expected.url }}
          right={{ label: 'actual', url: set.actual.url }}
          difference={set.difference?.url ?? null}
        />
        {lightbox}
      </section>
    );
  }
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
      {lightbox}
    </section>
  );
}
