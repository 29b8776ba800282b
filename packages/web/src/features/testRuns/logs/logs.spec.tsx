import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { textOfBlob } from '../../../testSupport/textOfBlob.ts';
import { positionAt, testRunView } from '../../../testSupport/views.ts';
import { LogsTab } from './LogsTab.tsx';
import { LogView } from './LogView.tsx';
import { matchingLines } from './matchingLines.ts';
import { withText } from './useLogTail.ts';

describe('text that arrives in pieces', () => {
  it('continues an unfinished line', () => {
    const lines = ['first\nsec', 'ond\n', 'third'].reduce<readonly string[]>(withText, ['']);
    expect(lines).toEqual(['first', 'second', 'third']);
  });

  it('returns the same lines when nothing arrived', () => {
    const lines = ['a'];
    expect(withText(lines, '')).toBe(lines);
  });
});

describe('searching a log', () => {
  it('ignores case, and finds nothing for an empty text', () => {
    expect(matchingLines(['One', 'two', 'phone'], 'ONE')).toEqual([0, 2]);
    expect(matchingLines(['One'], '  ')).toEqual([]);
  });
});

const piece = (text: string) => ({ text, nextOffset: text.length, size: text.length });

const heads = {
  ecsTaskArn: null,
  runnerSetupLog: null,
  testListGenerationLog: null,
  size: 8,
  updatedAt: '2026-11-20T10:00:00Z',
};

describe('the logs of a run', () => {
  const logs = [
    { ...heads, name: 'setup', title: 'Set-up' },
    { ...heads, name: 'test-list', title: 'Test list' },
    { ...heads, name: 'a.0.1', title: 'Runner 1 on agent' },
  ];

  it('may be none yet, or one in which there is nothing yet', async () => {
    const { unmount } = renderOn(makePage({ 'GET /test-runs/r1/logs': [] }), <LogsTab run={testRunView(1)} />);
    expect(await screen.findByText('No logs to load')).toBeVisible();
    unmount();
    const page = makePage({
      'GET /test-runs/r1/logs': logs.slice(0, 1),
      'GET /test-runs/r1/logs/setup': { ...piece(''), times: [] },
    });
    renderOn(page, <LogsTab run={testRunView(1)} />);
    expect(await screen.findByText('No logs to load')).toBeVisible();
    expect(screen.getByRole('button', { name: /^Set-up/ })).toBeVisible();
  });

  it('are grouped by phase, and a click on a number makes a link to its line', async () => {
    const page = makePage({
      'GET /test-runs/r1/logs': logs,
      'GET /test-runs/r1/logs/a.0.1': { ...piece('one\ntwo\n'), times: [] },
    });
    const { address } = renderOn(page, <LogsTab run={testRunView(1)} />, '/northwind/test-runs/r1/logs?log=a.0.1');
    expect(await screen.findByText('2 lines')).toBeVisible();
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Set-up',
      'Test list',
      'Tests',
    ]);
    await userEvent.click(await screen.findByRole('button', { name: 'Link to line 2' }));
    expect(address()).toBe('/northwind/test-runs/r1/logs?log=a.0.1&line=2');
    await userEvent.click(screen.getByRole('button', { name: /^Set-up/ }));
    expect(address()).toBe('/northwind/test-runs/r1/logs?log=setup');
  });

  it('show when their lines came, on demand and from then on', async () => {
    const page = makePage({
      'GET /test-runs/r1/logs': logs,
      'GET /test-runs/r1/logs/a.0.1': {
        ...piece('one\ntwo\n'),
        times: [
          { line: 0, at: '2026-11-20T10:00:00Z' },
          { line: 1, at: '2026-11-20T10:01:05Z' },
        ],
      },
    });
    const at = '/northwind/test-runs/r1/logs?log=a.0.1';
    const { unmount } = renderOn(page, <LogsTab run={testRunView(1)} />, at);
    expect(await screen.findByText('2 lines')).toBeVisible();
    expect(screen.queryByText('1:05')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('radio', { name: 'Since start' }));
    expect(await screen.findByText('1:05')).toBeInTheDocument();
    unmount();
    renderOn(page, <LogsTab run={testRunView(1)} />, at);
    expect(await screen.findByText('1:05')).toBeInTheDocument();
    localStorage.removeItem('assay.logTimes');
  });
});

describe('a log', () => {
  const log = { ...heads, name: 'setup', title: 'Set-up' };

  it('is read chunk by chunk from where the last one ended', async () => {
    const text = 'one\ntwo\nthree\n';
    const page = makePage({
      'GET /test-runs/r1/logs/setup': ({ path }: { path: string }) => {
        const offset = Number(new URLSearchParams(path.split('?')[1]).get('offset'));
        const piece = text.slice(offset, offset + 6);
        return { body: { text: piece, nextOffset: offset + piece.length, size: text.length, times: [] } };
      },
    });
    renderOn(page, <LogView testRunId="r1" log={log} growing={false} />);
    expect(await screen.findByText('3 lines')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Download' })).toBeVisible();
    expect(page.sent.map(({ path }) => path.split('=')[1])).toEqual(['0', '6', '12']);
  });

  it('is saved as a file without its colours', async () => {
    const saved: Blob[] = [];
    URL.createObjectURL = (file) => `blob:${saved.push(file as Blob)}`;
    URL.revokeObjectURL = () => undefined;
    const names: string[] = [];
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    const text = '\u001b[32mone\u001b[0m\ntwo\n';
    const page = makePage({ 'GET /test-runs/r1/logs/setup': { ...piece(text), times: [] } });
    renderOn(page, <LogView testRunId="r1" log={log} growing={false} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Download' }));
    expect(names).toEqual(['Set-up.log']);
    expect(await textOfBlob(saved[0])).toBe('one\ntwo\n');
    click.mockRestore();
  });

  it('is followed while its run goes on, until somebody searches, and then keeps what came', async () => {
    let text = 'one\n';
    const page = makePage({
      'GET /test-runs/r1/logs/setup': ({ path }: { path: string }) => {
        const offset = Number(new URLSearchParams(path.split('?')[1]).get('offset'));
        return { body: { text: text.slice(offset), nextOffset: text.length, size: text.length, times: [] } };
      },
    });
    renderOn(page, <LogView testRunId="r1" log={log} growing />);
    expect(await screen.findByText('1 line')).toBeVisible();
    expect(screen.getByRole('switch', { name: 'Follow' })).toBeChecked();
    text += 'two\n';
    act(() => page.tell('testRunLogs:r1', { kind: 'changed', ids: [], position: positionAt(30) }));
    expect(await screen.findByText('2 lines')).toBeVisible();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search in this log' }), 'o');
    expect(screen.getByText('1 of 2')).toBeVisible();
    expect(screen.getByRole('switch', { name: 'Follow' })).not.toBeChecked();
  });
});
