import { pagePaths } from '@assay/contract';
import { createRoutesFromElements, type RouteObject } from 'react-router';
import { appRoutes } from './AppRoutes.tsx';

/** @returns the paths of all routes that show something of their own, without the one for everything else */
function pathsOf(routes: readonly RouteObject[], above = ''): string[] {
  return routes.flatMap(({ path = '', children = [] }) => {
    if (path === '*') return [];
    const whole = path.startsWith('/') ? path : `${above}/${path}`;
    return [whole.replace(/(?<=.)\/$/, '').replace('//', '/'), ...pathsOf(children, whole)];
  });
}

it('has the pages that the service answers with 200', () => {
  const paths = [...new Set(pathsOf(createRoutesFromElements(appRoutes)))].sort();
  expect([...pagePaths].sort()).toEqual(paths);
});
