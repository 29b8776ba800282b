import type { ProblemPost } from '@assay/contract';
import { UnitProblem } from '../units/unitProblem.ts';

/** What another version of Node or Python may be the cause of. */
const mayBeCaused = /^(install|build|server|command|results|list|framework)\./;

/** @returns the problem, with the versions that the repository asks for and the machine lacks */
export function withMissing(problem: ProblemPost, missing: readonly string[]): ProblemPost {
  if (missing.length === 0 || !mayBeCaused.test(problem.code)) return problem;
  return { code: problem.code, message: [...missing, problem.message].join(' ') };
}

/** @returns the error as it is thrown, with the versions that are missing where it is a problem that they may cause */
export function errorWithMissing(error: unknown, missing: readonly string[]): unknown {
  if (!(error instanceof UnitProblem)) return error;
  const { code, message } = withMissing({ code: error.code, message: error.message }, missing);
  return new UnitProblem(code, message);
}
