import { partsOfMessage, type TestRunMessageView, type UserId } from '@assay/contract';
import styles from './messages.module.css';

type Piece = { at: number; text: string; kind: 'text' | 'link' } | { at: number; userId: UserId; kind: 'mention' };

/** Ends before punctuation that belongs to the sentence. */
const url = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}])/;

/** @returns the text in pieces, each with its place as its key. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const part of partsOfMessage(text)) {
    if (part.kind === 'mention') pieces.push({ at: pieces.length, ...part });
    // A split by a group gives text and addresses in turn.
    else
      for (const [index, piece] of part.text.split(url).entries()) {
        pieces.push({ at: pieces.length, text: piece, kind: index % 2 === 0 ? 'text' : 'link' });
      }
  }
  return pieces;
}

/** What somebody wrote: plain text, with its addresses as links and the people it names. */
export function MessageText({ text, mentions }: { text: string; mentions: TestRunMessageView['mentions'] }) {
  const names = new Map(mentions.map(({ userId, fullName }) => [userId, fullName]));
  return (
    <p className={styles.text}>
      {piecesOf(text).map((piece) => {
        if (piece.kind === 'text') return piece.text;
        if (piece.kind === 'mention') {
          return (
            <span key={piece.at} className={styles.mention}>
              @{names.get(piece.userId) ?? 'somebody who is gone'}
            </span>
          );
        }
        return (
          <a key={piece.at} className="link" href={piece.text} target="_blank" rel="noopener noreferrer nofollow">
            {piece.text}
          </a>
        );
      })}
    </p>
  );
}
