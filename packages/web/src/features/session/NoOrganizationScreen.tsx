import { useNavigate } from 'react-router';
import { useGetRegistrationQuery } from '../../connection/serviceHooks.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import styles from './AuthScreen.module.css';
import { AuthScreen } from './AuthScreen.tsx';
import { LogOutButton } from './LogOutButton.tsx';
import { NewAccountForm } from './NewAccountForm.tsx';
import { StaffLink } from './StaffLink.tsx';

/** For people without a role: they create an organization where anybody may, or ask to be invited to one. */
export function NoOrganizationScreen() {
  const query = useGetRegistrationQuery();
  const navigate = useNavigate();
  return (
    <AuthScreen title="You belong to no organization" documentTitle="No organization" foot={<LogOutButton />}>
      <StaffLink />
      <Loaded query={query} failed="What you can do here could not be loaded" skeleton={null}>
        {({ open }) =>
          open ? (
            <>
              <p className={styles.text}>Create one, or ask an administrator of yours to invite you to it.</p>
              <NewAccountForm onCreated={(name) => navigate(`/${encodeURIComponent(name)}`, { replace: true })} />
            </>
          ) : (
            <p className={styles.text}>
              Ask an administrator to invite you to theirs. The link in the mail lets you in.
            </p>
          )
        }
      </Loaded>
    </AuthScreen>
  );
}
