import { type FieldError, InvalidFields, maxRunnersOf } from '@assay/application';
import { asksForDotnetCore, asksForSelenium, betweenMessage, messages, type ProjectSettings } from '@assay/contract';
import { type GitAddresses, refusalOfGitTarget } from '../git/gitAddresses.ts';
import type { Member } from '../http/callers.ts';

/**
 * Checks what neither the schema nor the project can know: how many runners the account may use, which repositories
 * the service may read, and whether a required question was explicitly left unanswered. A field that was left out is
 * not checked.
 *
 * @throws InvalidFields naming every field at fault
 */
export async function checkProjectSettings(
  settings: Partial<ProjectSettings>,
  { models }: Pick<Member, 'models'>,
  addresses: GitAddresses,
): Promise<void> {
  const { gitUrl, defaultMaxRunners, testingFramework = '', usingSelenium, usingDotnetCore } = settings;
  const open = [
    { field: 'usingSelenium', isOpen: usingSelenium === null && asksForSelenium(testingFramework) },
    { field: 'usingDotnetCore', isOpen: usingDotnetCore === null && asksForDotnetCore(testingFramework) },
  ].filter(({ isOpen }) => isOpen);
  const errors: FieldError[] = open.map(({ field }) => ({ field, message: messages.selectAnswer }));
  const refusal = gitUrl ? await refusalOfGitTarget(gitUrl, addresses) : null;
  if (refusal !== null) errors.push({ field: 'gitUrl', message: refusal });
  if (defaultMaxRunners !== undefined) {
    const most = maxRunnersOf(await models.account());
    if (defaultMaxRunners > most) errors.push({ field: 'defaultMaxRunners', message: betweenMessage(1, most) });
  }
  if (errors.length > 0) throw new InvalidFields(...errors);
}
