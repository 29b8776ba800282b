/** Icons of the palette's rows. */
export const iconSize = { size: 16, stroke: 1.75 };
