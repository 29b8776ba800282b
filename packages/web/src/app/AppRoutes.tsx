import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { analyticsRoutes, ComparisonFrame } from '../features/analytics/analyticsRoutes.tsx';
import { getStartedRoutes } from '../features/getStarted/getStartedRoutes.tsx';
import { insightsRoutes } from '../features/insights/insightsRoutes.tsx';
import { profileRoutes } from '../features/profile/profileRoutes.tsx';
import { SignedIn } from '../features/session/SignedIn.tsx';
import { sessionRoutes } from '../features/session/sessionRoutes.tsx';
import { TwoFactorGate } from '../features/session/TwoFactorGate.tsx';
import { staffRoutes } from '../features/staff/staffRoutes.tsx';
import { tellAFriendRoutes } from '../features/tellAFriend/tellAFriendRoutes.tsx';
import { comparisonRoutes } from '../features/testRuns/comparison/comparisonRoutes.tsx';
import { reviewsRoutes } from '../features/testRuns/reviews/reviewsRoutes.tsx';
import { sharedRunRoutes } from '../features/testRuns/testRunsRoutes.tsx';
import { Boundary } from '../ui/boundary/Boundary.tsx';
import { RowsSkeleton } from '../ui/RowsSkeleton.tsx';
import { AccountIndex } from './AccountIndex.tsx';
import { areas } from './areas.ts';
import { GitHubRedirect } from './GitHubRedirect.tsx';
import { HomeRedirect } from './HomeRedirect.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { PlanGate } from './PlanGate.tsx';
import { Shell } from './shell/Shell.tsx';

const TwoFactor = lazy(async () => ({
  default: (await import('../features/profile/twoFactor/TwoFactor.tsx')).TwoFactor,
}));

const shell = (
  <TwoFactorGate setUp={<TwoFactor />}>
    <Shell />
  </TwoFactorGate>
);

/** Every path of the client; screens are loaded when they are first opened. The service knows them as `pagePaths`. */
export const appRoutes = (
  <>
    {sessionRoutes}
    {sharedRunRoutes}
    <Route
      path="/"
      element={
        <SignedIn>
          <HomeRedirect />
        </SignedIn>
      }
    />
    <Route
      path="/github"
      element={
        <SignedIn>
          <GitHubRedirect />
        </SignedIn>
      }
    />
    <Route path="/employee" element={<SignedIn needsAccount={false}>{shell}</SignedIn>}>
      {staffRoutes}
    </Route>
    <Route path="/:account" element={<SignedIn>{shell}</SignedIn>}>
      <Route index element={<AccountIndex />} />
      {areas.map((area) => (
        <Route key={area.path} element={<PlanGate area={area} />}>
          {area.routes}
        </Route>
      ))}
      {analyticsRoutes}
      {insightsRoutes}
      {getStartedRoutes}
      {comparisonRoutes(ComparisonFrame)}
      {reviewsRoutes}
      {profileRoutes}
      {tellAFriendRoutes}
      <Route path="*" element={<NotFoundScreen />} />
    </Route>
    <Route path="*" element={<NotFoundScreen />} />
  </>
);

export function AppRoutes() {
  return (
    <Boundary what="This page">
      <Suspense fallback={<RowsSkeleton />}>
        <Routes>{appRoutes}</Routes>
      </Suspense>
    </Boundary>
  );
}
