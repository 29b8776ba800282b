import { messages, type TestResultView } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { oneText } from '../../../ui/urlFilters.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import styles from './ScreenshotsTab.module.css';

const largePicture = { screenshotIndex: oneText('screenshotIndex') };

/** The pictures of all attempts; the large one is kept in the URL (`screenshotIndex`). */
export function ScreenshotsTab({ test }: { test: TestResultView }) {
  const { filters, setFilters } = useUrlFilters(largePicture, { replace: true });
  const pictures = test.attemptsDetail.flatMap((attempt) =>
    attempt.screenShots.map((picture) => ({ ...picture, attempt: attempt.attempt })),
  );
  const asked = Number(filters.screenshotIndex);
  const index = Number.isInteger(asked) && asked >= 0 && asked < pictures.length ? asked : 0;
  const picture = pictures[index];
  if (!picture) return <EmptyState title={messages.noScreenshots} />;
  const caption = `${picture.name}${test.attemptsDetail.length > 1 ? `, attempt ${picture.attempt}` : ''}`;
  return (
    <div className={styles.screenshots}>
      <figure className={styles.figure}>
        <a href={picture.url} target="_blank" rel="noreferrer" title="Open in full size">
          <img className={styles.picture} src={picture.url} alt={caption} />
        </a>
        <figcaption className="soft">
          {caption} · {index + 1} of {pictures.length}
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
                onClick={() => setFilters({ screenshotIndex: String(at) })}
              >
                <img src={other.url} alt="" loading="lazy" />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
