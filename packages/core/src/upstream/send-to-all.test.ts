import { describe, expect, it } from 'vitest';
import { sendToAll, type Verdict } from './send-to-all.ts';
import { type FailedAttempt, UpstreamError } from './upstream-error.ts';

async function sent(verdicts: Readonly<Record<string, Verdict<string> | Error>>) {
  const lost: FailedAttempt[] = [];
  let hasUnheard = false;
  const operation = {
    background: () => {},
    addLost: (attempt: FailedAttempt) => void lost.push(attempt),
    addUnheard() {
      hasUnheard = true;
    },
  };
  const found = await sendToAll(operation, Object.keys(verdicts), async (endpoint) => {
    const verdict = verdicts[endpoint];
    if (verdict === undefined || verdict instanceof Error) throw verdict;
    return verdict;
  });
  return { ...found, lost: lost.map(({ endpoint }) => endpoint), hasUnheard };
}

const failed = (endpoint: string, maybeSent: boolean) =>
  new UpstreamError('x', [{ endpoint, outcome: 'unavailable', detail: 'it has an error of its own', ms: 0 }], {
    maybeSent,
  });

describe('sending to all endpoints', () => {
  it('notes those that may have what was sent', async () => {
    const { isTaken, refusals, lost } = await sent({
      a: { refused: 'no', mayHave: false },
      b: { refused: 'what?', mayHave: true },
      c: failed('c', true),
      d: failed('d', false),
    });
    expect({ isTaken, refusals, lost }).toEqual({ isTaken: false, refusals: ['no', 'what?'], lost: ['b', 'c'] });
  });

  it('notes that one did not look at it', async () => {
    const no = { refused: 'no', mayHave: false } as const;
    expect(await sent({ a: no, b: no, c: failed('c', true) })).toMatchObject({ hasUnheard: false });
    expect(await sent({ a: no, b: failed('b', false) })).toMatchObject({ hasUnheard: true, lost: [] });
  });

  it('throws errors of our own code', async () => {
    await expect(sent({ a: new RangeError('bug') })).rejects.toThrow(RangeError);
  });
});
