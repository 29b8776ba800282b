import { changeNamed, InvalidFields, namedThings } from '@assay/application';
import { messages, projectCalls } from '@assay/contract';
import { DomainError, projectDecider } from '@assay/domain';
import { refusalOfGitTarget } from '../git/gitAddresses.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { withNamedRepository } from './namedRepository.ts';

export const attachTestCode = route(
  projectCalls.attachTestCode,
  async ({ api, params: { id }, body, caller: { accountId }, context, expectedRevision }) => {
    await api.owners.requireOwn(`project-${id}`, accountId, namedThings.project.notFound);
    const { state } = await api.eventLog.load(projectDecider, id);
    if (state.status !== 'active') throw new DomainError('project.notFound');
    if (state.settings.gitUrl !== null) throw new DomainError('project.hasTestCode');
    const { gitUrl, defaultBranch } = await withNamedRepository(api, accountId, body, null);
    if (!gitUrl) throw new InvalidFields({ field: 'gitUrl', message: messages.blank });
    const refusal = await refusalOfGitTarget(gitUrl, api.config.gitAddresses);
    if (refusal !== null) throw new InvalidFields({ field: 'gitUrl', message: refusal });
    const branch = defaultBranch ?? (await api.repositories.defaultBranch({ accountId, gitUrl }));
    const command = { type: 'changeProject' as const, settings: { gitUrl, defaultBranch: branch } };
    const seen = { ...context, expectedRevision };
    return commandAnswer(api.eventLog, await changeNamed(api, namedThings.project, id, command, seen, []));
  },
);
