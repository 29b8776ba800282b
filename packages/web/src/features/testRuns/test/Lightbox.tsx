import { ActionIcon, Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { IconChevronLeft, IconChevronRight } from '../../../ui/icons/icons.ts';
import styles from './Lightbox.module.css';
import type { Picture } from './pictures.ts';

/** A picture as large as the window, with the ones before and after it by ← and →; `z` or a click shows its actual size. */
export function Lightbox({
  pictures,
  index,
  onIndex,
  onClose,
}: {
  pictures: readonly Picture[];
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
}) {
  const [zoomed, setZoomed] = useState(false);
  const picture = pictures[index];
  if (!picture) return null;
  const step = (by: number) => {
    if (pictures[index + by]) onIndex(index + by);
  };
  const pressed = (key: string) => {
    if (key === 'ArrowLeft') step(-1);
    else if (key === 'ArrowRight') step(1);
    else if (key === 'z') setZoomed(!zoomed);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${picture.caption} · ${index + 1} of ${pictures.length}`}
      fullScreen
      onKeyDown={(event) => pressed(event.key)}
    >
      {/* A disabled button would lose the focus, and the dialog its keys. */}
      <div className={styles.bar}>
        <ActionIcon aria-label="Previous screenshot" aria-disabled={index === 0} onClick={() => step(-1)}>
          <IconChevronLeft size={16} stroke={1.75} />
        </ActionIcon>
        <ActionIcon
          aria-label="Next screenshot"
          aria-disabled={index === pictures.length - 1}
          onClick={() => step(1)}
          data-autofocus
        >
          <IconChevronRight size={16} stroke={1.75} />
        </ActionIcon>
        <Button size="compact-xs" aria-pressed={zoomed} onClick={() => setZoomed(!zoomed)}>
          Actual size
        </Button>
        <a className="link" href={picture.url} download={picture.name}>
          Download
        </a>
      </div>
      <div className={styles.stage}>
        <img className={zoomed ? styles.actual : styles.fitted} src={picture.url} alt={picture.caption} />
      </div>
    </Modal>
  );
}
