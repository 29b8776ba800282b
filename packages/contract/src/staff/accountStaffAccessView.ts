import { type Static, Type } from 'typebox';
import { StaffAccessView } from '../accounts/accountViews.ts';
import { Nullable } from '../ids.ts';

/** Read-only access of a staff member, as the administrators of the account see it. */
export const AccountStaffAccessView = Type.Object({
  ...Type.Pick(StaffAccessView, ['id', 'reason', 'startedAt', 'until']).properties,
  staffName: Nullable(Type.String({ description: 'who has it; null: they are gone' })),
});
export type AccountStaffAccessView = Static<typeof AccountStaffAccessView>;
