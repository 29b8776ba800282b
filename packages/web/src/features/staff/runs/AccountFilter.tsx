import { Popover, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useListStaffAccountsQuery } from '../../../connection/serviceHooks.ts';
import pill from '../../../ui/FilterPill.module.css';
import { useSettled } from '../../../ui/useSettled.ts';
import { useShortcut } from '../../../ui/useShortcut.ts';
import { staffPageSize } from '../staffFilters.ts';

/** The account filter, opened by `/`: one of those whose name has what is typed; of many, the first page. */
export function AccountFilter({
  name,
  onPick,
}: {
  /** Of the account that is picked; null: none is. */
  name: string | null;
  onPick: (accountId: string) => void;
}) {
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  useShortcut('/', () => setOpened(true));
  const search = useSettled(typed.trim());
  const { data } = useListStaffAccountsQuery({ query: { search, limit: staffPageSize } }, { skip: !opened });
  const pick = (accountId: string) => {
    setOpened(false);
    onPick(accountId);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus width={260} shadow="sm">
      <Popover.Target>
        <UnstyledButton
          className={name === null ? pill.pill : `${pill.pill} ${pill.on}`}
          onClick={() => setOpened(!opened)}
          aria-expanded={opened}
        >
          {name === null ? 'Account' : `Account: ${name}`}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={8} aria-label="Account filter">
        <TextInput
          aria-label="Search accounts"
          placeholder="Search"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          mb={6}
          data-autofocus
        />
        <div className={pill.choices}>
          {data?.accounts.map(({ id, name: choice }) => (
            <UnstyledButton key={id} className={pill.choice} onClick={() => pick(id)}>
              <span className="truncate">{choice}</span>
            </UnstyledButton>
          ))}
          {data?.accounts.length === 0 && <p className={pill.none}>No Items Found</p>}
        </div>
        {name !== null && (
          <UnstyledButton className={pill.clear} onClick={() => pick('')}>
            Clear
          </UnstyledButton>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
