import { describe, expect, it } from 'vitest';
import { type Fields, msgpack, signedOf } from '../../test/judge.ts';
import {
  type AlgodScript,
  connectTo,
  otherSigner,
  recipient,
  round,
  type ScriptedAccount,
  type ScriptedParams,
  sender,
  transfer,
} from '../../test/scripted-node.ts';
import { answerTo } from '../../test/wish-rig.ts';

// Fees from an intent to the bytes, on nodes that answer by script. What a pool wants is computed from the bytes of the signed transaction, which the judge makes.

const field = 'transaction.data.fees';

const mostUint64 = 2n ** 64n - 1n;

type Answer = Awaited<ReturnType<typeof answerTo>>;

const on = (params: ScriptedParams, account: ScriptedAccount = {}, options: object = {}) =>
  connectTo({ algod: { params, accounts: { [sender]: account, [recipient]: {} } }, ...options }).chain;

const answer = (params: ScriptedParams, more: object = {}, account: ScriptedAccount = {}, options: object = {}) =>
  answerTo(on(params, account, options), { ...transfer, ...more });

/** Bytes of the signed transaction. */
function sizeOf({ transaction }: Answer, isRekeyed = false): bigint {
  const proof = { sig: new Uint8Array(64).fill(1), ...(isRekeyed ? { sgnr: otherSigner } : {}) };
  return BigInt(signedOf(transaction as Fields, proof).length);
}

/** The fee of the bytes, after a check that the data tell it. */
function feeOf({ errors, data, transaction }: Answer): bigint {
  expect(errors).toEqual([]);
  expect(data.fees).toBe(String(transaction?.fee));
  return transaction?.fee as bigint;
}

describe('fees', () => {
  it('are the lowest fee while blocks have room', async () => {
    expect(feeOf(await answer({}))).toBe(1_000n);
    expect(feeOf(await answer({ minFee: 1_234 }))).toBe(1_234n);
    // A price of bytes that comes to less than the lowest fee.
    expect(feeOf(await answer({ fee: 1 }))).toBe(1_000n);
  });

  it.each([10n, 11n, 127n, 262n, 263n, 264n, 300n])('are exactly the price of the bytes: %i for each', async (fee) => {
    for (const memo of ['', 'order 7']) {
      const plain = await answer({ fee }, { memo });
      expect(feeOf(plain)).toBe(fee * sizeOf(plain));
      // The signed transaction names the key of a rekeyed account: 39 bytes more.
      const rekeyed = await answer({ fee }, { memo }, { authAddr: otherSigner });
      expect(feeOf(rekeyed)).toBe(fee * sizeOf(rekeyed, true));
      expect(sizeOf(rekeyed, true) - sizeOf(rekeyed)).toBe(39n);
    }
  });

  it('count the bytes of the fee itself where its number becomes longer', async () => {
    // A fee from 65536 on has five bytes, and a lower one three. With some prices the fee is enough only because of bytes that it adds itself.
    const bare = await answer({});
    const size = sizeOf(bare);
    const price = 65_535n / size + 1n;
    const above = await answer({ fee: price });
    expect(sizeOf(above)).toBe(size + 2n);
    expect(feeOf(above)).toBe(price * (size + 2n));
    const below = await answer({ fee: price - 1n });
    expect(sizeOf(below)).toBe(size);
    expect(feeOf(below)).toBe((price - 1n) * size);
  });
});

interface Largest {
  readonly amount: bigint;
  readonly fee: bigint;
}

/**
 * The largest payment that a pool takes, found by trying one amount after the other. The pool wants the lowest fee, and the price of all bytes (go-algorand,
 * data/pools/transactionPool.go: checkSufficientFee).
 *
 * @param bare - The size of a transaction without its amount and fee.
 * @param available - MicroAlgos for the amount and the fee together.
 */
