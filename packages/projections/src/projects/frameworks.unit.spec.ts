import { defaultProjectSettings } from '@assay/contract';
import type { DomainEvent } from '@assay/event-schemas';
import { at, documentOf, recorded } from '../../test/eventOf.ts';
import { projectId } from '../../test/runEvents.ts';
import { frameworkAt, frameworkText } from './frameworks.ts';
import { projects } from './projects.ts';

const settings = { ...defaultProjectSettings, gitUrl: 'https://a.example', testingFramework: 'Playwright' as const };
const made: DomainEvent = {
  type: 'ProjectCreated',
  data: { projectId, key: 'shop', name: 'Shop', settings, gitCredentials: null },
};

describe('the frameworks of a project', () => {
  it('are known with their times, also where several settings change together', () => {
    const change = (setting: string, to: string | null): DomainEvent => ({
      type: 'ProjectSettingChanged',
      data: { projectId, setting, from: null, to, gitCredentials: null },
    });
    const [first, ...together] = [
      made,
      change('testingFramework', 'Cypress'),
      change('testingFrameworkVersion', '13.6'),
      change('recordVideo', null),
    ];
    const events = [
      recorded(first ?? made, { at: at(0), revision: 0 }),
      ...together.map((event, index) => recorded(event, { at: at(60), revision: index + 1 })),
    ];
    const { frameworks = [] } = documentOf(projects, events) ?? {};
    expect(frameworks.map((one) => [one.since, frameworkText(one)])).toEqual([
      [at(0), 'Playwright'],
      [at(60), 'Cypress 13.6'],
    ]);
    const textAt = (moment: string) => frameworkText(frameworkAt(frameworks, moment) ?? settings);
    expect([at(0), at(59), at(60), at(61)].map(textAt)).toEqual([
      'Playwright',
      'Playwright',
      'Cypress 13.6',
      'Cypress 13.6',
    ]);
    // A run may be older than what is known.
    expect(textAt('2000-01-01T00:00:00.000Z')).toBe('Playwright');
  });
});
