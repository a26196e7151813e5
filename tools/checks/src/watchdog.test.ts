import { describe, expect, it } from 'vitest';
import { silenceMs, Watchdog } from './watchdog.ts';

describe('the watchdog', () => {
  it('finds a file from which nothing was heard for five minutes, once', () => {
    let now = 0;
    const watchdog = new Watchdog(() => now);
    watchdog.begin('a');
    now = silenceMs - 1;
    watchdog.begin('b');
    expect(watchdog.takeSilent()).toEqual([]);
    now = silenceMs;
    expect(watchdog.takeSilent()).toEqual(['a']);
    expect(watchdog.takeSilent()).toEqual([]);
  });

  it('waits anew whenever it hears something, and no longer after the end', () => {
    let now = 0;
    const watchdog = new Watchdog(() => now);
    watchdog.begin('heard again');
    watchdog.begin('ended');
    now = 1_000;
    watchdog.hear('heard again');
    watchdog.end('ended');
    watchdog.hear('ended');
    now = silenceMs;
    expect(watchdog.takeSilent()).toEqual([]);
    now = silenceMs + 1_000;
    expect(watchdog.takeSilent()).toEqual(['heard again']);
  });
});
