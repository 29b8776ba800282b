import { SecretMask } from '../masking/secretMask.ts';
import { startProcess } from './startProcess.ts';

/** Goes on after what would end it politely. */
const stubborn = "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000); console.log('began')";

(process.platform === 'win32' ? describe.skip : describe)('while the clock of the machine is set', () => {
  const { now } = Date;
  afterEach(() => {
    Date.now = now;
  });

  it.each([
    ['back', -60_000],
    ['forward', 60_000],
  ])(
    '%s, a process that does not end by itself is killed',
    async (_direction, step) => {
      let time = now();
      let tellBegan: () => void = () => undefined;
      const began = new Promise<void>((resolve) => {
        tellBegan = resolve;
      });
      const running = startProcess({
        command: process.execPath,
        args: ['--eval', stubborn],
        directory: '/',
        environment: {},
        mask: new SecretMask([]),
        signal: new AbortController().signal,
        onOutput: tellBegan,
      });
      await began;
      Date.now = () => {
        time += step;
        return time;
      };
      await running.end();
      expect(await running.ended).toMatchObject({ signal: 'SIGKILL' });
    },
    20_000,
  );
});
