import { completeTql, messages, parseTql, tqlFields } from '@assay/contract';
import { ActionIcon, Combobox, TextInput, Tooltip, useCombobox } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { IconFilter, IconHelp } from '../../../ui/icons/icons.ts';
import { KeyHint } from '../../../ui/KeyHint.tsx';
import { useShortcut } from '../../../ui/useShortcut.ts';
import styles from './comparison.module.css';
import { TqlHelp } from './TqlHelp.tsx';

const maxSuggested = 12;

/** @returns what a suggested word stands for, beside it */
function meaningOf(word: string): string | null {
  return word in tqlFields ? tqlFields[word as keyof typeof tqlFields].what : null;
}

/** Texts that are put after a suggestion, so that typing goes on: none before a bracket. */
function withSpace(text: string, after: string): string {
  return after.startsWith(' ') || after.startsWith(')') || after.startsWith(',') ? text : `${text} `;
}

/**
 * A query in the query language: words are suggested while it is typed, and what is wrong is said and selected. It
 * counts once Enter is pressed or the field is left.
 */
export function TqlField({ tql, onChange }: { tql: string; onChange: (tql: string) => void }) {
  const [text, setText] = useState(tql);
  const [caret, setCaret] = useState(tql.length);
  const [tried, setTried] = useState(false);
  const [help, helpIs] = useDisclosure(false);
  const input = useRef<HTMLInputElement>(null);
  const nextCaret = useRef<number | null>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  useShortcut('/', () => input.current?.focus());
  useEffect(() => {
    setText(tql);
    // What is wrong with the query of an address is said at once.
    setTried(tql !== '');
  }, [tql]);
  // A suggestion puts the caret behind itself, wherever it was put in.
  useEffect(() => {
    if (nextCaret.current === null) return;
    input.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  });

  const { problem, query } = parseTql(text, Date.now());
  const hasOrder = query !== null && (query.orderBy.length > 0 || query.limit !== null);
  const complaint = problem?.message ?? (hasOrder ? messages.noOrderInComparison : null);
  const { from, words } = completeTql(text, caret);
  const shown = words.slice(0, maxSuggested);

  function apply(): void {
    setTried(true);
    combobox.closeDropdown();
    if (complaint === null) {
      if (text.trim() !== tql) onChange(text.trim());
    } else if (problem) {
      input.current?.setSelectionRange(problem.position, problem.position + problem.length);
    }
  }
  function complete(word: string): void {
    const after = text.slice(caret);
    const before = `${text.slice(0, from)}${withSpace(word, after)}`;
    setText(before + after);
    setCaret(before.length);
    nextCaret.current = before.length;
    combobox.resetSelectedOption();
  }
  const followCaret = () => setCaret(input.current?.selectionStart ?? text.length);

  return (
    <div className={styles.query}>
      <Combobox store={combobox} onOptionSubmit={complete} withinPortal>
        <Combobox.Target targetType="input">
          <TextInput
            ref={input}
            className={styles.queryInput}
            aria-label="Filter tests by a query"
            placeholder={'Filter tests: status = fail and file ~ "cart"'}
            spellCheck={false}
            autoComplete="off"
            leftSection={<IconFilter size={14} stroke={1.75} aria-hidden />}
            rightSection={text === '' && <KeyHint>/</KeyHint>}
            value={text}
            error={tried && complaint}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setCaret(event.currentTarget.selectionStart ?? event.currentTarget.value.length);
              setTried(false);
              combobox.openDropdown();
              combobox.resetSelectedOption();
            }}
            onSelect={followCaret}
            onFocus={() => combobox.openDropdown()}
            onBlur={apply}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && combobox.getSelectedOptionIndex() === -1) apply();
              if (event.key !== 'Escape' || combobox.dropdownOpened) return;
              setText(tql);
              event.currentTarget.blur();
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={shown.length === 0}>
          <Combobox.Options aria-label="Suggestions">
            {shown.map((word) => (
              <Combobox.Option key={word} value={word}>
                <span className={styles.suggestion}>
                  <code>{word}</code>
                  {meaningOf(word) !== null && <span className="soft truncate">{meaningOf(word)}</span>}
                </span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <Tooltip label="About the query language">
        <ActionIcon aria-label="About the query language" onClick={helpIs.open}>
          <IconHelp size={15} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <TqlHelp opened={help} onClose={helpIs.close} />
    </div>
  );
}
