import type { ProjectId, TestId } from '@assay/contract';
import type { ProjectTestsEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';

/** Which tests of a project are quarantined. One small stream per project. */
export type ProjectTestsState = { quarantined: ReadonlySet<TestId> };

export type ProjectTestsCommand =
  | { type: 'quarantineTest'; projectId: ProjectId; testId: TestId; file: string; name: string; reason: string | null }
  | { type: 'dequarantineTest'; projectId: ProjectId; testId: TestId };

export const projectTestsDecider: Decider<ProjectTestsState, ProjectTestsCommand, ProjectTestsEvent> = {
  category: 'projectTests',
  initialState: () => ({ quarantined: new Set() }),
  decide: (command, state) => {
    const isQuarantined = state.quarantined.has(command.testId);
    switch (command.type) {
      case 'quarantineTest': {
        if (isQuarantined) return [];
        const { projectId, testId, file, name, reason } = command;
        return [{ type: 'TestQuarantined', data: { projectId, testId, file, name, reason } }];
      }
      case 'dequarantineTest': {
        if (!isQuarantined) return [];
        const { projectId, testId } = command;
        return [{ type: 'TestDequarantined', data: { projectId, testId } }];
      }
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    const quarantined = new Set(state.quarantined);
    if (event.type === 'TestQuarantined') quarantined.add(event.data.testId);
    else quarantined.delete(event.data.testId);
    return { quarantined };
  },
};
