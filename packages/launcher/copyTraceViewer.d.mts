export function copyTraceViewer(options: { from: string; confine: string; folder: string }): void;
