import { pythonModules, pythonNames } from '../../process/pythonModules.ts';
import { UnitProblem } from '../../units/unitProblem.ts';
import type { FrameworkContext } from '../frameworkAdapter.ts';

/**
 * @returns the Python that runs the tests (the run's own environment comes first in PATH).
 * @throws UnitProblem framework.notFound without Python or without pytest.
 */
export async function findPytest(context: FrameworkContext): Promise<string> {
  const python = await context.host.find(context.environment, pythonNames());
  if (!python) {
    throw new UnitProblem(
      'framework.notFound',
      'There is no Python on this runner agent. Install Python 3 there, so that it is found in the PATH of the agent.',
    );
  }
  const found = await pythonModules(python, ['pytest'], context);
  if (!found.includes('pytest')) {
    throw new UnitProblem(
      'framework.notFound',
      `pytest is not installed for ${python}. Name it in the project's requirements.txt or lock file, or give the ` +
        'project an install command that brings it.',
    );
  }
  return python;
}
