import { describeRuntimes } from './runtimeCases.ts';

describe('Node and Python', () => {
  describeRuntimes('none', true, 'nothing');
});
