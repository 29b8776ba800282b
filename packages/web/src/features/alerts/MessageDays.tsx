import type { AlertPreview } from '@assay/contract';
import { StatusShape } from '../../ui/StatusShape.tsx';
import styles from './alerts.module.css';
import { messageDays, shapeOfKind } from './messageDays.ts';

/** Marks of a day that are drawn; its count says the rest. */
const drawn = 4;

const dayFormat = new Intl.DateTimeFormat(undefined, { month: '2-digit', day: '2-digit' });

/** Day by day: what would have been sent above the line, and what held back below it. */
export function MessageDays({ preview }: { preview: AlertPreview }) {
  const days = messageDays(preview);
  const most = Math.max(1, ...days.map(({ heldBack }) => heldBack));
  return (
    <figure className={styles.days}>
      <ol>
        {days.map(({ day, sent, heldBack }) => (
          <li
            key={day.getTime()}
            title={`${dayFormat.format(day)}: ${sent.length} sent, ${heldBack} held back`}
            aria-label={`${dayFormat.format(day)}: ${sent.length} sent, ${heldBack} held back`}
          >
            <span className={styles.sentMarks}>
              {sent.length > drawn && <small>{sent.length}</small>}
              {sent.slice(0, drawn).map((kind, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: marks have nothing else to be told apart by
                <StatusShape key={index} shape={shapeOfKind[kind]} label="" size={11} />
              ))}
            </span>
            <span className={styles.heldMarks}>
              {heldBack > 0 && <i style={{ height: `${Math.max(3, (heldBack / most) * 16)}px` }} />}
            </span>
          </li>
        ))}
      </ol>
      <figcaption>
        <span>{days[0] && dayFormat.format(days[0].day)}</span>
        <span>today</span>
      </figcaption>
    </figure>
  );
}
