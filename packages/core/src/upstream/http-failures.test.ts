import { describe, expect, it } from 'vitest';
import { retryAfter, statusFailure } from './http-failures.ts';

const failure = (status: number, headers: Record<string, string> = {}) =>
  statusFailure({ status, headers: new Headers(headers) }, 0);

describe('statusFailure', () => {
  it('lets a write go elsewhere only if the server refused before it read the body', () => {
    const unprocessed = [400, 401, 402, 403, 404, 405, 408, 409, 410, 429, 500, 502, 503, 504].filter(
      (status) => failure(status).facts.unprocessed,
    );
    expect(unprocessed).toEqual([401, 402, 403, 405, 410, 429]);
  });

  it('blames the request if the status does', () => {
    expect(failure(400).facts).toMatchObject({ blameless: true, final: true });
    expect(failure(503).facts.blameless).toBeUndefined();
    expect(failure(403).facts.blameless).toBeUndefined();
  });

  it('tells only the status', () => {
    expect(failure(503).detail).toBe('HTTP 503');
    expect(failure(429).outcome).toBe('rateLimited');
  });
});

describe('retryAfter', () => {
  const read = (value: string) => retryAfter(new Headers({ 'retry-after': value }), Date.UTC(2026, 0, 1));

  it('reads seconds and dates', () => {
    expect(read('3')).toBe(3000);
    expect(read('0.5')).toBe(500);
    expect(read('Thu, 01 Jan 2026 00:00:10 GMT')).toBe(10_000);
    expect(read('Wed, 31 Dec 2025 00:00:00 GMT')).toBe(0);
  });

  it('ignores an unreadable value', () => {
    expect(read('soon')).toBeUndefined();
    expect(retryAfter(new Headers(), 0)).toBeUndefined();
  });
});
