import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestKey } from '../../test/keys.ts';
import { createRig, type Rig } from '../../test/rig.ts';

// Transactions of one sender that are encoded with one blockhash. The runtime takes each signature once for a blockhash, and says
// AlreadyProcessed the second time.

const sol = 1_000_000_000n;
let rig: Rig;
let vote: string;

beforeAll(async () => {
  rig = await createRig();
  const { validators } = await rig.chain.validators();
  vote = validators[0]?.address ?? '';
});
afterAll(() => rig.engine.stop());

/** Encodes all before it sends the first. @returns The hashes. */
async function sendAll(key: TestKey, intents: readonly Record<string, unknown>[]): Promise<string[]> {
  const encoded = [];
  for (const intent of intents) encoded.push(await rig.encode({ senderAddress: key.address, ...intent }));
  const blockhashes = encoded.map(({ transaction }) => transaction.data.params.blockhash);
  expect(new Set(blockhashes).size).toBe(1);
  const hashes = [];
  for (const { transaction } of encoded) {
    const bytes = Uint8Array.from(Buffer.from(transaction.encoded[0].raw.value, 'hex'));
    const signature = Buffer.from(await key.sign(bytes)).toString('hex');
    hashes.push((await rig.chain.broadcast({ ...transaction, signature })).hash);
  }
  return hashes;
}

describe('with one blockhash', () => {
  it('two equal payments are one transaction, and different memos make two', async () => {
    const key = await rig.key(50n * sol);
    const recipient = await rig.key(sol);
    const payment = { mode: 'transfer', recipientAddress: recipient.address, amount: sol.toString() };
    const equal = await sendAll(key, [payment, payment]);
    expect(new Set(equal).size).toBe(1);
    expect(await rig.balance(recipient.address)).toBe(2n * sol);
    const others = await sendAll(key, [
      { ...payment, memo: 'order 1' },
      { ...payment, memo: 'order 2' },
    ]);
    expect(new Set(others).size).toBe(2);
    expect(await rig.balance(recipient.address)).toBe(4n * sol);
  });

  it.each([
    ['amounts', { amount: '2000000000' }, { amount: '3000000000' }],
    ['memos', { amount: '2000000000', memo: 'one' }, { amount: '2000000000', memo: 'two' }],
  ])('two stakes with other %s have two accounts', async (_, one, other) => {
    const key = await rig.key(50n * sol);
    const staking = { mode: 'stake', targetValidatorAddress: vote };
    await sendAll(key, [
      { ...staking, ...one },
      { ...staking, ...other },
    ]);
    const { balances } = await rig.chain.accountState(key.address, { include: ['staking'] });
    expect(balances.staking?.positions.map(({ amount }) => amount).toSorted()).toEqual(
      [one.amount, other.amount].toSorted(),
    );
  });

  it('two parts of one stake have two accounts', async () => {
    const key = await rig.key(50n * sol);
    await rig.walk(key, {
      mode: 'stake',
      senderAddress: key.address,
      targetValidatorAddress: vote,
      amount: '9000000000',
    });
    await rig.engine.advanceEpochs(1);
    const ending = { mode: 'unstake', validatorAddress: vote };
    const hashes = await sendAll(key, [
      { ...ending, amount: '2000000000' },
      { ...ending, amount: '3000000000' },
    ]);
    expect(new Set(hashes).size).toBe(2);
  });
});
