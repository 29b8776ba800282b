import { type CommandAnswer, firstEnvironment } from '@assay/contract';
import { useNavigate } from 'react-router';
import {
  useCreateEnvironmentMutation,
  useCreateProjectMutation,
  useCreateTestRunMutation,
} from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { type Save, useSave } from '../../../ui/form/useSave.ts';
import { showFailure } from '../../../ui/showFailure.ts';
import { createRequestOf } from '../projectForm.ts';
import type { ConnectForm } from './connectForm.ts';

/** What follows once a project is there. */
export type Then = { kind: 'run' } | { kind: 'open' } | { kind: 'next'; go: (key: string) => void };

/**
 * Adds the project, and what its first run needs. Only the project's own refusal is shown in the form; what comes after
 * it is told on the project's page, where it can be done again.
 * @param then is asked when the project is there
 */
export function useConnect(then: () => Then): Save<ConnectForm> {
  const [createProject] = useCreateProjectMutation();
  const [createEnvironment] = useCreateEnvironmentMutation();
  const [createTestRun] = useCreateTestRunMutation();
  const navigate = useNavigate();
  const path = useAccountPath();

  async function run(form: ConnectForm) {
    const { key, defaultBranch: branch } = createRequestOf(form);
    if (form.environment !== '')
      return createTestRun({ body: { project: key, environment: form.environment, branch } });
    const { error } = await createEnvironment({ body: { ...firstEnvironment } });
    if (error) return { error };
    return createTestRun({ body: { project: key, environment: firstEnvironment.key, branch } });
  }

  return useSave<ConnectForm, CommandAnswer>({
    send: (form) => createProject({ body: createRequestOf(form) }),
    onSaved: async (_answer, form) => {
      const { key } = createRequestOf(form);
      const next = then();
      if (next.kind === 'next') {
        next.go(key);
        return;
      }
      if (next.kind === 'run') {
        const { data, error } = await run(form);
        if (data) {
          await navigate(path(`test-runs/${data.id}`));
          return;
        }
        showFailure(error);
      }
      await navigate(path(`projects/${key}`));
    },
  });
}
