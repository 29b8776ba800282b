import { ActionIcon, Tooltip, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { Link } from 'react-router';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { NoticeBell } from '../../features/notices/NoticeBell.tsx';
import { MyWorkButton } from '../../features/testRuns/reviews/MyWorkButton.tsx';
import { IconDeviceDesktop, IconMenu2, IconMoon, IconQuestionMark, IconSearch, IconSun } from '../../ui/icons/icons.ts';
import { KeyHint } from '../../ui/KeyHint.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import styles from './Header.module.css';
import { LiveIndicator } from './LiveIndicator.tsx';
import { palette } from './palette.ts';
import { UserMenu } from './UserMenu.tsx';

const paletteKey = isMac() ? '⌘K' : 'Ctrl K';

type Props = {
  /** Without one, nothing of an account is shown. */
  hasAccount: boolean;
  onMenu: () => void;
  onShortcuts: () => void;
};

export function Header({ hasAccount, onMenu, onShortcuts }: Props) {
  const path = useAccountPath();
  return (
    <header className={styles.header}>
      <div className={styles.left}>
        {hasAccount && (
          <ActionIcon className={styles.menu} aria-label="Open navigation" onClick={onMenu}>
            <IconMenu2 size={18} stroke={1.75} />
          </ActionIcon>
        )}
        <Link to={hasAccount ? path('') : '/'} className={styles.logo} aria-label="assay, home">
          <Logo />
          <span>assay</span>
        </Link>
        {hasAccount && <AccountMenu />}
      </div>
      {hasAccount ? (
        <UnstyledButton
          className={styles.search}
          onClick={palette.open}
          aria-label={`Search or jump to… ${paletteKey}`}
        >
          <IconSearch size={14} stroke={1.75} aria-hidden="true" />
          <span className={styles.searchText}>Search or jump to…</span>
          <KeyHint className={styles.key}>{paletteKey}</KeyHint>
        </UnstyledButton>
      ) : (
        <span />
      )}
      <div className={styles.right}>
        <LiveIndicator />
        {hasAccount && (
          <>
            <NoticeBell />
            <MyWorkButton />
          </>
        )}
        <Tooltip label="Keyboard shortcuts (?)">
          <ActionIcon className={styles.wide} aria-label="Keyboard shortcuts" onClick={onShortcuts}>
            <IconQuestionMark size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        <ThemeButton />
        <UserMenu hasAccount={hasAccount} />
      </div>
    </header>
  );
}

const nextScheme = { light: 'dark', dark: 'auto', auto: 'light' } as const;

function ThemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Icon = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }[colorScheme];
  return (
    <Tooltip label={`Theme: ${colorScheme}`}>
      <ActionIcon
        aria-label={`Theme: ${colorScheme}. Switch to ${nextScheme[colorScheme]}`}
        onClick={() => setColorScheme(nextScheme[colorScheme])}
      >
        <Icon size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
