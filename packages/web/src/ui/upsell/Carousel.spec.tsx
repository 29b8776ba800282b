import { jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { makePage, renderOn } from '../../testSupport/pageOfTests.tsx';
import { Carousel } from './Carousel.tsx';
import { slides } from './upsellSlides.ts';

const [first, second, third] = slides.map(({ title }) => title);
const shown = () => screen.getByRole('heading', { level: 3 }).textContent;
const pass = (milliseconds: number) => act(() => void jest.advanceTimersByTime(milliseconds));
const carousel = () => screen.getByRole('region', { name: 'What plans include' });

describe('what plans include', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
  const show = () => renderOn(makePage(), <Carousel slides={slides} />);

  it('is shown in turn, each for 5,000 ms', () => {
    show();
    expect(shown()).toBe(first);
    pass(4_999);
    expect(shown()).toBe(first);
    pass(1);
    expect(shown()).toBe(second);
    for (const _ of slides.slice(1)) pass(5_000);
    expect(shown()).toBe(first);
  });

  it('is held while the pointer is on it', () => {
    show();
    fireEvent.pointerEnter(carousel());
    pass(20_000);
    expect(shown()).toBe(first);
    fireEvent.pointerLeave(carousel());
    pass(5_000);
    expect(shown()).toBe(second);
  });

  it('is held while the focus is in it, and steps by arrow keys', () => {
    show();
    const next = screen.getByRole('button', { name: 'Next' });
    act(() => next.focus());
    pass(20_000);
    expect(shown()).toBe(first);
    fireEvent.keyDown(next, { key: 'ArrowRight' });
    fireEvent.keyDown(next, { key: 'ArrowRight' });
    expect(shown()).toBe(third);
    fireEvent.keyDown(next, { key: 'ArrowLeft' });
    expect(shown()).toBe(second);
    act(() => next.blur());
    pass(5_000);
    expect(shown()).toBe(third);
  });

  it('is paused by its button', () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    pass(20_000);
    expect(shown()).toBe(first);
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    pass(5_000);
    expect(shown()).toBe(second);
  });

  it('stands still for people who want less motion', () => {
    const media = window.matchMedia;
    jest
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) => ({ ...media(query), matches: /reduced-motion: reduce/.test(query) }));
    show();
    pass(20_000);
    expect(shown()).toBe(first);
    expect(screen.queryByRole('button', { name: 'Pause' })).not.toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(shown()).toBe(second);
  });
});
