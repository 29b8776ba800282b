/** Advance widths of the printable ASCII characters in Verdana, in thousandths of the font's size, from the space on. */
const widths = [
  352, 394, 459, 818, 636, 1076, 727, 269, 454, 454, 636, 818, 364, 454, 364, 454, 636, 636, 636, 636, 636, 636, 636,
  636, 636, 636, 454, 454, 818, 818, 818, 545, 1000, 684, 686, 698, 771, 632, 575, 775, 751, 421, 455, 693, 557, 843,
  748, 787, 603, 787, 695, 684, 616, 732, 684, 989, 685, 615, 685, 454, 454, 454, 818, 636, 636, 601, 623, 521, 623,
  596, 352, 623, 633, 274, 344, 592, 274, 973, 633, 607, 623, 623, 427, 521, 394, 633, 592, 818, 592, 592, 525, 635,
  454, 635, 818,
];
const firstCode = 0x20;
/** As wide as the widest letters: room is better than overlap. */
const otherWidth = 1000;

/** @returns how wide a line of text is in Verdana, in the units of its size */
export function textWidth(text: string, size: number): number {
  const thousandths = [...text].reduce(
    (sum, character) => sum + (widths[(character.codePointAt(0) ?? 0) - firstCode] ?? otherWidth),
    0,
  );
  return (thousandths * size) / 1000;
}
