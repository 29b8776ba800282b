import { type MarkdownBlock, type MarkdownInline, parseMarkdown } from '@assay/contract';
import { Fragment, type ReactNode } from 'react';
import { diffLines, unmarked } from '../test/diffLines.ts';
import { ErrorLines } from '../test/ErrorLines.tsx';
import styles from './createIssue.module.css';

/** A description as the tracker shows it. */
export function IssueMarkdown({ text }: { text: string }) {
  const blocks = parseMarkdown(text);
  if (blocks.length === 0) return <p className={styles.hint}>No description</p>;
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, shown anew as a whole
  return blocks.map((block, index) => <Fragment key={index}>{shownBlock(block)}</Fragment>);
}

function shownBlock(block: MarkdownBlock): ReactNode {
  switch (block.kind) {
    case 'heading':
      return <h4 className={styles.heading}>{shownLine(block.content)}</h4>;
    case 'paragraph':
      return <p className={styles.paragraph}>{shownLine(block.content)}</p>;
    case 'list':
      return (
        <ul className={styles.items}>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items of one text, shown anew as a whole
            <li key={index}>{shownLine(item)}</li>
          ))}
        </ul>
      );
    case 'code':
      return (
        <pre className={styles.code}>
          <ErrorLines lines={diffLines(block.text).map(unmarked)} />
        </pre>
      );
  }
}

function shownLine(line: readonly MarkdownInline[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, shown anew as a whole
  return line.map((part, index) => <Fragment key={index}>{shownPart(part)}</Fragment>);
}

function shownPart(part: MarkdownInline): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'bold':
      return <strong>{part.text}</strong>;
    case 'code':
      return <code>{part.text}</code>;
    case 'link':
      return (
        <a className="link inText" href={part.url} target="_blank" rel="noreferrer">
          {part.text}
        </a>
      );
  }
}