function largestByTrying(bare: bigint, { minFee, price }: { minFee: bigint; price: bigint }, available: bigint) {
  // Each of the two numbers has 1 to 9 bytes.
  const [least, most] = [18n, 2n].map((length) => {
    const fee = price * (bare + length);
    return available - (fee > minFee ? fee : minFee);
  }) as [bigint, bigint];
  for (let amount = most; amount > 0n && amount >= least; amount--) {
    for (const length of [1n, 2n, 3n, 5n, 9n]) {
      const wanted = price * (bare + bytesOf(amount) + length);
      const fee = wanted > minFee ? wanted : minFee;
      if (bytesOf(fee) <= length && amount + fee <= available) return { amount, fee } satisfies Largest;
    }
  }
  return undefined;
}

/** Bytes of a number in msgpack, by another library than ours. */
function bytesOf(value: bigint): bigint {
  return BigInt(msgpack(value).length);
}

describe('the fee of a maximum', () => {
  const asked = { amount: undefined, useMaxAmount: true };

  it('pays for the bytes of the amount that is sent, and not for those of a larger one', async () => {
    const found = await answer({ fee: 17, minFee: 1_000 }, asked, { amount: 166_573n });
    expect([sizeOf(found), feeOf(found), found.transaction?.amt]).toEqual([245n, 4_165n, 62_408n]);
  });

  it('is not refused where an amount of fewer bytes fits', async () => {
    // Its transaction has 283 bytes: a memo, or the name of another key.
    const memo = 'x'.repeat(33);
    const held = { amount: 528_337n, minBalance: 500_000n };
    const found = await answer({ fee: 100, minFee: 2_000 }, { ...asked, memo }, held);
    expect([sizeOf(found), feeOf(found), found.transaction?.amt]).toEqual([283n, 28_300n, 37n]);
  });

  // The amounts around which msgpack needs more bytes: the account holds these above the minimum balance and the fee.
  const edges = [0n, 128n, 256n, 65_536n];
  const prices = [0n, 1n, 5n, 17n, 100n, 263n, 264n, 350n];

  it.each(edges)('is that of the largest amount that the chain takes, around %i', async (edge) => {
    const bare = sizeOf(await answer({ fee: 0 }, { amount: '1' })) - bytesOf(1n) - bytesOf(1_000n);
    for (const price of prices) {
      const minFee = 1_000n;
      const fees = price * (bare + 8n) > minFee ? price * (bare + 8n) : minFee;
      for (const offset of [
        -7n * price,
        -4n * price,
        -3n * price - 1n,
        -2n * price,
        -price,
        -1n,
        0n,
        1n,
        2n,
        price,
        5n * price,
      ]) {
        const available = edge + fees + offset;
        const largest = largestByTrying(bare, { minFee, price }, available);
        const found = await answer({ fee: price }, asked, { amount: 100_000n + available });
        const where = `price ${price}, ${available} available`;
        if (largest === undefined) {
          expect(found.errors, where).toContain('balance.unspendable transaction.data.senderAddress');
          continue;
        }
        expect({ amount: found.transaction?.amt, fee: feeOf(found) }, where).toEqual(largest);
        expect(feeOf(found), where).toBeGreaterThanOrEqual(price * sizeOf(found));
      }
    }
  });

  it('is that of the largest amount that the chain takes when an account is closed', async () => {
    const close = { ...asked, params: { closeAccount: true } };
    const plain = await answer({ fee: 0 }, close, { amount: 200_000n });
    const bare = sizeOf(plain) - bytesOf(plain.transaction?.amt as bigint) - bytesOf(1_000n);
    for (const price of [17n, 100n, 240n]) {
      for (const edge of [128n, 256n, 65_536n]) {
        for (const offset of [-2n * price, -1n, 0n, 1n, price]) {
          const held = price * (bare + 8n) + edge + offset;
          // The recipient exists, so that it takes any amount.
          const found = await answer({ fee: price }, close, { amount: held });
          const largest = largestByTrying(bare, { minFee: 1_000n, price }, held);
          expect({ amount: found.transaction?.amt, fee: feeOf(found) }).toEqual(largest);
        }
      }
    }
  });

  it('leaves nothing to send if it takes all', async () => {
    for (const more of [{ amount: 101_000n }, { amount: 100_000n }, { amount: 0n }]) {
      const found = await answer({}, { amount: undefined, useMaxAmount: true }, more);
      expect(found.errors).toEqual(['balance.unspendable transaction.data.senderAddress']);
      expect(found.items).toEqual([]);
    }
    const last = await answer(
      {},
      { amount: undefined, useMaxAmount: true, recipientAddress: sender },
      { amount: 101_001n },
    );
    expect([feeOf(last), last.transaction?.amt]).toEqual([1_000n, 1n]);
  });
});

