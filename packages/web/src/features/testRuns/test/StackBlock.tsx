import { useState } from 'react';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { stripAnsi } from '../../../ui/stripAnsi.ts';
import styles from './ConsoleTab.module.css';
import { foldStack, type StackPiece } from './foldStack.ts';

/** The stack trace, with frames of other people's code folded until requested. */
export function StackBlock({ stack }: { stack: string }) {
  return (
    <pre className={styles.block}>
      {foldStack(stripAnsi(stack).trimEnd()).map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text that never changes
        <Piece key={index} piece={piece} />
      ))}
    </pre>
  );
}

function Piece({ piece }: { piece: StackPiece }) {
  const [open, setOpen] = useState(false);
  if (piece.kind === 'line') return <span className={styles.line}>{`${piece.text}\n`}</span>;
  if (open) return <span className={`${styles.line} ${styles.foreign}`}>{`${piece.frames.join('\n')}\n`}</span>;
  return (
    <button type="button" className={styles.fold} onClick={() => setOpen(true)}>
      {counted(piece.frames.length, 'frame')} of {piece.owner}
    </button>
  );
}
