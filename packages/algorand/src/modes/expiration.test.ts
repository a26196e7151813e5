import { describe, expect, it } from 'vitest';
import { type AlgodScript, connectTo, round, transfer } from '../../test/scripted-node.ts';
import { answerTo, refusalOf } from '../../test/wish-rig.ts';

// The rounds in which a transaction is valid, from an intent to the bytes.

const field = 'transaction.data.params.lastValid';

const answer = (params: object = {}, algod: AlgodScript = {}, options: object = {}) =>
  answerTo(connectTo({ algod, ...options }).chain, { ...transfer, params });

/** The first and the last valid round of the bytes, after a check that the data tell them. */
async function rounds(...asked: Parameters<typeof answer>): Promise<readonly bigint[]> {
  const { errors, data, transaction } = await answer(...asked);
  expect(errors).toEqual([]);
  const [first, last] = [transaction?.fv as bigint, transaction?.lv as bigint];
  expect([data.params?.firstValid, data.params?.lastValid]).toEqual([String(first), String(last)]);
  return [first, last];
}

const at = BigInt(round);

describe('the window of a transaction', () => {
  it('begins with the latest round, and has 1000 rounds or those of the operator', async () => {
    expect(await rounds()).toEqual([at, at + 1_000n]);
    expect(await rounds({}, {}, { validRounds: 10 })).toEqual([at, at + 10n]);
    expect(await rounds({}, { round: 60_000_000 })).toEqual([60_000_000n, 60_001_000n]);
  });
});

describe('a wished last round', () => {
  it.each([5, 6, 10, 999, 1_000])('%i rounds ahead is in the bytes', async (ahead) => {
    expect(await rounds({ lastValid: round + ahead })).toEqual([at, at + BigInt(ahead)]);
    expect(await rounds({ lastValid: String(round + ahead) })).toEqual([at, at + BigInt(ahead)]);
    // The operator's window is that of clients without a wish.
    expect(await rounds({ lastValid: round + ahead }, {}, { validRounds: 20 })).toEqual([at, at + BigInt(ahead)]);
  });

  it('that is empty is none', async () => {
    for (const lastValid of ['', null, undefined]) expect(await rounds({ lastValid })).toEqual([at, at + 1_000n]);
  });

  it.each<[string, unknown, string]>([
    ['is 0', 0, 'it is past'],
    ['is past', round - 1, 'it is past'],
    ['is the present one', round, 'it is past'],
    ['is the next one', round + 1, 'it is less than 5 rounds ahead'],
    ['can hardly be met', round + 4, 'it is less than 5 rounds ahead'],
    ['is too far', round + 1_001, 'it is more than 1000 rounds ahead'],
    ['is a time in seconds', 1_795_000_000, 'it is more than 1000 rounds ahead'],
    ['is the largest number', String(2n ** 64n - 1n), 'it is more than 1000 rounds ahead'],
  ])('that %s is refused', async (_, lastValid, reason) => {
    const { errors, messages, items } = await answer({ lastValid });
    expect([errors, items]).toEqual([[`wish.invalid ${field}`], []]);
    expect(messages[0]).toContain(`${reason}, and the network is at round ${round}`);
  });

  it.each<[string, unknown]>([
    ['beyond 64 bits', String(2n ** 64n)],
    ['beyond 2^53 as a number', 2 ** 53],
    ['that is negative', -1],
    ['that is negative, as text', '-1'],
    ['with a fraction', 55_000_100.5],
    ['with an exponent', '55e6'],
    ['in hex', '0x3473bc1'],
    ['with a space', ` ${round + 100}`],
    ['with zeros before it', `0${round + 100}`],
    ['in words', 'soon'],
    ['that is true', true],
    ['in a list', [round + 100]],
  ])('%s is no number of a round', async (_, lastValid) => {
    const { chain, asked } = connectTo();
    const refused = await refusalOf(chain.encode({ ...transfer, params: { lastValid } } as never));
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatch(/^wish\.invalid transaction\.data\.params\.lastValid: .*: it /);
    expect(asked).toEqual([]);
  });
});
