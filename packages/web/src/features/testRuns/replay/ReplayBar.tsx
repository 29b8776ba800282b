import { ActionIcon } from '@mantine/core';
import { formatRunningDuration } from '../../../ui/format/formatDuration.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { formatClockSeconds } from '../../../ui/format/formatTime.ts';
import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
} from '../../../ui/icons/icons.ts';
import { useShortcut } from '../../../ui/useShortcut.ts';
import styles from './Replay.module.css';
import { ReplayTrack } from './ReplayTrack.tsx';
import { markFrom, replaySpeeds, steppedBy } from './replayPlaying.ts';
import type { PlayedMark, ReplayOrder, ReplayTape } from './replayTape.ts';
import type { Playing } from './usePlaying.ts';

/** Plays, pauses, steps and jumps; under it the results over time, to be scrubbed. */
export function ReplayBar({
  tape,
  marks,
  played,
  now,
  complete,
  failed,
  playing,
  order,
  onOrder,
}: {
  tape: ReplayTape;
  marks: readonly PlayedMark[];
  played: number;
  /** The moment, in milliseconds since 1970. */
  now: number;
  /** Whether all of the run has been read. */
  complete: boolean;
  /** Reads what is missing again; null: nothing is. */
  failed: (() => void) | null;
  playing: Playing;
  order: ReplayOrder;
  /** Null: no result was known late, so both orders are the same. */
  onOrder: ((order: ReplayOrder) => void) | null;
}) {
  const { place, goTo, toggle } = playing;
  const step = (by: 1 | -1) => goTo(steppedBy(tape, place, by));
  const jump = (by: 1 | -1) => goTo(markFrom(marks, tape.end, place, by));
  useShortcut(' ', toggle);
  useShortcut(',', () => step(-1));
  useShortcut('.', () => step(1));
  useShortcut('ArrowLeft', () => jump(-1));
  useShortcut('ArrowRight', () => jump(1));
  return (
    <section className={styles.bar} aria-label="Replay">
      <div className={styles.controls}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
        <div role="group" aria-label="Play" className={styles.buttons}>
          <Control label="Previous marker (←)" onClick={() => jump(-1)} icon={IconPlayerSkipBack} />
          <Control label="Previous event (,)" onClick={() => step(-1)} icon={IconChevronLeft} />
          <ActionIcon
            variant="filled"
            color="indigo"
            size={34}
            aria-label={playing.playing ? 'Pause (Space)' : 'Play (Space)'}
            title={playing.playing ? 'Pause (Space)' : 'Play (Space)'}
            onClick={toggle}
          >
            {playing.playing ? <IconPlayerPause size={16} stroke={1.75} /> : <IconPlayerPlay size={16} stroke={1.75} />}
          </ActionIcon>
          <Control label="Next event (.)" onClick={() => step(1)} icon={IconChevronRight} />
          <Control label="Next marker (→)" onClick={() => jump(1)} icon={IconPlayerSkipForward} />
        </div>
        <Choice
          label="Speed"
          options={replaySpeeds.map((speed) => [speed, `${speed}×`])}
          chosen={playing.speed}
          onChoose={playing.setSpeed}
        />
        <p className={`${styles.moment} tabular`}>
          <strong>{formatClockSeconds(now)}</strong>
          <span className="soft">
            {formatRunningDuration(tape.timeAt(place))} in · event {formatCount(played)} of {formatCount(tape.length)}
            {!complete && failed === null && ', loading'}
          </span>
          {failed !== null && (
            <button type="button" className={`${styles.again} link`} onClick={failed}>
              The rest could not be loaded. Try again
            </button>
          )}
        </p>
        {onOrder && (
          <Choice
            label="Order"
            options={[
              ['happened', 'As it happened'],
              ['known', 'As it was known'],
            ]}
            chosen={order}
            onChoose={onOrder}
          />
        )}
      </div>
      <ReplayTrack tape={tape} marks={marks} place={place} onSeek={playing.seek} onRest={playing.rest} />
    </section>
  );
}

/** One of a few. A click leaves the focus where it is, so that the keys still play and step. */
function Choice<Value extends string | number>({
  label,
  options,
  chosen,
  onChoose,
}: {
  label: string;
  options: readonly (readonly [Value, string])[];
  chosen: Value;
  onChoose: (value: Value) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label={label} className={styles.choice}>
      {options.map(([value, name]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(value)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

function Control({ label, icon: Icon, onClick }: { label: string; icon: typeof IconChevronLeft; onClick: () => void }) {
  return (
    <ActionIcon variant="default" size={28} aria-label={label} title={label} onClick={onClick}>
      <Icon size={16} stroke={1.75} />
    </ActionIcon>
  );
}
