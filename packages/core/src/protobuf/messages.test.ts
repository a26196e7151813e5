import { describe, expect, it } from 'vitest';
import { readMessage, writeMessage } from './messages.ts';

describe('a field that is repeated', () => {
  it('may stand there as often as fits: the work grows with the length alone', () => {
    const times = 500_000;
    const bytes = new Uint8Array(2 * times).map((_, i) => (i % 2 === 0 ? 0x12 : 0));
    expect(readMessage(bytes).all(2)).toHaveLength(times);
  });
});

describe('a text in a message', () => {
  it.each(['plain', 'é世界🚀', '\uFEFFwith a byte order mark', '\uFEFF\uFEFF', '\u0000'])(
    'comes back as it was: %j',
    (text) => {
      expect(readMessage(writeMessage([[1, text]])).text(1)).toBe(text);
    },
  );

  it('is refused if it is not UTF-8', () => {
    expect(() => readMessage(writeMessage([[1, Uint8Array.of(0xff)]])).text(1)).toThrow(TypeError);
  });
});
