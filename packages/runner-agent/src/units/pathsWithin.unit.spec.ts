import { pathsWithin } from './pathsWithin.ts';

describe('paths within a folder', () => {
  it('are found in every spelling of Windows and its frameworks', () => {
    const within = pathsWithin('C:\\Assay agent\\runs\\1\\repository', 'win32');
    for (const path of [
      'C:\\Assay agent\\runs\\1\\repository\\shop\\a.js',
      'c:\\assay agent\\runs\\1\\repository\\shop\\a.js',
      'C:/Assay agent/runs/1/repository/shop\\a.js',
      'C:\\\\Assay agent\\\\runs\\\\1\\\\repository\\\\shop\\a.js',
      'file:///C:/Assay%20agent/runs/1/repository/shop\\a.js',
    ]) {
      expect(`at (${path}:3:1)`.replace(within, '')).toBe('at (shop\\a.js:3:1)');
    }
    expect('C:\\Assay agent\\runs\\1\\repository2\\a.js'.replace(within, '')).toContain('repository2');
  });

  it('are found literally elsewhere', () => {
    const within = pathsWithin('/runs/a b/repository', 'linux');
    expect('at /runs/a b/repository/a.js, file:///runs/a%20b/repository/b.js'.replace(within, '')).toBe(
      'at a.js, b.js',
    );
    expect('/Runs/a b/repository/a.js'.replace(within, '')).toBe('/Runs/a b/repository/a.js');
  });
});
