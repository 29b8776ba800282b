import { messages, type TestResultView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useIncludes } from '../../../connection/currentUser.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { openPlanDialog } from '../../../ui/openPlanDialog.tsx';
import { expiryText } from '../expiry/expiryText.ts';
import styles from './ScreenshotsTab.module.css';

/** The recordings of all attempts; accounts whose plan has none are told so, whether the test has any or not. */
export function VideosTab({ test }: { test: TestResultView }) {
  if (!useIncludes('recordings')) {
    return (
      <EmptyState
        title="Videos: not included in your plan"
        why="They are included from Tier 2."
        action={<Button onClick={() => openPlanDialog('Videos')}>Show plans</Button>}
      />
    );
  }
  const videos = test.attemptsDetail.flatMap(({ attempt, videos }) => videos.map((video) => ({ attempt, video })));
  const { attachments } = test.expired;
  if (videos.length === 0) {
    return (
      <EmptyState
        title={messages.noVideos}
        {...(attachments && { why: expiryText('Screenshots, videos and files', attachments) })}
      />
    );
  }
  return (
    <div className={styles.screenshots}>
      {videos.map(({ attempt, video }) => (
        <figure key={video.url} className={styles.figure}>
          {/* biome-ignore lint/a11y/useMediaCaption: a recording of a browser has no speech */}
          <video className={styles.picture} src={video.url} controls preload="metadata" />
          <figcaption className="soft">
            {video.name}, attempt {attempt}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}