describe('a price that no network has', () => {
  const most: ScriptedParams[] = [{ minFee: 100_001 }, { fee: 500 }, { minFee: 10n ** 12n }, { fee: 10n ** 9n }];
  const intents: object[] = [{}, { amount: undefined, useMaxAmount: true }];
  // With these the balance is an error before the fee is computed.
  const beyond: object[] = [{ amount: String(mostUint64) }, { amount: String(2n ** 64n) }, { amount: '9'.repeat(60) }];

  it.each(most)('is not paid: %o', async (params) => {
    for (const intent of [...intents, ...beyond]) {
      const found = await answer(params, intent);
      if (!beyond.includes(intent)) expect(found.errors).toContain(`fee.aboveCeiling ${field}`);
      expect(found.errors).not.toEqual([]);
      expect(found.items).toEqual([]);
      expect(found.data.params).toBeUndefined();
    }
  });

  it('is not even believed beyond what any network could ask', async () => {
    const prices: ScriptedParams[] = [{ minFee: mostUint64 }, { fee: mostUint64 }, { minFee: 10n ** 12n + 1n }];
    for (const params of [...prices, { fee: 10n ** 9n + 1n }, { fee: 2n ** 63n }])
      await expect(answer(params)).rejects.toThrow(/No upstream/);
  });

  it('is not paid even if it is wished for', async () => {
    const found = await answer({ fee: 10n ** 9n }, { fees: '1000000' });
    expect(found.errors).toContain(`fee.tooLow ${field}`);
    expect(found.items).toEqual([]);
  });

  it('of 0 is no price: another node is asked', async () => {
    const liar: AlgodScript = { params: { minFee: 0 } };
    const found = await answerTo(connectTo({ algod: [liar, {}] }).chain, transfer);
    expect(feeOf(found)).toBe(1_000n);
  });
});

describe('the ceiling', () => {
  it('is 0.1 ALGO, or what the operator set', async () => {
    expect(feeOf(await answer({ minFee: 100_000 }))).toBe(100_000n);
    const above = await answer({ minFee: 100_001 });
    expect([above.errors, above.items]).toEqual([[`fee.aboveCeiling ${field}`], []]);
    expect(above.messages[0]).toBe(
      'A fee of 0.100001 ALGO is above the ceiling of 0.1 ALGO for Algorand: the service does not offer it by itself.',
    );
    const low = { ceilings: { fee: '2000' } };
    expect(feeOf(await answer({ minFee: 2_000 }, {}, {}, low))).toBe(2_000n);
    expect((await answer({ minFee: 2_001 }, {}, {}, low)).errors).toEqual([`fee.aboveCeiling ${field}`]);
  });

  it('does not bind clients, who may pay up to 10 ALGO', async () => {
    const account = { amount: 100_000_000n };
    expect(feeOf(await answer({ minFee: 200_000 }, { fees: '200000' }, account))).toBe(200_000n);
    const most = await answer({}, { fees: '10000000' }, account);
    expect(feeOf(most)).toBe(10_000_000n);
    // A slip of some digits is at least told.
    expect(most.warnings).toContain('fee.high');
    for (const fees of ['10000001', String(mostUint64), String(2n ** 64n), '9'.repeat(70)]) {
      const found = await answer({}, { fees }, account);
      expect(found.errors).toContain(`fee.tooHigh ${field}`);
      expect(found.items).toEqual([]);
    }
  });
});

