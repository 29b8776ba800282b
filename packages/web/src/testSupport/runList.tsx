import { screen, within } from '@testing-library/react';
import { TestRunListScreen } from '../features/testRuns/list/TestRunListScreen.tsx';
import { makePage, type Routes, renderOn } from './pageOfTests.tsx';
import { positionAt, type testRunView } from './views.ts';

/** A page of the list, as the service answers. */
export const pageOf = (runs: ReturnType<typeof testRunView>[], total = runs.length) => ({
  testRuns: runs,
  total,
  position: positionAt(100),
});

/** Shows the list over these answers. */
export function openList(routes: Routes, at?: string) {
  const page = makePage(routes);
  return { ...page, ...renderOn(page, <TestRunListScreen />, at) };
}

/** @returns the names of the rows, from the top */
export const rowNames = () =>
  within(screen.getByRole('list', { name: 'Test Runs' }))
    .getAllByRole('link')
    .map((link) => link.textContent);
