import { ActionIcon } from '@mantine/core';
import { formatDay } from '../format/formatTime.ts';
import { IconChevronLeft, IconChevronRight } from '../icons/icons.ts';
import styles from './auditTrail.module.css';
import type { Version } from './versions.ts';

/** More ticks than this would be a bar. */
const ticksShown = 80;

/** The versions of a thing as ticks in their order, and steps from one to the next. */
export function VersionSlider({
  versions,
  shown,
  onPick,
}: {
  /** The newest first. */
  versions: readonly Version[];
  shown: Version;
  onPick: (number: number) => void;
}) {
  const { length } = versions;
  const [newest] = versions;
  const oldest = versions.at(-1);
  const isNewest = shown === newest;
  return (
    <div className={styles.slider}>
      <div className={styles.steps}>
        <ActionIcon
          variant="default"
          aria-label="Previous version"
          disabled={shown === oldest}
          onClick={() => onPick(shown.number - 1)}
        >
          <IconChevronLeft size={14} stroke={1.75} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label="Next version"
          disabled={isNewest}
          onClick={() => onPick(shown.number + 1)}
        >
          <IconChevronRight size={14} stroke={1.75} />
        </ActionIcon>
        <span className={styles.told} aria-live="polite">
          version {shown.number} of {length}
          {isNewest && ', current version'}
        </span>
      </div>
      {length > 1 && oldest && (
        <>
          <div className={styles.track}>
            {length <= ticksShown && (
              <span className={styles.ticks} aria-hidden="true">
                {versions.toReversed().map(({ number }) => (
                  <span key={number} data-later={number > shown.number} />
                ))}
              </span>
            )}
            <input
              type="range"
              aria-label="Version"
              aria-valuetext={`version ${shown.number}`}
              min={1}
              max={length}
              value={shown.number}
              onChange={({ currentTarget: { value } }) => onPick(Number(value))}
            />
          </div>
          <div className={`${styles.ends} tabular`} aria-hidden="true">
            <span>{formatDay(oldest.time)}</span>
            <span>now</span>
          </div>
        </>
      )}
    </div>
  );
}
