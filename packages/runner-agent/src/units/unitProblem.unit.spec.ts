import { ProjectFileError } from '../projectFiles/projectFileError.ts';
import { problemOf, problemPost } from './unitProblem.ts';

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

  it('says of files that could not be used why, and who may have changed them', () => {
    expect(problemOf(new ProjectFileError('ENOTDIR', "ENOTDIR: not a directory, open 'node_modules'"))).toEqual({
      code: 'workspace.unusable',
      message:
        "The runner agent could not use the run's files: ENOTDIR: not a directory, open 'node_modules'. A test, a build " +
        'command or an install script may have replaced them.',
    });
    expect(problemOf(new ProjectFileError('ENOSPC', 'no space left')).code).toBe('workspace.diskFull');
  });
});
