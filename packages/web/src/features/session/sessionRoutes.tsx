import { lazy } from 'react';
import { Route } from 'react-router';

const LoginScreen = lazy(async () => ({ default: (await import('./LoginScreen.tsx')).LoginScreen }));
const AcceptScreen = lazy(async () => ({ default: (await import('./AcceptScreen.tsx')).AcceptScreen }));
const AuthReturnScreen = lazy(async () => ({ default: (await import('./AuthReturnScreen.tsx')).AuthReturnScreen }));
const CreateAccountScreen = lazy(async () => ({
  default: (await import('./CreateAccountScreen.tsx')).CreateAccountScreen,
}));
const ForgotPasswordScreen = lazy(async () => ({
  default: (await import('./ForgotPasswordScreen.tsx')).ForgotPasswordScreen,
}));
const JiraReturnScreen = lazy(async () => ({ default: (await import('./JiraReturnScreen.tsx')).JiraReturnScreen }));
const PasswordResetScreen = lazy(async () => ({
  default: (await import('./PasswordResetScreen.tsx')).PasswordResetScreen,
}));

const VerifyEmailScreen = lazy(async () => ({ default: (await import('./VerifyEmailScreen.tsx')).VerifyEmailScreen }));
const UnsubscribeScreen = lazy(async () => ({ default: (await import('./UnsubscribeScreen.tsx')).UnsubscribeScreen }));

/** The routes for people who have not signed in. */
export const sessionRoutes = (
  <>
    <Route path="/login" element={<LoginScreen />} />
    <Route path="/accept" element={<AcceptScreen />} />
    <Route path="/auth-return" element={<AuthReturnScreen />} />
    <Route path="/alerts" element={<JiraReturnScreen />} />
    <Route path="/create-account" element={<CreateAccountScreen />} />
    <Route path="/verify-email" element={<VerifyEmailScreen />} />
    <Route path="/unsubscribe/:token" element={<UnsubscribeScreen />} />
    <Route path="/forgot-password" element={<ForgotPasswordScreen />} />
    <Route path="/password-reset" element={<PasswordResetScreen />} />
  </>
);
