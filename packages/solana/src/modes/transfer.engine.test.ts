import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRig, type Rig } from '../../test/rig.ts';
import type { Address } from '../address/address.ts';
import { metaplexMetadataAddress } from '../address/pda.ts';
import { transfer } from '../bytes/programs/system.ts';
import { programs, sysvars, wrappedSol } from '../well-known.ts';

const rentMinimum = 890_880n;
const sol = 1_000_000_000n;

describe('transfer on the real runtime', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await createRig();
  });
  afterAll(() => rig.engine.stop());

  const intent = (sender: { address: string }, recipient: { address: string }, more: Record<string, unknown>) => ({
    mode: 'transfer',
    senderAddress: sender.address,
    recipientAddress: recipient.address,
    ...more,
  });

  it('moves the amount and the fee to the lamport', async () => {
    const [from, to] = [await rig.key(2n * sol), await rig.key(sol)];
    const { data } = await rig.walk(from, intent(from, to, { amount: '123456789' }));
    expect(data.fees).toBe('5000');
    expect(await rig.balance(from.address)).toBe(2n * sol - 123_456_789n - 5000n);
    expect(await rig.balance(to.address)).toBe(sol + 123_456_789n);
  });

  it('leaves exactly nothing with useMaxAmount', async () => {
    const [from, to] = [await rig.key(153_183_784n), await rig.key(sol)];
    const { data } = await rig.walk(from, intent(from, to, { useMaxAmount: true }));
    expect(data).toMatchObject({ amount: '153178784', fees: '5000', useMaxAmount: true });
    expect(await rig.balance(from.address)).toBe(0n);
    expect(await rig.balance(to.address)).toBe(sol + 153_178_784n);
  });

  it('leaves exactly nothing with useMaxAmount, memo and priority fee', async () => {
    const priority = rig.connect({ priority: 'medium' });
    await rig.engine.setPrioritizationFees([0n, 0n, 100_000n, 400_000n, 200_000n, 300_000n]);
    const [from, to] = [await rig.key(sol), await rig.key(sol)];
    const { data } = await rig.walk(from, intent(from, to, { useMaxAmount: true, memo: 'all of it' }), priority);
    expect(data.params).toMatchObject({ computeUnitPrice: '300000' });
    expect(BigInt(data.fees)).toBe(5000n + (BigInt(data.gas ?? 0) * 300_000n + 999_999n) / 1_000_000n);
    expect(await rig.balance(from.address)).toBe(0n);
    expect(await rig.balance(to.address)).toBe(2n * sol - BigInt(data.fees));
  });

  it('pays at most the highest price, and nothing if nobody pays', async () => {
    const [from, to] = [await rig.key(sol), await rig.key(sol)];
    await rig.engine.setPrioritizationFees([5_000_000n]);
    const capped = await rig.encode(intent(from, to, { amount: '1000000' }), rig.connect({ priority: 'high' }));
    expect(capped.transaction.data.params.computeUnitPrice).toBe('1000000');
    await rig.engine.setPrioritizationFees([]);
    const free = await rig.encode(intent(from, to, { amount: '1000000' }), rig.connect({ priority: 'high' }));
    expect(free.transaction.data).toMatchObject({ fees: '5000' });
    expect(free.transaction.data.gas).toBeUndefined();
  });

  it('takes wishes for fees and gas', async () => {
    const [from, to] = [await rig.key(sol), await rig.key(sol)];
    const { data } = await rig.walk(from, intent(from, to, { amount: '1000000', fees: '5800', gas: '1000' }));
    expect(data).toMatchObject({ fees: '5800', gas: '1000', params: { computeUnitPrice: '800000' } });
    expect(await rig.balance(from.address)).toBe(sol - 1_000_000n - 5800n);

    const refused = (wishes: object) => rig.refusals(intent(from, to, { amount: '1000000', ...wishes }));
    expect(await refused({ fees: '4999' })).toEqual(['fee.tooLow']);
    expect(await refused({ fees: '1000000' })).toEqual(['fee.tooHigh']);
    expect(await refused({ gas: '100' })).toEqual(['gas.tooLow']);
    expect(await refused({ gas: '1400001' })).toEqual(['gas.tooHigh']);
    await expect(rig.encode(intent(from, to, { amount: '1', params: { nonceAccount: 'x' } }))).rejects.toMatchObject({
      code: 'wish.invalid',
    });
    await expect(rig.encode(intent(from, to, { amount: '1', params: 7 }))).rejects.toMatchObject({
      code: 'wish.invalid',
    });
  });

  it('carries a memo, up to the size of a transaction', async () => {
    const [from, to] = [await rig.key(sol), await rig.key(sol)];
    const longest = 1232 - 65 - (3 + 1 + 4 * 32 + 32 + 1 + 17) - 4;
    const { hash } = await rig.walk(from, intent(from, to, { amount: '1000000', memo: 'm'.repeat(longest) }));
    const found = await rig.chain.transaction(hash);
    expect(found.transaction.parsed?.memo).toBe('m'.repeat(longest));
    const { status } = await rig.encode(intent(from, to, { amount: '1000000', memo: `${'m'.repeat(longest - 1)}é` }));
    expect(status.errors).toMatchObject([{ code: 'memo.tooLong', context: { bytes: longest + 1, limit: longest } }]);
  });

  it('is one round trip, two with simulation', async () => {
    const [from, to] = [await rig.key(sol), await rig.key(sol)];
    const measure = async (options: object) => {
      const seen: number[] = [];
      await rig.connect(options).encode(intent(from, to, { amount: '1000000' }), {
        onTrace: ({ roundTrips, requests }) => seen.push(roundTrips, requests),
      });
      return seen;
    };
    expect(await measure({})).toEqual([1, 1]);
    expect(await measure({ priority: 'high' })).toEqual([1, 1]);
    expect(await measure({ simulate: true })).toEqual([2, 2]);
  });

  it('says when the transaction expires, from the speed of the chain', async () => {
    const [from, to] = [await rig.key(sol), await rig.key(sol)];
    const now = 1_787_000_000_000;
    const { transaction } = await rig.encode(intent(from, to, { amount: '1000000' }), rig.connect({ now: () => now }));
    const { lastValidBlockHeight, expiresAt } = transaction.data.params;
    expect(BigInt(lastValidBlockHeight) - rig.engine.now().blockHeight).toBeLessThanOrEqual(150n);
    // 150 blocks at the 171 slots a minute that the engine tells: 350 ms each, about.
    expect(Number(expiresAt) - now).toBeGreaterThan(52_000);
    expect(Number(expiresAt) - now).toBeLessThan(53_000);
  });

  it('works once with a durable nonce, even much later', async () => {
    const [from, to] = [await rig.key(sol), await rig.key(sol)];
    const nonceAccount = await rig.engine.createNonceAccount({ authority: from.address });
    const asked = intent(from, to, { amount: '1000000', params: { nonceAccount } });
    const { transaction, status } = await rig.encode(asked);
    expect(status.errors).toEqual([]);
    expect(transaction.data.params).toMatchObject({ nonceAccount });
    expect(transaction.data.params.expiresAt).toBeUndefined();
    await rig.engine.advanceSlots(1000);
    const sign = async (raw: string) =>
      Buffer.from(await from.sign(Uint8Array.from(Buffer.from(raw, 'hex')))).toString('hex');
    const input = { ...transaction, signature: await sign(transaction.encoded[0].raw.value) };
    const { hash } = await rig.chain.broadcast(input);
    expect(await rig.balance(to.address)).toBe(sol + 1_000_000n);
    // Again: the same answer, and nothing moves.
    await rig.engine.advanceSlots(1000);
    expect(await rig.chain.broadcast(input)).toMatchObject({ hash });
    expect(await rig.balance(to.address)).toBe(sol + 1_000_000n);
  });

  it('refuses a nonce account that cannot be used', async () => {
    const [from, to, other] = [await rig.key(sol), await rig.key(sol), await rig.key(sol)];
    const foreign = await rig.engine.createNonceAccount({ authority: other.address });
    for (const nonceAccount of [foreign, other.address, sysvars.clock, (await rig.key()).address]) {
      const asked = intent(from, to, { amount: '1000000', params: { nonceAccount } });
      expect(await rig.refusals(asked)).toEqual(['nonceAccount.unusable']);
    }
  });

  it('warns of recipients that are not wallets', async () => {
    const from = await rig.key(sol);
    const codes = async (recipientAddress: string) => {
      const { status } = await rig.encode(intent(from, { address: recipientAddress }, { amount: '1000000' }));
      expect(status.errors).toEqual([]);
      return status.warnings.map(({ code }: { code: string }) => code);
    };
    const [token] = rig.engine.tokens;
    const tokenAccount = await rig.engine.associatedTokenAddress(
      rig.engine.accounts[0]?.address ?? '',
      token?.id ?? '',
    );
    expect(await codes(tokenAccount)).toEqual(['recipient.isData']);
    expect(await codes(rig.engine.voteAccounts[0] ?? '')).toEqual(['recipient.isData']);
    const nonceAccount = await rig.engine.createNonceAccount({ authority: from.address });
    expect(await codes(nonceAccount)).toEqual(['recipient.isData']);
    const stake = await rig.key();
    await rig.engine.setAccount(stake.address, { lamports: sol, owner: programs.stake, data: new Uint8Array(200) });
    expect(await codes(stake.address)).toEqual(['recipient.isData']);
    // The owner account of a program-derived address that does not exist yet.
    const derived = await rig.engine.associatedTokenAddress(from.address, token?.id ?? '');
    expect(await codes(derived)).toEqual(['recipient.noKey']);
    expect(await codes(from.address)).toEqual(['recipient.isSender']);
  });

  // Each test has our refusal, and the runtime's answer to the same transfer without our checks.
  describe('business checks', () => {
    it.each([
      {
        what: 'a new recipient that gets less than it needs',
        held: sol,
        amount: rentMinimum - 1n,
        to: 0n,
        code: 'recipient.belowMinimum',
        runtime: { InsufficientFundsForRent: { account_index: 1 } },
      },
      {
        what: 'a sender without coins',
        held: 0n,
        amount: 1n,
        to: sol,
        code: 'balance.insufficientForFees',
        runtime: 'AccountNotFound',
      },
      {
        what: 'a balance from which nothing can be sent',
        held: rentMinimum + 4999n,
        amount: 1n,
        to: sol,
        code: 'balance.unspendable',
        runtime: { InsufficientFundsForRent: { account_index: 0 } },
      },
      {
        what: 'a remainder that is neither nothing nor enough',
        held: sol,
        amount: sol - 5000n - 1n,
        to: sol,
        code: 'balance.remainderTooLow',
        runtime: { InsufficientFundsForRent: { account_index: 0 } },
      },
      {
        what: 'an amount that is not there',
        held: sol,
        amount: sol,
        to: sol,
        code: 'balance.insufficient',
        runtime: { InstructionError: [0, { Custom: 1 }] },
      },
      {
        what: 'a balance below the fee',
        held: 4999n,
        amount: 1n,
        to: sol,
        code: 'balance.insufficientForFees',
        runtime: 'InsufficientFundsForFee',
      },
    ])('$what', async ({ held, amount, to, code, runtime }) => {
      const [from, recipient] = [await rig.key(held), await rig.key(to)];
      expect(await rig.refusals(intent(from, recipient, { amount: amount.toString() }))).toEqual([code]);
      expect(await rig.run(from, [transfer(from.address, recipient.address, amount)])).toEqual(runtime);
      expect(await rig.balance(recipient.address)).toBe(to);
    });

    it.each([
      [
        'a token account',
        async () => {
          const key = await rig.key();
          await rig.engine.createTokenAccount({
            mint: rig.engine.tokens[0]?.id ?? '',
            owner: (await rig.key()).address,
            address: key.address,
          });
          return key;
        },
      ],
      [
        'an account of a program',
        async () => {
          const key = await rig.key();
          await rig.engine.setAccount(key.address, { lamports: sol, owner: programs.stake, data: new Uint8Array(200) });
          return key;
        },
      ],
    ])('a sender that is %s', async (_, make) => {
      const [from, recipient] = [await make(), await rig.key(sol)];
      expect(await rig.refusals(intent(from, recipient, { amount: '1000' }))).toContain('sender.notWallet');
      expect(await rig.run(from, [transfer(from.address, recipient.address, 1000n)])).toBe('InvalidAccountForFee');
    });

    it('a sender that is a nonce account', async () => {
      const [from, recipient] = [await rig.key(), await rig.key(sol)];
      await rig.engine.createNonceAccount({ authority: from.address, address: from.address });
      await rig.engine.setBalance(from.address, sol);
      expect(await rig.refusals(intent(from, recipient, { amount: '1000' }))).toEqual(['sender.notWallet']);
      expect(await rig.run(from, [transfer(from.address, recipient.address, 1000n)])).toEqual({
        InstructionError: [0, 'InvalidArgument'],
      });
    });

    it('a recipient that the chain reserves', async () => {
      const from = await rig.key(sol);
      expect(await rig.refusals(intent(from, { address: sysvars.clock }, { amount: '1000' }))).toEqual([
        'recipient.keepsCoins',
      ]);
      expect(await rig.run(from, [transfer(from.address, sysvars.clock, 1000n)])).toEqual({
        InstructionError: [0, 'ReadonlyLamportChange'],
      });
    });

    it('a recipient that is a program, because the coins would be lost for ever', async () => {
      const from = await rig.key(sol);
      const before = await rig.balance(programs.token);
      expect(await rig.refusals(intent(from, { address: programs.token }, { amount: '1000' }))).toEqual([
        'recipient.keepsCoins',
      ]);
      expect(await rig.run(from, [transfer(from.address, programs.token, 1000n)])).toBe('ok');
      expect(await rig.balance(programs.token)).toBe(before + 1000n);
    });

    // The chain takes the coins all the same, and has no instruction that gives them back.
    const keepers: [string, () => Promise<string>][] = [
      ['a token', async () => rig.engine.tokens[0]?.id ?? ''],
      ['a token of Token-2022', () => rig.engine.createMint({ extensions: { paused: false } })],
      ['wrapped SOL itself', async () => wrappedSol],
      ['what a token is called', async () => metaplexMetadataAddress(rig.engine.tokens[0]?.id ?? '')],
      ['what a program is stored in', () => ownedBy('BPFLoaderUpgradeab1e11111111111111111111111', [3, 0, 0, 0])],
      ['a program of the first loader', () => ownedBy('BPFLoader1111111111111111111111111111111111', [0x7f])],
      ['a program of the second loader', () => ownedBy('BPFLoader2111111111111111111111111111111111', [0x7f])],
      ['a program of the newest loader', () => ownedBy('LoaderV411111111111111111111111111111111111', [0])],
      ['a lookup table', () => ownedBy('AddressLookupTab1e1111111111111111111111111', [1, 0, 0, 0])],
      ['a setting of the chain', () => ownedBy('Feature111111111111111111111111111111111111', [1])],
      ['what a validator says of itself', () => ownedBy(programs.config, [2])],
      ['a multisig of the token program', () => ownedBy(programs.token, [1, 1, 1, ...new Array(352).fill(7)])],
      ['a token account that is not set up', () => ownedBy(programs.token, new Array(165).fill(0))],
    ];

    async function ownedBy(owner: string, data: number[]): Promise<string> {
      const { address } = await rig.key();
      await rig.engine.setAccount(address, { lamports: sol, owner, data: Uint8Array.from(data) });
      return address;
    }

    it.each(keepers)('a recipient that is %s, because the coins would be lost for ever', async (_, make) => {
      const [from, recipient] = [await rig.key(sol), await make()];
      const before = await rig.balance(recipient);
      for (const amount of [{ amount: '1000' }, { useMaxAmount: true }]) {
        expect(await rig.refusals(intent(from, { address: recipient }, amount))).toEqual(['recipient.keepsCoins']);
      }
      expect(await rig.run(from, [transfer(from.address, recipient as Address, 1000n)])).toBe('ok');
      expect(await rig.balance(recipient)).toBe(before + 1000n);
    });

    it('useMaxAmount on an account from which nothing can be sent', async () => {
      const to = await rig.key(sol);
      const unspendable = await rig.key(rentMinimum + 4999n);
      expect(await rig.refusals(intent(unspendable, to, { useMaxAmount: true }))).toEqual(['balance.unspendable']);
      const lowest = await rig.key(rentMinimum + 5000n);
      await rig.walk(lowest, intent(lowest, to, { useMaxAmount: true }));
      expect(await rig.balance(lowest.address)).toBe(0n);
      const exact = await rig.key(5000n);
      expect(await rig.refusals(intent(exact, to, { useMaxAmount: true }))).toEqual(['balance.nothingToSend']);
    });

    it('useMaxAmount to a new recipient that would get too little', async () => {
      const [from, recipient] = [await rig.key(rentMinimum + 5000n), await rig.key()];
      await rig.walk(from, intent(from, recipient, { useMaxAmount: true }));
      expect(await rig.balance(recipient.address)).toBe(rentMinimum);
    });

    it('a refusal that only simulation finds', async () => {
      // Only the runtime knows that this many coins would not fit into 64 bits.
      const from = await rig.key(2n * sol);
      const recipient = await rig.key();
      await rig.engine.setBalance(recipient.address, 2n ** 64n - 1n);
      const asked = intent(from, recipient, { amount: sol.toString() });
      expect(await rig.refusals(asked, rig.connect({ simulate: true }))).toEqual(['transaction.fails']);
      expect(await rig.refusals(asked)).toEqual([]);
    });
  });
});
