import { messages, type TestResultView } from '@assay/contract';
import { Button, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { oneText } from '../../../ui/urlFilters.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { expiryText } from '../expiry/expiryText.ts';
import { ImageComparison } from './ImageComparison.tsx';
import { Lightbox } from './Lightbox.tsx';
import { pictureSets } from './pictureSets.ts';
import { type Picture, pictureBefore, picturesOf } from './pictures.ts';
import styles from './ScreenshotsTab.module.css';

const largePicture = { screenshotIndex: oneText('screenshotIndex') };

/** The pictures of all attempts; the large one is kept in the URL (`screenshotIndex`), and fills the window on a click. */
export function ScreenshotsTab({ test }: { test: TestResultView }) {
  const { filters, setFilters } = useUrlFilters(largePicture, { replace: true });
  const [opened, setOpened] = useState(false);
  const [comparing, setComparing] = useState(false);
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
  const compared = comparisonOf(test, pictures, picture);
  return (
    <div className={styles.screenshots}>
      <figure className={styles.figure}>
        {comparing && compared ? (
          <ImageComparison key={picture.url} {...compared} />
        ) : (
          <UnstyledButton onClick={() => setOpened(true)} aria-label={`Enlarge ${picture.caption}`}>
            <img className={styles.picture} src={picture.url} alt={picture.caption} />
          </UnstyledButton>
        )}
        <figcaption className={`${styles.caption} soft`}>
          <span>
            {picture.caption} · {index + 1} of {pictures.length}
          </span>
          {compared && (
            <Button size="compact-xs" aria-pressed={comparing} onClick={() => setComparing(!comparing)}>
              {`Compare ${compared.left.label} and ${compared.right.label}`}
            </Button>
          )}
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

/** What the picture is compared with: what was expected of it, or else the same picture of the attempt before. */
function comparisonOf(test: TestResultView, pictures: readonly Picture[], picture: Picture) {
  const ofAttempt = test.attemptsDetail.find(({ attempt }) => attempt === picture.attempt)?.screenShots ?? [];
  const set = pictureSets(ofAttempt).find(({ expected, actual, difference }) =>
    [expected, actual, difference].some((part) => part?.url === picture.url),
  );
  if (set) {
    return {
      name: set.name,
      left: { label: 'expected', url: set.expected.url },
      right: { label: 'actual', url: set.actual.url },
      difference: set.difference?.url ?? null,
    };
  }
  const before = pictureBefore(pictures, picture);
  if (!before) return null;
  return {
    name: picture.name,
    left: { label: `attempt ${before.attempt}`, url: before.url },
    right: { label: `attempt ${picture.attempt}`, url: picture.url },
    difference: null,
  };
}
