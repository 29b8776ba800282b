import { limits } from '@assay/contract';
import { Popover, Textarea } from '@mantine/core';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { completed, type Member, offered, type Typing, typingBefore } from './mentionDraft.ts';
import styles from './messages.module.css';

type MessageFieldProps = {
  label: string;
  placeholder?: string;
  autoFocus?: boolean;
  value: string;
  onChange: (value: string) => void;
  /** Offered after an @. */
  members: readonly Member[];
  /** By Ctrl or Cmd with Enter. */
  onSend: () => void;
  onCancel?: () => void;
};

/** A field for plain text in which an @ offers the people of the account. */
export function MessageField({ label, value, onChange, members, onSend, onCancel, ...field }: MessageFieldProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const nextCaret = useRef<number | null>(null);
  const [typing, setTyping] = useState<Typing | null>(null);
  const [active, setActive] = useState(0);
  const listId = useId();
  const people = typing ? offered(members, typing.typed) : [];
  const isOpen = people.length > 0;
  const optionId = (index: number) => `${listId}-${index}`;

  useLayoutEffect(() => {
    if (nextCaret.current === null) return;
    input.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  });

  function follow({ value: text, selectionStart }: HTMLTextAreaElement): void {
    setTyping(typingBefore(text, selectionStart));
    setActive(0);
  }

  function pick(member: Member | undefined): void {
    if (!member || !typing) return;
    const { draft, caret } = completed(value, typing, member);
    nextCaret.current = caret;
    onChange(draft);
    setTyping(null);
  }

  function onListKey(event: KeyboardEvent): boolean {
    const step = { ArrowDown: 1, ArrowUp: people.length - 1 }[event.key];
    if (step !== undefined) setActive((active + step) % people.length);
    else if (event.key === 'Enter' || event.key === 'Tab') pick(people[active]);
    else if (event.key === 'Escape') setTyping(null);
    else return false;
    return true;
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const isSending = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (isSending) onSend();
    else if (isOpen && onListKey(event)) event.stopPropagation();
    else if (event.key === 'Escape' && onCancel) onCancel();
    else return;
    event.preventDefault();
  }

  return (
    <Popover opened={isOpen} position="top-start" width={280} shadow="sm" withRoles={false}>
      <Popover.Target>
        <Textarea
          ref={input}
          {...field}
          aria-label={label}
          aria-autocomplete="list"
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen ? optionId(active) : undefined}
          rows={2}
          classNames={{ input: styles.input }}
          maxLength={limits.messageLength}
          value={value}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
            follow(currentTarget);
          }}
          onClick={({ currentTarget }) => follow(currentTarget)}
          onBlur={() => setTyping(null)}
          onKeyDown={onKeyDown}
        />
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <div id={listId} role="listbox" tabIndex={-1} aria-label="People">
          {people.map((member, index) => (
            <div
              key={member.id}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={styles.option}
              // The field keeps the focus.
              onMouseDown={(event) => {
                event.preventDefault();
                pick(member);
              }}
            >
              <span className="truncate">{member.fullName}</span>
              <span className="soft truncate">{member.email}</span>
            </div>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
