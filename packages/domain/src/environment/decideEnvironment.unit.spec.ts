import type { EnvironmentId, PipelineStageId, VariableRequest } from '@assay/contract';
import type { EnvironmentEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { type EnvironmentCommand, environmentDecider } from './decideEnvironment.ts';

const environmentId = 'staging' as EnvironmentId;
const facts = {
  environmentId,
  key: 'staging',
  name: 'Staging',
  url: null,
  pipelineStageId: null,
  maximumParallelTestRuns: 0,
};
const created: EnvironmentEvent = { type: 'EnvironmentCreated', data: facts };
const archived: EnvironmentEvent = { type: 'EnvironmentArchived', data: { environmentId } };
const variable = (key: string, value: string | undefined, changed: Partial<VariableRequest> = {}): VariableRequest => ({
  key,
  ...(value === undefined ? {} : { value }),
  encrypted: false,
  file: false,
  ...changed,
});
const set = (key: string, value: string, changed: { encrypted?: boolean; file?: boolean } = {}): EnvironmentEvent => ({
  type: 'EnvironmentVariableSet',
  data: { environmentId, key, value, encrypted: false, file: false, ...changed },
});
const environment = (...events: EnvironmentEvent[]) => given(environmentDecider, ...events);
const changeTo = (...variables: VariableRequest[]): EnvironmentCommand => ({ type: 'changeEnvironment', variables });

describe('an environment', () => {
  it('is created with its variables', () => {
    environment()
      .when({ type: 'createEnvironment', ...facts, variables: [variable('USER', 'ada')] })
      .gives(created, set('USER', 'ada'));
  });

  it('is created once, and not again under the id of an archived one', () => {
    const create: EnvironmentCommand = { type: 'createEnvironment', ...facts, variables: [] };
    environment(created).when(create).refuses('environment.exists');
    environment(created, archived).when(create).refuses('environment.exists');
  });

  it.each(['staging.example.org', 'ftp://example.org', 'https://', 'javascript:alert(1)'])(
    'needs an address with a protocol: not %s',
    (url) => {
      environment()
        .when({ type: 'createEnvironment', ...facts, url, variables: [] })
        .refuses('environment.urlInvalid');
      environment(created).when({ type: 'changeEnvironment', url }).refuses('environment.urlInvalid');
    },
  );

  it('records each change as its own event, and only what changed', () => {
    environment(created)
      .when({ type: 'changeEnvironment', name: 'Stage', url: 'https://a.example', maximumParallelTestRuns: 2 })
      .gives(
        { type: 'EnvironmentRenamed', data: { environmentId, from: 'Staging', name: 'Stage' } },
        { type: 'EnvironmentUrlChanged', data: { environmentId, from: null, url: 'https://a.example' } },
        { type: 'EnvironmentRunLimitChanged', data: { environmentId, from: 0, maximumParallelTestRuns: 2 } },
      );
    environment(created)
      .when({ type: 'changeEnvironment', name: 'Staging', url: null, maximumParallelTestRuns: 0 })
      .gives();
  });

  it('says which version is brought back, and why, if that changes anything', () => {
    const restored = { revision: 0, reason: 'The name was right' };
    const renamed: EnvironmentEvent = {
      type: 'EnvironmentRenamed',
      data: { environmentId, from: 'Staging', name: 'Acceptance' },
    };
    const back: EnvironmentCommand = { type: 'changeEnvironment', name: 'Staging', restored };
    environment(created, renamed)
      .when(back)
      .gives(
        { type: 'EnvironmentRestored', data: { environmentId, ...restored } },
        { type: 'EnvironmentRenamed', data: { environmentId, from: 'Acceptance', name: 'Staging' } },
      );
    environment(created).when(back).gives();
  });

  it('moves between stages, and out of them', () => {
    const [first, second] = ['first' as PipelineStageId, 'second' as PipelineStageId];
    const moved = (from: PipelineStageId | null, pipelineStageId: PipelineStageId | null): EnvironmentEvent => ({
      type: 'EnvironmentStageChanged',
      data: { environmentId, from, pipelineStageId },
    });
    const change = (pipelineStageId: PipelineStageId | null) => ({
      type: 'changeEnvironment' as const,
      pipelineStageId,
    });
    environment(created).when(change(first)).gives(moved(null, first));
    environment(created, moved(null, first)).when(change(second)).gives(moved(first, second));
    environment(created, moved(null, first)).when(change(null)).gives(moved(first, null));
    environment(created).when(change(null)).gives();
  });

  it('is not found before it is created, nor once it is archived', () => {
    environment(created, archived).when({ type: 'archiveEnvironment' }).refuses('environment.notFound');
    environment().when({ type: 'changeEnvironment', name: 'Stage' }).refuses('environment.notFound');
  });
});

describe('the variables of an environment', () => {
  it('are set when new or different, and removed when missing', () => {
    environment(created, set('A', '1'), set('B', '2'), set('C', '3'))
      .when(changeTo(variable('A', '1'), variable('B', 'two'), variable('D', '4')))
      .gives(set('B', 'two'), set('D', '4'), {
        type: 'EnvironmentVariableRemoved',
        data: { environmentId, key: 'C' },
      });
  });

  it('stay as they are when the change does not include them', () => {
    const { state } = environment(created, set('A', '1')).when({ type: 'changeEnvironment', name: 'Stage' });
    expect(state).toMatchObject({ variables: new Map([['A', { value: '1' }]]) });
  });

  it.each([undefined, ''])('keep the value of an encrypted one sent without it (%j)', (value) => {
    environment(created, set('KEY', 'secret', { encrypted: true }))
      .when(changeTo(variable('KEY', value, { encrypted: true })))
      .gives();
  });

  it('cannot be revealed by turning encryption off', () => {
    environment(created, set('KEY', 'secret', { encrypted: true }))
      .when(changeTo(variable('KEY', undefined)))
      .refuses('environment.variableValuesEmpty');
  });

  it.each([
    ['a new encrypted one has no value', variable('KEY', undefined, { encrypted: true })],
    ['an open one has no value', variable('KEY', '')],
    ['one has no name', variable(' ', '1')],
  ])('are refused when %s', (_, wrong) => {
    environment(created).when(changeTo(wrong)).refuses('environment.variableValuesEmpty');
  });

  it('are refused when two have the same key', () => {
    environment(created)
      .when(changeTo(variable('KEY', '1'), variable('KEY', '2')))
      .refuses('environment.variableKeyTwice');
  });

  it('are refused with a text of its own when a file is empty', () => {
    environment(created)
      .when(changeTo(variable('CERT', '', { file: true })))
      .refuses('environment.fileEmpty');
  });

  it('are recorded when one only becomes encrypted, or a file', () => {
    environment(created, set('KEY', 'secret'))
      .when(changeTo(variable('KEY', 'secret', { encrypted: true })))
      .gives(set('KEY', 'secret', { encrypted: true }));
    environment(created, set('KEY', 'secret'))
      .when(changeTo(variable('KEY', 'secret', { file: true })))
      .gives(set('KEY', 'secret', { file: true }));
  });
});
