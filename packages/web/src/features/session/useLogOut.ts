import { useNavigate } from 'react-router';
import { useLogoutMutation } from '../../connection/currentUser.ts';
import { rememberedSession } from '../../connection/rememberedSession.ts';
import { loggedOut } from '../../connection/sessionSlice.ts';
import { useAppDispatch } from '../../connection/useAppDispatch.ts';

/** @returns a function that ends the session here and, if reachable, at the service. */
export function useLogOut(): () => Promise<void> {
  const [logout] = useLogoutMutation();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  return async () => {
    await logout();
    rememberedSession.forgetPlace();
    dispatch(loggedOut());
    await navigate('/login', { replace: true });
  };
}
