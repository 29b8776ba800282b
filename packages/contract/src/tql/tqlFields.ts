import { type TestStatus, testStatuses } from '../testRuns/testStatus.ts';

export const tqlTypes = ['text', 'status', 'duration', 'number', 'date', 'flag'] as const;
export type TqlType = (typeof tqlTypes)[number];

type Field = {
  type: TqlType;
  /** What it belongs to: the run, and so all of its tests, or one test in it. */
  of: 'run' | 'test';
  what: string;
};

/** What queries may ask about, in the order in which completion offers it. */
export const tqlFields = {
  status: { type: 'status', of: 'test', what: 'how the test ended' },
  name: { type: 'text', of: 'test', what: 'name of the test' },
  file: { type: 'text', of: 'test', what: 'file of the test' },
  tag: { type: 'text', of: 'test', what: 'any of its tags' },
  error: { type: 'text', of: 'test', what: 'head of the error it failed with; empty without one' },
  duration: { type: 'duration', of: 'test', what: 'of its last attempt' },
  attempts: { type: 'number', of: 'test', what: 'how often it was tried in the run' },
  flaky: { type: 'flag', of: 'test', what: 'it failed and passed in the run' },
  quarantined: { type: 'flag', of: 'test', what: 'it was quarantined in the run' },
  project: { type: 'text', of: 'run', what: 'name or key of the project' },
  branch: { type: 'text', of: 'run', what: 'branch of the run' },
  commit: { type: 'text', of: 'run', what: 'commit of the run' },
  environment: { type: 'text', of: 'run', what: 'name or key of the environment' },
  suite: { type: 'text', of: 'run', what: 'name of the test suite; empty without one' },
  run: { type: 'number', of: 'run', what: 'number of the run' },
  date: { type: 'date', of: 'run', what: 'when the run was created' },
} as const satisfies Record<string, Field>;

export type TqlField = keyof typeof tqlFields;

export const tqlFieldNames = Object.keys(tqlFields) as TqlField[];

/** What `status` is compared with. `flaky` is no status of its own: such a test also has the one it ended with. */
export type TqlStatus = TestStatus | 'FLAKY';
export const tqlStatuses: readonly TqlStatus[] = [...testStatuses, 'FLAKY'];

/** Operators by the type of the field before them. */
export const tqlOperators: Readonly<Record<TqlType, readonly string[]>> = {
  text: ['=', '!=', '~', '!~', 'in', 'not in'],
  status: ['=', '!=', 'in', 'not in'],
  duration: ['=', '!=', '<', '<=', '>', '>='],
  number: ['=', '!=', '<', '<=', '>', '>=', 'in', 'not in'],
  date: ['=', '!=', '<', '<=', '>', '>='],
  flag: ['=', '!='],
};

/** Bounds of a query, so that none costs more than it should. */
export const tqlLimits = {
  length: 2_000,
  conditions: 50,
  depth: 20,
  listed: 100,
  orders: 3,
  limit: 1_000,
  defaultLimit: 100,
  /** What one query may look through before it answers with what it has found. */
  searchedRuns: 10_000,
  searchedResults: 200_000,
  milliseconds: 5_000,
} as const;
