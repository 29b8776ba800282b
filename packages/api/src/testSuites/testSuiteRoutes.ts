import type { Route } from '../http/route.ts';
import { archiveTestSuite } from './archiveTestSuite.ts';
import { changeTestSuite } from './changeTestSuite.ts';
import { createTestSuite } from './createTestSuite.ts';
import { getTestSuite } from './getTestSuite.ts';
import { listTestSuites } from './listTestSuites.ts';

export const testSuiteRoutes: readonly Route[] = [
  listTestSuites,
  createTestSuite,
  getTestSuite,
  changeTestSuite,
  archiveTestSuite,
];
