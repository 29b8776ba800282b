import { readFile } from 'node:fs/promises';
import { spotlight } from '@mantine/spotlight';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../../testSupport/pageOfTests.tsx';
import { CommandPalette } from './CommandPalette.tsx';

describe('the command palette', () => {
  it("shows a selected entry in the page's own colours", async () => {
    const styles = document.createElement('style');
    styles.textContent = await readFile(new URL('../mantine.css', import.meta.url), 'utf8');
    document.head.append(styles);
    renderOn(makePage(), <CommandPalette />);
    act(() => spotlight.open());
    await userEvent.type(await screen.findByRole('textbox'), 'environments{ArrowDown}');
    const entry = (await screen.findByText('Go to environments')).closest('button') as HTMLElement;
    expect(entry).toHaveAttribute('data-selected');
    const colours = getComputedStyle(entry);
    expect(colours.getPropertyValue('--action-description-color')).toBe('var(--ink-soft)');
    expect(colours.getPropertyValue('--action-description-opacity')).toBe('1');
    styles.remove();
  });
});
