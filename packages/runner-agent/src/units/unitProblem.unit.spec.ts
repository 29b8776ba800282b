import { problemPost } from './unitProblem.ts';

describe('a problem as it is sent', () => {
  it('has no escape codes of a terminal', () => {
    const { message } = problemPost('command.failed', 'It ended with:\n\u001b[1m\u001b[31mno such file\u001b[0m');
    expect(message).toBe('It ended with:\nno such file');
  });

  it('keeps the beginning and the end of a long message', () => {
    const { message } = problemPost('command.failed', `begin ${'x'.repeat(5_000)} end`);
    expect(message).toMatch(/^begin x+\n…\nx+ end$/);
    expect(message.length).toBeLessThanOrEqual(2_000);
  });
});
