import { describe, expect, it } from 'vitest';
import { connectTo, sender, sequence, transfer } from '../../test/scripted-horizon.ts';
import { answerTo } from '../../test/wish-rig.ts';

// Sequence numbers, from an intent to the bytes.

const field = 'transaction.data.nonce';
const most = 2n ** 63n - 1n;

const answer = (more: object = {}, last: bigint = sequence) => {
  const own = { recipientAddress: sender, ...more };
  return answerTo(connectTo({ accounts: { [sender]: { sequence: last } } }).chain, { ...transfer, ...own });
};

const doubts = (warnings: readonly string[]) => warnings.filter((code) => code !== 'recipient.isSender');

describe('the sequence number', () => {
  it.each([0n, 1n, 2n ** 53n, sequence, most - 1n])('is one more than the last one: %i', async (last) => {
    const { data, transaction, errors, warnings } = await answer({}, last);
    expect([errors, doubts(warnings)]).toEqual([[], []]);
    expect([data.nonce, transaction?.sequence]).toEqual([String(last + 1n), String(last + 1n)]);
    expect((await answer({ nonce: String(last + 1n) }, last)).data.nonce).toBe(String(last + 1n));
  });

  it('may be at its end', async () => {
    for (const more of [{}, { nonce: String(most) }, { nonce: '1' }]) {
      const { errors, messages, transaction } = await answer(more, most);
      expect(errors).toEqual(['sender.notWallet transaction.data.senderAddress']);
      expect(messages.join()).toContain('its sequence number is at its end');
      expect(transaction).toBeUndefined();
    }
  });
});

describe('a wished sequence number', () => {
  it.each([2n, 3n, 1_000n, most - sequence])('that is ahead by %i is told', async (ahead) => {
    const nonce = String(sequence + ahead);
    const { data, transaction, errors, warnings, messages } = await answer({ nonce });
    expect([errors, doubts(warnings)]).toEqual([[], ['nonce.early']]);
    expect([data.nonce, transaction?.sequence]).toEqual([nonce, nonce]);
    expect(messages).toContain(
      `The next nonce of the account is ${sequence + 1n}: nodes refuse the transaction with nonce ${nonce} until those between are used`,
    );
  });

  it.each<[string, bigint, string]>([
    ['is used', sequence, 'nonce.used'],
    ['is long used', 1n, 'nonce.used'],
    ['is 0', 0n, 'nonce.used'],
    ['has 64 bits', most + 1n, 'wish.invalid'],
    ['has more bits', 2n ** 70n, 'wish.invalid'],
  ])('that %s is refused', async (_, nonce, code) => {
    const { errors, warnings, transaction } = await answer({ nonce: String(nonce) });
    expect([errors, doubts(warnings)]).toEqual([[`${code} ${field}`], []]);
    expect(transaction).toBeUndefined();
  });

  it.each(['-1', '0x5', '1.0', 'next'])('that is no number is refused: %j', async (nonce) => {
    await expect(answer({ nonce })).rejects.toMatchObject({ problems: [{ code: 'wish.invalid', field }] });
  });
});
