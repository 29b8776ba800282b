import type { TestResultView } from '@assay/contract';
import { useIncludes } from '../../../connection/currentUser.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import styles from './ScreenshotsTab.module.css';

/** The recordings of all attempts. */
export function VideosTab({ test }: { test: TestResultView }) {
  if (!useIncludes('recordings')) {
    return (
      <EmptyState
        title="The plan of your account does not include videos"
        why="They come with tier 2 and above. Whoever runs this installation can change the plan."
      />
    );
  }
  return (
    <div className={styles.screenshots}>
      {test.attemptsDetail.flatMap((attempt) =>
        attempt.videos.map((video) => (
          <figure key={video.url} className={styles.figure}>
            {/* biome-ignore lint/a11y/useMediaCaption: a recording of a browser has no speech */}
            <video className={styles.picture} src={video.url} controls preload="metadata" />
            <figcaption className="soft">
              {video.name}, attempt {attempt.attempt}
            </figcaption>
          </figure>
        )),
      )}
    </div>
  );
}
