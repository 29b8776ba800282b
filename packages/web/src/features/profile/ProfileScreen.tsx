import { useGetMeQuery } from '../../connection/serviceHooks.ts';
import form from '../../ui/form/form.module.css';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { DateForms } from './DateForms.tsx';
import { ExternalIdentities } from './ExternalIdentities.tsx';
import { NotificationPanel } from './NotificationPanel.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { EraseMe } from './personalData/EraseMe.tsx';
import { ExportMe } from './personalData/ExportMe.tsx';
import { Sessions } from './Sessions.tsx';
import { TwoFactor } from './twoFactor/TwoFactor.tsx';
import { UserInfoForm } from './UserInfoForm.tsx';

/** What somebody may change of oneself: the name, how to be told, the ways to sign in, and where one is signed in; and what is held about one. */
export function ProfileScreen() {
  const { data: user } = useGetMeQuery();
  if (!user) return null;
  return (
    <>
      <ScreenHead title="Profile" documentTitle="Profile" />
      <div className={form.form}>
        <UserInfoForm user={user} />
        <PasswordForm user={user} />
        <NotificationPanel />
        <DateForms />
        <TwoFactor />
        <ExternalIdentities />
        <Sessions />
        <ExportMe />
        <EraseMe />
      </div>
    </>
  );
}
