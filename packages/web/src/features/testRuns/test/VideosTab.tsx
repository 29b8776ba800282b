import { messages, type TestResultView } from '@assay/contract';
import { useIncludes } from '../../../connection/currentUser.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { expiryText } from '../expiry/expiryText.ts';
import styles from './ScreenshotsTab.module.css';

/** The recordings of all attempts; accounts whose plan has none are told so, whether the test has any or not. */
export function VideosTab({ test }: { test: TestResultView }) {
  if (!useIncludes('recordings')) {
    return (
      <EmptyState
        title="The plan of your account does not include videos"
        why="They come with tier 2 and above. Whoever runs this installation can change the plan."
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
