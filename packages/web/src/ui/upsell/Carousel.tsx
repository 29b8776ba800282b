import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '../icons/icons.ts';
import { UpsellPicture } from './UpsellPicture.tsx';
import styles from './upsell.module.css';
import type { Slide } from './upsellSlides.ts';
import { useCarousel } from './useCarousel.ts';

/** What plans include, one thing at a time. */
export function Carousel({ slides }: { slides: readonly Slide[] }) {
  const { shown, isHeld, isHovered, isPaused, isStill, step, togglePause, holders } = useCarousel(slides.length);
  const slide = slides[shown];
  if (!slide) return null;
  return (
    <section
      className={styles.carousel}
      aria-roledescription="carousel"
      aria-label="What plans include"
      {...holders}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') step(-1);
        if (key === 'ArrowRight') step(1);
      }}
    >
      <section
        aria-roledescription="slide"
        aria-label={`${shown + 1} of ${slides.length}`}
        aria-live={isHeld ? 'polite' : 'off'}
      >
        <UpsellPicture feature={slide.feature} />
        <h3 className={styles.title}>{slide.title}</h3>
        <p className={styles.text}>{slide.text}</p>
      </section>
      <div className={styles.controls} hidden={slides.length < 2}>
        <ActionIcon variant="subtle" aria-label="Previous" onClick={() => step(-1)}>
          <IconChevronLeft size={16} stroke={1.75} />
        </ActionIcon>
        <span className={styles.dots} aria-hidden="true">
          {slides.map(({ feature }, place) => (
            <span key={feature} className={styles.dot} data-shown={place === shown} data-held={isHeld} />
          ))}
        </span>
        <ActionIcon variant="subtle" aria-label="Next" onClick={() => step(1)}>
          <IconChevronRight size={16} stroke={1.75} />
        </ActionIcon>
        {!isStill && (
          <ActionIcon variant="subtle" aria-label={isPaused ? 'Play' : 'Pause'} onClick={togglePause}>
            {isPaused ? <IconPlayerPlay size={16} stroke={1.75} /> : <IconPlayerPause size={16} stroke={1.75} />}
          </ActionIcon>
        )}
        {isHovered && !isStill && !isPaused && <span className={styles.held}>held while the pointer is on it</span>}
      </div>
    </section>
  );
}
