import type { CommandAnswer } from '@assay/contract';
import { Button, Popover } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ReasonForm } from './ReasonForm.tsx';
import styles from './staffAccess.module.css';

type Outcome = { data: CommandAnswer; error?: undefined } | { data?: undefined; error: unknown };
type Props = {
  /** The command, as its button says it: Stop. */
  command: string;
  /** What it is done to: Runner 3. */
  name: string;
  /** What follows from it. */
  children: ReactNode;
  send: (reason: string) => PromiseLike<Outcome>;
};

/** A command in a row, which says what follows from it and asks for a reason before it is sent. */
export function ReasonPopover({ command, name, children, send }: Props) {
  const [opened, setOpened] = useState(false);
  const does = `${command} ${name}`;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus width={380} shadow="sm">
      <Popover.Target>
        <Button size="compact-xs" aria-label={does} onClick={() => setOpened(!opened)}>
          {command}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={16} aria-label={does}>
        <p className={styles.title}>{does}</p>
        <p className={styles.why}>{children}</p>
        <ReasonForm
          label={does}
          does={does}
          readBy="The organization’s administrators read it in their access log"
          send={send}
          onDone={() => setOpened(false)}
          onCancel={() => setOpened(false)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
