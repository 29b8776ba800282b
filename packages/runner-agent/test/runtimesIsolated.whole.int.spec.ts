import { isEngine, isolationWays } from './isolationWays.ts';
import { describeRuntimes } from './runtimeCases.ts';

describe.each(isolationWays.filter(([way]) => !isEngine(way)))(
  'Node and Python isolated by %s',
  (way, usable, needs) => {
    describeRuntimes(way, usable, needs);
  },
);
