import type { ProjectId, TestSuiteId, TestSuiteSettings } from '@assay/contract';
import type { TestSuiteEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

type Named = { testSuiteId: TestSuiteId; projectId: ProjectId; name: string };

export type TestSuiteState =
  | { status: 'none' }
  | (Named & { status: 'active'; settings: TestSuiteSettings })
  | (Named & { status: 'archived' });

export type TestSuiteCommand =
  | ({ type: 'createTestSuite'; settings: TestSuiteSettings } & Named)
  | { type: 'changeTestSuite'; name?: string; settings: Partial<TestSuiteSettings> }
  | { type: 'archiveTestSuite' };

function changedSettings(
  testSuiteId: TestSuiteId,
  before: TestSuiteSettings,
  wanted: Partial<TestSuiteSettings>,
): TestSuiteEvent[] {
  const names = Object.keys(wanted) as (keyof TestSuiteSettings)[];
  return names
    .filter((name) => wanted[name] !== undefined && JSON.stringify(wanted[name]) !== JSON.stringify(before[name]))
    .map((name) => ({
      type: 'TestSuiteSettingChanged',
      data: { testSuiteId, setting: name, from: before[name], to: wanted[name] },
    }));
}

export const testSuiteDecider: Decider<TestSuiteState, TestSuiteCommand, TestSuiteEvent> = {
  category: 'testSuite',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    if (command.type === 'createTestSuite') {
      if (state.status !== 'none') throw new DomainError('testSuite.exists');
      const { testSuiteId, projectId, name, settings } = command;
      return [{ type: 'TestSuiteCreated', data: { testSuiteId, projectId, name, settings } }];
    }
    if (state.status !== 'active') throw new DomainError('testSuite.notFound');
    const { testSuiteId } = state;
    switch (command.type) {
      case 'changeTestSuite': {
        const { name, settings } = command;
        const renamed: TestSuiteEvent[] =
          name !== undefined && name !== state.name
            ? [{ type: 'TestSuiteRenamed', data: { testSuiteId, from: state.name, name } }]
            : [];
        return [...renamed, ...changedSettings(testSuiteId, state.settings, settings)];
      }
      case 'archiveTestSuite':
        return [{ type: 'TestSuiteArchived', data: { testSuiteId } }];
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    if (event.type === 'TestSuiteCreated') return { status: 'active', ...event.data };
    if (state.status !== 'active') return state;
    switch (event.type) {
      case 'TestSuiteRenamed':
        return { ...state, name: event.data.name };
      case 'TestSuiteSettingChanged':
        return { ...state, settings: { ...state.settings, [event.data.setting]: event.data.to } };
      case 'TestSuiteArchived': {
        const { testSuiteId, projectId, name } = state;
        return { status: 'archived', testSuiteId, projectId, name };
      }
      default:
        return never(event);
    }
  },
};
