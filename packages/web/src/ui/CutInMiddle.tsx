import type { ClipboardEvent } from 'react';
import styles from './CutInMiddle.module.css';

/** Characters at the end that are always shown: names often differ there. */
const kept = 8;

/** A text that loses its middle where there is no room for it, tells it whole on hover, and is copied whole. */
export function CutInMiddle({ text }: { text: string }) {
  if (text.length <= 2 * kept) {
    return (
      <span className="truncate" title={text}>
        {text}
      </span>
    );
  }
  return (
    <span className={styles.text} title={text} onCopy={copyWhole}>
      <span className={styles.start}>{text.slice(0, -kept)}</span>
      <span>{text.slice(-kept)}</span>
    </span>
  );
}

/** Browsers put a line break between the two parts, which a branch that is pasted must not have. */
function copyWhole(event: ClipboardEvent<HTMLElement>): void {
  const selection = window.getSelection();
  const start = event.currentTarget.firstElementChild;
  if (!start || !selection || selection.rangeCount === 0) return;
  const range = selection.getRangeAt(0).cloneRange();
  if (!start.contains(range.startContainer)) return;
  range.setEndAfter(start);
  const [selected, ofStart] = [String(selection), String(range)];
  if (!selected.startsWith(`${ofStart}\n`)) return;
  event.clipboardData.setData('text/plain', ofStart + selected.slice(ofStart.length + 1));
  event.preventDefault();
}
