import { changeNamed, namedThings } from '@assay/application';
import { projectCalls, withoutGitCredentials } from '@assay/contract';
import { projectDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { checkProjectSettings } from './checkProjectSettings.ts';

export const changeProject = route(
  projectCalls.changeProject,
  async ({ api, params: { id }, body, caller, context, expectedRevision }) => {
    await api.owners.requireOwn(`project-${id}`, caller.accountId, namedThings.project.notFound);
    const { name, ...asked } = body;
    const { state } = await api.eventLog.load(projectDecider, id);
    const gitUrl = state.status === 'active' ? state.settings.gitUrl : null;
    const isAsShown = gitUrl !== null && asked.gitUrl === withoutGitCredentials(gitUrl);
    const settings = isAsShown ? { ...asked, gitUrl } : asked;
    await checkProjectSettings(settings, caller, api.config.gitAddresses);
    const command = { type: 'changeProject' as const, name, settings };
    const result = await changeNamed(api, namedThings.project, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);
