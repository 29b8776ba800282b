import type { AccountView, UserRoleView } from '@assay/contract';
import { Link } from 'react-router';
import {
  useChangeTwoFactorRequirementMutation,
  useGetMeQuery,
  useListUserRolesQuery,
} from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import { SavedSwitch } from '../../../ui/form/SavedSwitch.tsx';
import { counted } from '../../../ui/format/formatNumbers.ts';

/** Whether people need two-factor sign-in to get into the account. */
export function TwoFactorRequirement({ account: { twoFactorRequired } }: { account: AccountView }) {
  const path = useAccountPath();
  const [change] = useChangeTwoFactorRequirementMutation();
  const { data: me } = useGetMeQuery();
  const { data: people = [] } = useListUserRolesQuery();
  const isMineOff = people.some(({ user, twoFactor }) => user.id === me?.id && !twoFactor);
  return (
    <FormSection title="Two-factor sign-in">
      <SavedSwitch
        label="Only people with two-factor sign-in get in"
        description={`Whoever has it off turns it on before they get in again. API keys and agents go on as before. ${whoHasItOff(people)}`}
        checked={twoFactorRequired}
        disabled={isMineOff && !twoFactorRequired}
        save={(required) => change({ body: { required } })}
      />
      {isMineOff && !twoFactorRequired && (
        <Link className="link" to={path('profile')}>
          Turn it on for yourself first
        </Link>
      )}
    </FormSection>
  );
}

function whoHasItOff(people: readonly UserRoleView[]): string {
  const off = people.filter(({ twoFactor }) => !twoFactor).length;
  if (people.length === 0) return '';
  return off === 0 ? 'Everybody has it on.' : `It is off for ${off} of ${counted(people.length, 'person', 'people')}.`;
}
