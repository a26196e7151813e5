import { describe, expect, it } from 'vitest';
import { retryAfter, statusFailure } from './http-failures.ts';

const failure = (
  status: number,
  headers: Record<string, string> = {},
  text = '{"code":5,"message":"no such account"}',
) => statusFailure({ status, headers: new Headers(headers), text }, 0);

describe('statusFailure', () => {
  it('lets a write go elsewhere only if the server refused before it read the body', () => {
    const unprocessed = [400, 401, 402, 403, 404, 405, 408, 409, 410, 429, 500, 502, 503, 504].filter(
      (status) => failure(status).facts.unprocessed,
    );
    expect(unprocessed).toEqual([401, 402, 403, 405, 410, 429]);
  });

  it.each([
    ['', true],
    ['404 page not found\n', true],
    ['Not Found', true],
    ['<!DOCTYPE html><html><body>Oops</body></html>', true],
    ['{"detail":"Not Found"}', true],
    ['{"statusCode":404,"message":"Not Found"}', true],
    ['{"error":"Not Found","message":"Cannot POST /rpc"}', true],
    ['{"code":5,"message":"account cosmos1… not found","details":[]}', false],
    ['{"error":{"code":-32004,"message":"not found"}}', false],
    ['{"type":"not_found","title":"Resource Missing"}', false],
    ['{"success":true}', false],
    ['transaction not found', false],
  ])('knows whether nothing is at the path that answers 404 and %j', (text, isNothing) => {
    expect(failure(404, {}, text).facts.unprocessed === true).toBe(isNothing);
    expect(failure(404, {}, text).outcome).toBe('notServed');
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