describe('a wished fee', () => {
  it('is in the bytes as it is', async () => {
    for (const fees of ['1000', '1001', '65535', '65536', '1000000']) {
      expect(feeOf(await answer({}, { fees }, { amount: 100_000_000n }))).toBe(BigInt(fees));
    }
  });

  it('that is too low is told with the lowest one', async () => {
    const low = await answer({}, { fees: '999' });
    expect([low.errors, low.items]).toEqual([[`fee.tooLow ${field}`], []]);
    expect(low.messages[0]).toBe('The wished fee is too low: the network takes at least 0.001 ALGO.');
    for (const fees of ['0', '1']) expect((await answer({}, { fees })).errors).toEqual([`fee.tooLow ${field}`]);
  });

  it('is compared with the price of its own bytes', async () => {
    const bare = await answer({});
    const size = sizeOf(bare);
    const price = 65_535n / size;
    const least = price * size;
    expect(feeOf(await answer({ fee: price }, { fees: String(least) }))).toBe(least);
    expect((await answer({ fee: price }, { fees: String(least - 1n) })).errors).toEqual([`fee.tooLow ${field}`]);
    // 65536 is more than the lowest fee, but needs two bytes more, which it does not pay.
    expect(price * (size + 2n)).toBeGreaterThan(65_536n);
    const longer = await answer({ fee: price }, { fees: '65536' });
    expect([longer.errors, longer.items]).toEqual([[`fee.tooLow ${field}`], []]);
    const enough = price * (size + 2n);
    expect(feeOf(await answer({ fee: price }, { fees: String(enough) }))).toBe(enough);
  });

  it('is the fee of a maximum', async () => {
    const found = await answer({ fee: 10 }, { amount: undefined, useMaxAmount: true, fees: '5000' });
    expect([feeOf(found), found.transaction?.amt]).toEqual([5_000n, 10_000_000n - 100_000n - 5_000n]);
    const low = await answer({ fee: 100 }, { amount: undefined, useMaxAmount: true, fees: '5000' });
    expect(low.errors).toEqual([`fee.tooLow ${field}`]);
  });

  it('must be a whole number', async () => {
    for (const fees of ['1e3', '1000.5', '-1000', '0x3e8', '01000']) {
      const sent = answer({}, { fees });
      await expect(sent).rejects.toMatchObject({ problems: [{ code: 'wish.invalid', field }] });
    }
  });
});

describe('the fee for rewards', () => {
  const keys = {
    voteKey: '01'.repeat(32),
    selectionKey: '02'.repeat(32),
    stateProofKey: '03'.repeat(64),
    voteFirst: round,
    voteLast: round + 3_000_000,
    voteKeyDilution: 1_733,
  };
  const online = (params: ScriptedParams, more: object = {}, options: object = {}) =>
    answerTo(on(params, { amount: 40_000_000_000n }, options), {
      mode: 'stake',
      senderAddress: sender,
      targetValidatorAddress: sender,
      useMaxAmount: true,
      params: { ...keys, rewards: true },
      ...more,
    });

  it('is 2 ALGO if it is wished for, and not above it', async () => {
    expect(feeOf(await online({}))).toBe(2_000_000n);
    expect(feeOf(await online({}, { params: keys }))).toBe(1_000n);
    // The ceiling of the operator is for what nobody wished for.
    expect(feeOf(await online({}, {}, { ceilings: { fee: '1000' } }))).toBe(2_000_000n);
    // The price of the bytes is less, and comes not on top.
    expect(feeOf(await online({ fee: 250 }))).toBe(2_000_000n);
  });

  it('does not open the door to any price', async () => {
    for (const params of [{ fee: 20_000 }, { minFee: 2_000_001 }, { minFee: 10n ** 12n }, { fee: 10n ** 9n }]) {
      const { errors, items } = await online(params);
      expect(errors).toContain(`fee.aboveCeiling ${field}`);
      expect(items).toEqual([]);
    }
  });

  it('is the least of a wished fee', async () => {
    expect(feeOf(await online({}, { fees: '2000000' }))).toBe(2_000_000n);
    expect(feeOf(await online({}, { fees: '3000000' }))).toBe(3_000_000n);
    const low = await online({}, { fees: '1999999' });
    expect([low.errors, low.items]).toEqual([[`fee.tooLow ${field}`], []]);
    expect(low.messages).toContain('The wished fee is too low: the network takes at least 2 ALGO.');
  });
});
