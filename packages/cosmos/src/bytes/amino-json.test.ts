import { describe, expect, it } from 'vitest';
import { toAminoJson } from './amino-json.ts';

describe('amino JSON', () => {
  it('has its keys sorted at every depth, no spaces, and lists in their order', () => {
    expect(toAminoJson({ b: [{ d: '1', c: '2' }, 'x'], a: {} })).toBe('{"a":{},"b":[{"c":"2","d":"1"},"x"]}');
  });

  it('escapes what json.Marshal of Go escapes, and nothing else', () => {
    // https://pkg.go.dev/encoding/json#Marshal; nodes of cosmos-sdk 0.54 took a signature over such a memo.
    const memo = 'a&b<c>d\u2028e\u2029f"\\/\n\u00e9\u{1f600}';
    expect(toAminoJson({ memo })).toBe(
      '{"memo":"a\\u0026b\\u003cc\\u003ed\\u2028e\\u2029f\\"\\\\/\\n\u00e9\u{1f600}"}',
    );
  });
});
