import { jest } from '@jest/globals';
import { act, waitFor } from '@testing-library/react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from 'react-error-boundary';
import { reportingRoot } from './reportingRoot.ts';

type Envelope = {
  url: string;
  event: { transaction: string; tags: object; exception: { values: { type: string; value: string }[] } };
};

const dsn = 'https://publickey@sentry.example.org/42';

/** A fake of Sentry, which takes what `fetch` sends. */
function takeEnvelopes(): { envelopes: Envelope[]; text: () => string } {
  const bodies: string[] = [];
  const envelopes: Envelope[] = [];
  window.fetch = async (url, init) => {
    const body = new TextDecoder().decode(
      typeof init?.body === 'string' ? new TextEncoder().encode(init.body) : (init?.body as Uint8Array),
    );
    bodies.push(`${String(url)} ${JSON.stringify(init?.headers ?? {})} ${body}`);
    envelopes.push({ url: String(url), event: JSON.parse(body.split('\n')[2] ?? 'null') });
    return { status: 200, headers: new Headers() } as Response;
  };
  return { envelopes, text: () => bodies.join('\n') };
}

function Broken(): never {
  throw new TypeError("Cannot read properties of null (reading 'status')");
}

describe('errors of the page', () => {
  const { fetch } = window;
  const sent = takeEnvelopes();
  const listeners: [string, EventListenerOrEventListenerObject][] = [];

  function start(content: string | null): ReturnType<typeof reportingRoot> {
    document.head.innerHTML =
      content === null ? '' : `<meta name="assay-error-reports" content="${content}" data-environment="staging">`;
    const add = window.addEventListener.bind(window);
    jest.spyOn(window, 'addEventListener').mockImplementation((type, listener, options) => {
      listeners.push([type, listener as EventListener]);
      add(type, listener as EventListener, options);
    });
    return reportingRoot(window, () => 'acc0');
  }
  const reject = (reason: unknown) => {
    const event = new Event('unhandledrejection');
    window.dispatchEvent(Object.assign(event, { reason }));
  };
  const arrived = (count: number) => waitFor(() => expect(sent.envelopes).toHaveLength(count));

  beforeEach(() => {
    sent.envelopes.length = 0;
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    window.history.replaceState(null, '', '/northwind/test-runs/run-canary?token=canary');
  });
  afterEach(() => {
    jest.restoreAllMocks();
    for (const [type, listener] of listeners.splice(0)) window.removeEventListener(type, listener);
  });
  afterAll(() => {
    window.fetch = fetch;
  });

  it('are reported when a boundary catches them, with the page as the router has it', async () => {
    const options = start(dsn);
    const root = createRoot(document.createElement('div'), options);
    await act(async () =>
      root.render(
        <ErrorBoundary fallback={null}>
          <Broken />
        </ErrorBoundary>,
      ),
    );
    await arrived(1);
    act(() => root.unmount());
    expect(sent.envelopes[0]?.url).toMatch(/^https:\/\/sentry\.example\.org\/api\/42\/envelope\//);
    expect(sent.envelopes[0]?.event).toMatchObject({
      release: 'assay@0.1.0',
      environment: 'staging',
      transaction: '/:account/test-runs/:testRunId',
      tags: { process: 'web', accountId: 'acc0' },
      exception: { values: [{ type: 'TypeError', value: "Cannot read properties of null (reading 'status')" }] },
    });
    expect(sent.text()).not.toMatch(/canary|northwind|localhost/);
    expect(sent.text()).not.toContain('infer_ip":"auto');
  });

  it('are reported as unhandled rejections once each, without messages that may have values', async () => {
    start(dsn);
    const error = new Error('no person canary@example.com');
    reject(error);
    reject(error);
    await arrived(1);
    expect(sent.envelopes[0]?.event.exception.values).toMatchObject([{ type: 'Error', value: '(not sent)' }]);
    reject(new Error('another'));
    await arrived(2);
    expect(sent.text()).not.toContain('canary');
  });

  it('are not reported where input is refused, the service fails or a file of an earlier version is gone', async () => {
    start(dsn);
    reject(Object.assign(new Error('name is required'), { name: 'ValidationError' }));
    reject({ status: 400, code: 'request.invalid', message: 'Form validation failed', errors: [] });
    reject(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'));
    reject(new DOMException('aborted', 'AbortError'));
    reject(new Error('last'));
    await arrived(1);
    expect(sent.envelopes).toHaveLength(1);
  });

  it('are not reported without a DSN', () => {
    expect(start(null)).toEqual({});
    expect(listeners).toEqual([]);
  });
});
