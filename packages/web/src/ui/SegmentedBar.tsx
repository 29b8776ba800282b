import styles from './SegmentedBar.module.css';
import type { Shape } from './StatusShape.tsx';

export type Segment = { shape: Shape; count: number; label: string };

/**
 * A bar of segments by status. Segments are as wide as their share, but never too thin to see; with `onPick` each is a
 * button. The rest is an empty track.
 */
export function SegmentedBar({
  segments,
  total,
  thick = false,
  picked,
  onPick,
}: {
  segments: readonly Segment[];
  total: number;
  thick?: boolean;
  picked?: readonly Shape[];
  onPick?: (shape: Shape) => void;
}) {
  const shown = segments.filter((segment) => segment.count > 0);
  const rest = Math.max(0, total - shown.reduce((sum, segment) => sum + segment.count, 0));
  const text = shown.map((segment) => segment.label).join(', ') || 'nothing yet';
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name
    <div
      className={thick ? `${styles.bar} ${styles.thick}` : styles.bar}
      role={onPick ? 'group' : 'img'}
      aria-label={text}
    >
      {shown.map((segment) => {
        const className = `${styles.segment} ${styles[segment.shape]} ${
          picked && picked.length > 0 && !picked.includes(segment.shape) ? styles.faded : ''
        }`;
        return onPick ? (
          <button
            key={segment.shape}
            type="button"
            className={className}
            style={{ flexGrow: segment.count }}
            title={segment.label}
            aria-label={segment.label}
            aria-pressed={picked?.includes(segment.shape) ?? false}
            onClick={() => onPick(segment.shape)}
          />
        ) : (
          <span key={segment.shape} className={className} style={{ flexGrow: segment.count }} />
        );
      })}
      {rest > 0 && <span className={styles.rest} style={{ flexGrow: rest }} />}
    </div>
  );
}
