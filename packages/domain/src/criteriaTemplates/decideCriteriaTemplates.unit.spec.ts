import { type AccountId, type CriteriaTemplateId, limits } from '@assay/contract';
import type { CriteriaTemplatesEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { criteriaTemplatesDecider } from './decideCriteriaTemplates.ts';

const accountId = 'acme' as AccountId;
const facts = (id = 'one') => ({ accountId, templateId: id as CriteriaTemplateId });
const added = (text: string, id?: string): CriteriaTemplatesEvent => ({
  type: 'CriteriaTemplateAdded',
  data: { ...facts(id), text, rule: null },
});
const archived: CriteriaTemplatesEvent = { type: 'CriteriaTemplateArchived', data: facts() };
const history = (...events: CriteriaTemplatesEvent[]) => given(criteriaTemplatesDecider, ...events);

describe('the criteria templates of an account', () => {
  it('are added once per id', () => {
    const add = { type: 'addTemplate' as const, ...facts(), text: 'Notes' };
    history().when(add).gives(added('Notes'));
    history(added('Notes')).when(add).gives();
  });

  it('change their text in place', () => {
    const change = { type: 'changeTemplate' as const, ...facts(), text: 'Approved notes' };
    const before = [added('Notes'), added('Docs', 'two')];
    const changed = history(...before).when(change);
    changed.gives({
      type: 'CriteriaTemplateChanged',
      data: { ...facts(), from: 'Notes', text: 'Approved notes', rule: null },
    });
    expect([...changed.state.inUse.values()].map(({ text }) => text)).toEqual(['Approved notes', 'Docs']);
    history(added('Approved notes')).when(change).gives();
  });

  it('move to another place, the others making room, and to the last one beyond the end', () => {
    const before = [added('Notes'), added('Docs', 'two'), added('Texts', 'three')];
    const move = (order: number) => ({ type: 'changeTemplate' as const, ...facts(), text: 'Notes', order });
    const moved = history(...before).when(move(2));
    moved.gives({ type: 'CriteriaTemplateMoved', data: { ...facts(), from: 0, to: 1 } });
    expect([...moved.state.inUse.values()].map(({ text }) => text)).toEqual(['Docs', 'Notes', 'Texts']);
    history(...before)
      .when(move(9))
      .gives({ type: 'CriteriaTemplateMoved', data: { ...facts(), from: 0, to: 2 } });
    history(...before)
      .when(move(1))
      .gives();
  });

  it('are the last ones after they were restored, once', () => {
    const restore = { type: 'restoreTemplate' as const, ...facts() };
    const restored: CriteriaTemplatesEvent = { type: 'CriteriaTemplateRestored', data: facts() };
    const archivedBefore = history(added('Notes'), added('Docs', 'two'), archived);
    const after = archivedBefore.when(restore);
    after.gives(restored);
    expect([...after.state.inUse.values()].map(({ text }) => text)).toEqual(['Docs', 'Notes']);
    expect(after.state.archived.size).toBe(0);
    history(added('Notes')).when(restore).gives();
    history().when(restore).refuses('criteriaTemplate.notFound');
  });

  it('are neither changed nor archived once archived', () => {
    const archive = { type: 'archiveTemplate' as const, ...facts() };
    history(added('Notes')).when(archive).gives(archived);
    for (const command of [archive, { type: 'changeTemplate' as const, ...facts(), text: 'Docs' }]) {
      history(added('Notes'), archived).when(command).refuses('criteriaTemplate.notFound');
    }
  });

  it('have a maximum, which archived ones do not count towards', () => {
    const all = Array.from({ length: limits.criteriaTemplates }, (_, at) =>
      added('Notes', at === 0 ? 'one' : `t${at}`),
    );
    const add = { type: 'addTemplate' as const, ...facts('more'), text: 'More' };
    history(...all)
      .when(add)
      .refuses('criteriaTemplate.limit');
    history(...all, archived)
      .when(add)
      .gives(added('More', 'more'));
  });
});
