import { messages, type TestResultView } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { oneText } from '../../../ui/urlFilters.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { expiryText } from '../expiry/expiryText.ts';
import { Lightbox } from './Lightbox.tsx';
import { picturesOf } from './pictures.ts';
import styles from './ScreenshotsTab.module.css';

const largePicture = { screenshotIndex: oneText('screenshotIndex') };

/** The pictures of all attempts; the large one is kept in the URL (`screenshotIndex`), and fills the window on a click. */
export function ScreenshotsTab({ test }: { test: TestResultView }) {
  const { filters, setFilters } = useUrlFilters(largePicture, { replace: true });
  const [opened, setOpened] = useState(false);
  const pictures = picturesOf(test);
  const asked = Number(filters.screenshotIndex);
  const index = Number.isInteger(asked) && asked >= 0 && asked < pictures.length ? asked : 0;
  const picture = pictures[index];
  const pick = (next: number) => setFilters({ screenshotIndex: String(next) });
  const { attachments } = test.expired;
  if (!picture) {
    return (
      <EmptyState
        title={messages.noScreenshots}
        {...(attachments && { why: expiryText('Screenshots, videos and files', attachments) })}
      />
    );
  }
  return (
    <div className={styles.screenshots}>
      <figure className={styles.figure}>
        <UnstyledButton onClick={() => setOpened(true)} aria-label={`Enlarge ${picture.caption}`}>
          <img className={styles.picture} src={picture.url} alt={picture.caption} />
        </UnstyledButton>
        <figcaption className="soft">
          {picture.caption} · {index + 1} of {pictures.length}
        </figcaption>
      </figure>
      {pictures.length > 1 && (
        <ul className={styles.strip} aria-label="Screenshots">
          {pictures.map((other, at) => (
            <li key={other.url}>
              <UnstyledButton
                className={at === index ? `${styles.thumb} ${styles.current}` : styles.thumb}
                aria-label={`Screenshot ${at + 1}: ${other.name}`}
                aria-current={at === index}
                onClick={() => pick(at)}
              >
                <img src={other.url} alt="" loading="lazy" />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      {opened && <Lightbox pictures={pictures} index={index} onIndex={pick} onClose={() => setOpened(false)} />}
    </div>
  );
}
