import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** How often the delay is sampled, in milliseconds: an idle loop shows this much. */
const resolution = 10;

export type EventLoopDelay = {
  /** As Prometheus reads it: quantiles and maximum in seconds since it was last asked for. */
  text(): string;
  stop(): void;
};

function secondsOf(nanoseconds: number): string {
  return (nanoseconds / 1e9).toFixed(6);
}

function lines(delay: IntervalHistogram): string[] {
  const name = 'assay_event_loop_delay_seconds';
  return [
    `# HELP ${name} how late timers fire, since the last scrape; ${resolution / 1000} when idle`,
    `# TYPE ${name} summary`,
    ...[50, 90, 99].map((percent) => `${name}{quantile="${percent / 100}"} ${secondsOf(delay.percentile(percent))}`),
    `# HELP ${name}_max the longest, since the last scrape`,
    `# TYPE ${name}_max gauge`,
    `${name}_max ${secondsOf(delay.max)}`,
  ];
}

/** Measures how long the event loop of this process is blocked. */
export function watchEventLoopDelay(): EventLoopDelay {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  return {
    text: () => {
      const text = `${lines(delay).join('\n')}\n`;
      delay.reset();
      return text;
    },
    stop: () => void delay.disable(),
  };
}
