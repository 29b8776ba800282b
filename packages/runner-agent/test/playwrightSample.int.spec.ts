import { readIsolation } from '../src/isolation/isolationSettings.ts';
import { openBench } from './agentBench.ts';

describe('the Playwright sample on a real agent', () => {
  // In a sandbox where this machine has one.
  const bench = openBench({ isolation: readIsolation({ isolate: 'bubblewrap,none' }, {}) });

  it('runs every test in a browser and keeps the picture of the failing one', async () => {
    const order = bench.order({ gitUrl: bench.sample('playwright-shop'), testingFramework: 'Playwright' });
    const { finals, statuses } = await bench.outcomeOf(order);
    expect(statuses).toMatchObject({
      'Shop › searching for tea finds 2': 'PASS',
      'Shop › searching for kettle finds 0': 'PASS',
      'Checkout › thanks for the order': 'PASS',
      'Checkout › sends an invoice by e-mail': 'IGNORED',
      'Cart › takes ten percent off with a voucher': 'FAIL',
    });
    expect(finals.size).toBe(13);
    expect(finals.get('Stock › is shown in the end')?.output).toContain('visit 3: the stock is shown');
    const failed = finals.get('Cart › takes ten percent off with a voucher');
    expect(failed?.error).toContain('Expected: "22.41 €"');
    expect(failed?.stackTrace).toContain('tests/cart.spec.ts:25');
    expect(failed?.stackTrace).not.toContain('/workspaces/');
    const picture = failed?.artifacts.find(({ kind }) => kind === 'screenshot');
    expect(
      bench.service.blobs
        .get(picture?.blobId ?? '')
        ?.subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });
});
