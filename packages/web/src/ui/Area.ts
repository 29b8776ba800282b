import type { PlanFeature } from '@assay/contract';
import type { ReactElement } from 'react';
import type { Icon } from './icons/icon.tsx';

/** A feature's screens and its entry in the navigation. */
export type Area = {
  /** Below the account. */
  path: string;
  label: string;
  icon: Icon;
  /** Loads the code of its first screen; without it, the code comes with the frame. */
  load?: () => Promise<unknown>;
  /** What the account's plan has to include. */
  feature?: PlanFeature;
  /** What has to be switched on for the account; elsewhere it does not show itself. */
  flag?: string;
  /** A `Route`, or a fragment of them. */
  routes: ReactElement;
};
