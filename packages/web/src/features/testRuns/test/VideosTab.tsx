import type { TestResultView } from '@assay/contract';
import styles from './ScreenshotsTab.module.css';

/** The recordings of all attempts. */
export function VideosTab({ test }: { test: TestResultView }) {
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
