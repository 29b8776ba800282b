import { memo } from 'react';
import { FilePath } from '../../../ui/FilePath.tsx';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { IconChevronRight } from '../../../ui/icons/icons.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { shapeOfStatus, wordOfStatus } from '../status/statusShapes.ts';
import { NameBelow } from './NameBelow.tsx';
import styles from './ResultTree.module.css';
import type { FileNode } from './resultTree.ts';

/** A file in the tree; it opens and closes on a click. */
export const FileRow = memo(function FileRow({
  node,
  above,
  expanded,
  onToggle,
}: {
  node: FileNode;
  /** The file before it; null: it is the first one. */
  above: string | null;
  expanded: boolean;
  onToggle: (file: string) => void;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree itself takes the keys of its rows
    <div
      role="treeitem"
      aria-level={1}
      aria-expanded={expanded}
      aria-selected={false}
      tabIndex={-1}
      className={styles.file}
      onClick={() => onToggle(node.file)}
    >
      <IconChevronRight size={12} stroke={2} className={styles.chevron} data-expanded={expanded} aria-hidden="true" />
      <StatusShape shape={shapeOfStatus(node.status)} label={wordOfStatus(node.status)} />{' '}
      <span className={styles.fileName}>
        <FilePath path={node.file}>
          <NameBelow name={node.file} above={above} />
        </FilePath>
      </span>{' '}
      <span className={`${styles.count} tabular`}>
        {formatCount(node.tests.length)}
        {node.tests.length < node.total && ` of ${formatCount(node.total)}`}
        <span className="visuallyHidden"> tests</span>
      </span>{' '}
      {node.timedOut && <Tag tone="fail">Timeout</Tag>}
      <span className={`${styles.duration} tabular`}>{node.durationMs > 0 ? formatDuration(node.durationMs) : ''}</span>
    </div>
  );
});
