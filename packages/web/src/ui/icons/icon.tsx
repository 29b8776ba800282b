import type { FunctionComponent, SVGProps } from 'react';

export type Icon = FunctionComponent<
  Omit<SVGProps<SVGSVGElement>, 'stroke'> & {
    /** Width and height, in pixels unless a unit is given. */
    size?: number | string;
    /** Width of the lines; filled icons have none. */
    stroke?: number;
  }
>;

function icon(paths: readonly string[], look: SVGProps<SVGSVGElement>): Icon {
  return ({ size = 24, stroke = 2, ...rest }) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the element that uses an icon has the label
    <svg width={size} height={size} viewBox="0 0 24 24" strokeWidth={stroke} {...look} {...rest}>
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

/** An icon of lines, on a grid of 24 × 24. */
export function outlineIcon(...paths: readonly string[]): Icon {
  return icon(paths, { fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' });
}

/** An icon of filled shapes, on a grid of 24 × 24. */
export function filledIcon(...paths: readonly string[]): Icon {
  return icon(paths, { fill: 'currentColor' });
}
