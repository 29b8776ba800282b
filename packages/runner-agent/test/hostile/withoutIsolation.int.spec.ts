import { adapterOf, openHostileBench, type Plan } from './hostileBench.ts';

/** Attacks of the other files in this folder, in their plainest form. */
const plain: readonly (readonly [string, string, Plan])[] = [
  [
    'an attachment by its path',
    'Other',
    { attack: 'echo "[[ATTACHMENT|secret]]"; ln "$CANARY/closed/secret.txt" secret' },
  ],
  ['output', 'CucumberJS', { attack: 'cat "$CANARY/closed/secret.txt"' }],
  ['a file of the agent that is written', 'Playwright', { attack: ': > "$CANARY/closed/written"' }],
  ['a mode that is changed', 'NUnit', { attack: 'chmod 777 "$CANARY/mvnw"' }],
  ['a folder that is listed', 'NightWatch', { attack: 'ls "$CANARY/closed" > /dev/null' }],
  ['a file that is read', 'WebDriverIO', { attack: 'cat "$CANARY/closed/secret.txt" > /dev/null' }],
];

describe('tests that nothing isolates', () => {
  const bench = openHostileBench('none');

  it.each(plain)('%s is noticed by the canary, so the attacks on isolated tests can fail', async (_, adapter, plan) => {
    const started = bench().attack(adapterOf(adapter), () => plan);
    await started.outcome;
    expect(started.findings()).not.toEqual([]);
  });

  it('leave an untouched canary where they attack nothing', async () => {
    const started = bench().attack(adapterOf('Other'), () => ({}));
    await started.outcome;
    expect(started.findings()).toEqual([]);
  });
});
