import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { rememberedSession } from './rememberedSession.ts';
import { useLogoutMutation } from './serviceHooks.ts';
import { loggedOut } from './sessionSlice.ts';
import { useAppDispatch } from './useAppDispatch.ts';

/** @returns a function that ends the session in this browser only. */
export function useForgetSession(): () => void {
  const dispatch = useAppDispatch();
  return useCallback(() => {
    rememberedSession.forgetPlace();
    dispatch(loggedOut());
  }, [dispatch]);
}

/** @returns a function that ends the session here and, if reachable, at the service. */
export function useEndSession(): () => Promise<void> {
  const [logout] = useLogoutMutation();
  const forget = useForgetSession();
  return useCallback(async () => {
    await logout();
    forget();
  }, [logout, forget]);
}

/** @returns a function that ends the session and opens the sign-in screen. */
export function useLogOut(): () => Promise<void> {
  const endSession = useEndSession();
  const navigate = useNavigate();
  return async () => {
    await endSession();
    await navigate('/login', { replace: true });
  };
}
