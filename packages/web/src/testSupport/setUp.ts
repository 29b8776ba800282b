import '@testing-library/jest-dom';
import { TextDecoder, TextEncoder } from 'node:util';
import { jest } from '@jest/globals';
import { configure } from '@testing-library/react';
import { patienceMs } from '../../../../test/support/patience.ts';

configure({ asyncUtilTimeout: patienceMs });

// What jsdom lacks. Mantine needs the first three as soon as it renders.
Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (query: string) => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: jest.fn(),
    removeEventListener: jest.fn(),
    dispatchEvent: jest.fn(),
  }),
});

class NoResizes {
  observe(): void {
    // Nothing is ever laid out here, so no size ever changes.
  }
  unobserve(): void {
    // As above.
  }
  disconnect(): void {
    // As above.
  }
}
window.ResizeObserver = NoResizes;
// Virtualized lists need a viewport.
Object.defineProperties(window.HTMLElement.prototype, {
  clientHeight: { get: () => 640 },
  clientWidth: { get: () => 900 },
});
window.HTMLCanvasElement.prototype.getContext = () => null;
// Chromium 156 returns a promise, whatever the types say: an effect must not return it.
window.HTMLElement.prototype.scrollIntoView = () => Promise.resolve();
Object.assign(globalThis, { TextDecoder, TextEncoder });
// What jsdom has, and a page of plain http has not, as many installations are within a network.
Reflect.deleteProperty(Crypto.prototype, 'randomUUID');

/** The router makes one for every navigation, although it loads no data; jsdom has none. */
class NavigationRequest {
  readonly method = 'GET';
  readonly url: string;
  readonly signal: AbortSignal | undefined;

  constructor(url: URL | string, { signal }: { signal?: AbortSignal } = {}) {
    this.url = String(url);
    this.signal = signal;
  }
}
Object.assign(globalThis, { Request: NavigationRequest });
