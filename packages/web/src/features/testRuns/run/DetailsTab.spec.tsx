import { screen, within } from '@testing-library/react';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { testRunView } from '../../../testSupport/views.ts';
import { DetailsTab } from './DetailsTab.tsx';

describe('the details of an uploaded run', () => {
  it('say of each file what was repaired, left out or not counted again', () => {
    const files = [{ name: 'all.zip', size: 2048 }];
    const notes = [
      { file: 'a.xml', message: 'Repaired: it has control characters.' },
      { file: 'b.xml', message: 'Not counted again: a.xml holds the same results.' },
      { file: 'a.xml', message: 'Left out: it holds no tests.' },
    ];
    const run = testRunView(1, { upload: { files, notes } });
    const { unmount } = renderOn(makePage({}), <DetailsTab run={run} />);
    const panel = within(screen.getByRole('region', { name: 'Notes on the files' }));
    expect(panel.getAllByRole('term').map((term) => term.textContent)).toEqual(['a.xml', 'b.xml']);
    expect(panel.getByText('Repaired: it has control characters. Left out: it holds no tests.')).toBeVisible();
    unmount();
    renderOn(makePage({}), <DetailsTab run={testRunView(1, { upload: { files, notes: [] } })} />);
    expect(screen.queryByRole('region', { name: 'Notes on the files' })).toBeNull();
  });
});

const factsOf = (title: string) => {
  const panel = within(screen.getByRole('region', { name: title }));
  const [terms, values] = (['term', 'definition'] as const).map((role) =>
    panel.getAllByRole(role).map(({ textContent }) => textContent),
  );
  return Object.fromEntries((terms ?? []).map((term, at) => [term, values?.[at]]));
};

describe('the details of a run', () => {
  it('have its attributes, whose values may have equals signs', () => {
    const run = testRunView(1, { attributes: ['browser=firefox', 'query=a=b'] });
    const { unmount } = renderOn(makePage(), <DetailsTab run={run} />);
    expect(factsOf('Attributes')).toEqual({ browser: 'firefox', query: 'a=b' });
    unmount();
    renderOn(makePage(), <DetailsTab run={testRunView(1)} />);
    expect(screen.queryByRole('region', { name: 'Attributes' })).toBeNull();
  });

  it('say how long it took, how long it usually takes, and the average parallelism', () => {
    const times = { startTime: '2026-11-01T10:00:10Z', calculatedDuration: 60_000, totalTestingTime: 150_000 };
    const { unmount } = renderOn(makePage(), <DetailsTab run={testRunView(1, { ...times, usualDuration: 90_000 })} />);
    expect(factsOf('Timing')).toMatchObject({
      Ended: '–',
      Duration: '1m 00s',
      'Usual duration': '1m 30s',
      'Testing time': '2m 30s',
      'Average parallelism': '2.5',
    });
    expect(factsOf('Timing')).toMatchObject({ Started: expect.stringMatching(/^11\/01\/26 /) });
    unmount();
    renderOn(makePage(), <DetailsTab run={testRunView(1, { calculatedDuration: null })} />);
    expect(factsOf('Timing')).toMatchObject({ Started: '–', Duration: '–', 'Average parallelism': '–' });
  });

  it('say what its quarantined tests cost, and whether they counted', () => {
    const quarantine = { quarantineTotalCount: 1_200, quarantineFailCount: 3, quarantineTotalTestingTime: 90_000 };
    const { unmount } = renderOn(makePage(), <DetailsTab run={testRunView(1, quarantine)} />);
    expect(factsOf('Quarantine')).toEqual({
      'Quarantined tests': '1,200',
      'Failed among them': '3',
      'Time spent': '1m 30s',
      Effect: "don't fail the run",
    });
    unmount();
    renderOn(makePage(), <DetailsTab run={testRunView(1, { ignoreQuarantine: true })} />);
    expect(factsOf('Quarantine')).toMatchObject({ Effect: 'quarantine ignored: counted like other tests' });
  });
});

describe('the details of a run whose version was deployed', () => {
  it('name the environments, each with its newest deploy', async () => {
    const deploy = (id: string, environmentId: string, fullName: string) => ({
      id,
      environmentId,
      environment: { id: environmentId, key: environmentId, name: environmentId },
      createdAt: '2026-11-20T10:00:00Z',
      createdBy: { id: 'u1', fullName, email: 'a@b.test' },
    });
    const deploys = [
      deploy('d3', 'staging', 'Ada'),
      deploy('d2', 'staging', 'Grace'),
      deploy('d1', 'production', 'Lin'),
    ];
    renderOn(makePage({ 'GET /test-runs/r1/deploys': deploys }), <DetailsTab run={testRunView(1)} />);
    const panel = within(await screen.findByRole('region', { name: 'Related deploys' }));
    expect(panel.getAllByRole('term').map((term) => term.textContent)).toEqual(['staging', 'production']);
    expect(panel.getByText('by Ada')).toBeVisible();
  });
});
