import type { AccountPermission } from '@assay/contract';
import type { Icon } from '@tabler/icons-react';
import type { ReactElement } from 'react';

/** A feature as the app shows it: its screens, and its entry in the navigation. */
export type Area = {
  /** Below the account. */
  path: string;
  label: string;
  icon: Icon;
  /** What one must be allowed to do to find the entry; without it, everybody does. */
  permission?: AccountPermission;
  /** A `Route`, or a fragment of them. */
  routes: ReactElement;
};
