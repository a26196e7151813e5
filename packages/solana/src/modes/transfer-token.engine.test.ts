import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestKey } from '../../test/keys.ts';
import { createRig, freshAddress, type Rig } from '../../test/rig.ts';
import type { Address } from '../address/address.ts';
import { associatedTokenAccount } from '../address/pda.ts';
import type { Instruction } from '../bytes/message.ts';
import { createIdempotent } from '../bytes/programs/associated-token.ts';
import { memo } from '../bytes/programs/memo.ts';
import { transfer, transferChecked } from '../bytes/programs/token.ts';
import { decodeTokenAccount } from '../layouts/index.ts';
import { programs } from '../well-known.ts';

const sol = 1_000_000_000n;
type MintOptions = NonNullable<Parameters<Rig['engine']['createMint']>[0]>;
type Extensions = NonNullable<MintOptions['extensions']>;

describe('transferToken on the real runtime', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await createRig();
  });
  afterAll(() => rig.engine.stop());

  const intent = (mint: string, from: { address: string }, to: { address: string }, more: Record<string, unknown>) => ({
    mode: 'transferToken',
    tokenId: mint,
    senderAddress: from.address,
    recipientAddress: to.address,
    ...more,
  });

  async function tokens(account: string) {
    const { value } = await rig.engine.rpc<{ value: { data: [string]; lamports: bigint | number } | null }>(
      'getAccountInfo',
      [account, { encoding: 'base64' }],
    );
    return value === null ? undefined : decodeTokenAccount(Uint8Array.from(Buffer.from(value.data[0], 'base64')));
  }

  /** A mint, a sender who holds 1,000,000 of it, and a recipient with an account. */
  async function scene(options: MintOptions = {}, coins = 10n * sol) {
    const mint = (await rig.engine.createMint(options)) as Address;
    const [from, to] = [await rig.key(coins), await rig.key(sol)];
    const program =
      options.extensions === undefined && options.program !== 'token-2022' ? programs.token : programs.token2022;
    await rig.engine.createTokenAccount({ mint, owner: from.address, amount: 1_000_000n, frozen: false });
    const source = associatedTokenAccount(from.address, mint, program).address;
    const destination = associatedTokenAccount(to.address, mint, program).address;
    const enable = (more: object = {}) => rig.engine.createTokenAccount({ mint, owner: to.address, ...more });
    return { mint, from, to, program, source, destination, enable };
  }

  /** What the runtime says to a bare checked transfer. */
  const bare = (
    key: TestKey,
    { program, source, destination, mint }: { program: Address; source: Address; destination: Address; mint: Address },
    amount = 1000n,
    before: Instruction[] = [],
    decimals = 6,
  ) =>
    rig.run(key, [
      ...before,
      transferChecked({ program, source, destination, owner: key.address, amount }, mint, decimals),
    ]);

  it.each([
    ['the token program', {}],
    ['Token-2022', { program: 'token-2022' as const }],
    [
      'Token-2022 with harmless extensions',
      {
        extensions: {
          mintCloseAuthority: freshAddress(5),
          transferHook: 'none' as const,
          paused: false,
          metadata: { name: 'Iso Coin', symbol: 'ISO' },
        } as Extensions,
      },
    ],
  ])('moves tokens of %s, and makes the account of a new recipient', async (_, options) => {
    const { mint, from, to, source, destination } = await scene(options);
    const coins = await rig.balance(from.address);
    const first = await rig.walk(from, intent(mint, from, to, { amount: '400000' }));
    expect(first.data).toMatchObject({ fees: '5000', params: { token: { create: true } } });
    expect(first.warnings).toEqual(['account.deposit']);
    expect((await tokens(destination))?.amount).toBe(400_000n);
    expect((await tokens(destination))?.owner).toBe(to.address);
    // The chain took exactly the deposit that encode announced.
    expect(await rig.balance(from.address)).toBe(coins - 5000n - (await rig.balance(destination)));

    const second = await rig.walk(from, intent(mint, from, to, { useMaxAmount: true, memo: 'the rest' }));
    expect(second.data).toMatchObject({ amount: '600000', useMaxAmount: true, params: { token: { create: false } } });
    expect(second.warnings).toEqual([]);
    expect((await tokens(source))?.amount).toBe(0n);
    expect((await tokens(destination))?.amount).toBe(1_000_000n);
  });

  it('works with checked transfers for hardware wallets', async () => {
    const { mint, from, to, destination } = await scene();
    await rig.walk(from, intent(mint, from, to, { amount: '5' }), rig.connect({ profile: 'hardware' }));
    expect((await tokens(destination))?.amount).toBe(5n);
  });

  it('names the deposit of each kind of account', async () => {
    const kinds: Extensions[] = [
      { transferFee: { basisPoints: 250, maximumFee: 5000n } },
      { transferHook: 'none' },
      { paused: false },
      {
        transferFee: { basisPoints: 250, maximumFee: 5000n },
        transferHook: 'none',
        paused: false,
        permanentDelegate: freshAddress(9),
      },
    ];
    for (const extensions of kinds) {
      const { mint, from, to, destination } = await scene({ extensions });
      const { status } = await rig.encode(intent(mint, from, to, { amount: '1000' }));
      const announced = status.warnings.find(({ code }: { code: string }) => code === 'account.deposit').context
        .deposit;
      await rig.walk(from, intent(mint, from, to, { amount: '1000' }));
      expect(await rig.balance(destination)).toBe(BigInt(announced));
    }
  });

  it('adds to coins that somebody sent to the address of the token account before', async () => {
    const { mint, from, to, destination } = await scene();
    await rig.engine.fund(destination, 1_500_000n);
    const { status } = await rig.encode(intent(mint, from, to, { amount: '1000' }));
    expect(status.warnings).toMatchObject([{ code: 'account.deposit', context: { deposit: '539280' } }]);
    await rig.walk(from, intent(mint, from, to, { amount: '1000' }));
    expect(await rig.balance(destination)).toBe(2_039_280n);
  });

  it('sends straight to a token account', async () => {
    const { mint, from, to, enable } = await scene();
    const account = await enable({ address: freshAddress(11) });
    await rig.walk(from, intent(mint, from, { address: account }, { amount: '7' }));
    expect((await tokens(account))?.amount).toBe(7n);
    expect((await tokens(account))?.owner).toBe(to.address);
  });

  it('takes from the account that holds enough', async () => {
    const { mint, from, to, source, enable } = await scene();
    await enable();
    const larger = await rig.engine.createTokenAccount({
      mint,
      owner: from.address,
      amount: 3_000_000n,
      address: freshAddress(12),
    });
    const { data } = await rig.walk(from, intent(mint, from, to, { amount: '2000000' }));
    expect(data.params).toMatchObject({ token: { source: larger } });
    // Each holds 1,000,000 by now: the associated one comes first.
    const same = await rig.encode(intent(mint, from, to, { amount: '1000000' }));
    expect(same.transaction.data.params.token.source).toBe(source);
    // Together, but not in one.
    const { status } = await rig.encode(intent(mint, from, to, { amount: '1500000' }));
    expect(status.errors).toMatchObject([
      { code: 'token.scattered', context: { available: '1000000', total: '2000000' } },
    ]);
    const max = await rig.encode(intent(mint, from, to, { useMaxAmount: true }));
    expect(max.transaction.data.amount).toBe('1000000');
    expect(max.status.warnings).toMatchObject([{ code: 'token.elsewhere', context: { rest: '1000000' } }]);
  });

  it('tells the amount that a transfer fee leaves to the recipient', async () => {
    const { mint, from, to, destination, enable } = await scene({
      extensions: { transferFee: { basisPoints: 250, maximumFee: 5000n } },
    });
    await enable();
    const { status } = await rig.encode(intent(mint, from, to, { amount: '10001' }));
    expect(status.warnings).toMatchObject([{ code: 'token.transferFee', context: { fee: '251', received: '9750' } }]);
    await rig.walk(from, intent(mint, from, to, { amount: '10001' }));
    expect(await tokens(destination)).toMatchObject({ amount: 9750n });
    const capped = await rig.encode(intent(mint, from, to, { amount: '900000' }));
    expect(capped.status.warnings).toMatchObject([{ code: 'token.transferFee', context: { fee: '5000' } }]);
  });

  it('knows which of two transfer fees applies', async () => {
    const fees = { older: { basisPoints: 100, maximumFee: 10_000n }, newer: { basisPoints: 200, maximumFee: 10_000n } };
    const feeFrom = async (newerFromEpoch: bigint) => {
      const { mint, from, to, destination, enable } = await scene({
        extensions: { transferFee: { ...fees, newerFromEpoch } },
      });
      await enable();
      const { status } = await rig.encode(intent(mint, from, to, { amount: '10000' }));
      await rig.walk(from, intent(mint, from, to, { amount: '10000' }));
      const told = BigInt(status.warnings[0].context.received);
      expect((await tokens(destination))?.amount).toBe(told);
      return 10_000n - told;
    };
    const { epoch } = rig.engine.now();
    expect(await feeFrom(epoch)).toBe(200n);
    expect(await feeFrom(epoch + 1n)).toBe(100n);
  });

  it('moves wrapped SOL as a token', async () => {
    const mint = await rig.engine.createMint({ address: 'So11111111111111111111111111111111111111112', decimals: 9 });
    const [from, to] = [await rig.key(sol), await rig.key(sol)];
    await rig.engine.createTokenAccount({ mint, owner: from.address, amount: 100n });
    const { transaction, status } = await rig.encode(intent(mint, from, to, { amount: '1' }));
    expect(status.errors).toEqual([]);
    expect(transaction.data.params.token.program).toBe(programs.token);
  });

  it('is one round trip, two with simulation, for six calls', async () => {
    const { mint, from, to } = await scene();
    const measure = async (options: object) => {
      const seen: number[] = [];
      const chain = rig.connect(options);
      await chain.encode(intent(mint, from, to, { amount: '1000' }), {
        onTrace: ({ roundTrips, requests }) => seen.push(roundTrips, requests),
      });
      return seen;
    };
    expect(await measure({})).toEqual([1, 1]);
    expect(await measure({ priority: 'low' })).toEqual([1, 1]);
    expect(await measure({ simulate: true })).toEqual([2, 2]);
  });

  it('requests enough compute units', async () => {
    await rig.engine.setPrioritizationFees([1000n]);
    const chain = rig.connect({ priority: 'low' });
    const all = {
      transferFee: { basisPoints: 1, maximumFee: 5n },
      paused: false,
      transferHook: 'none',
      permanentDelegate: freshAddress(9),
      mintCloseAuthority: freshAddress(5),
      metadata: { name: 'A name', symbol: 'A' },
    } as Extensions;
    for (const options of [{}, { program: 'token-2022' as const }, { extensions: all }]) {
      for (let i = 0; i < 4; i++) {
        const { mint, from, to } = await scene(options);
        await rig.walk(from, intent(mint, from, to, { amount: '1000', memo: 'x'.repeat(200) }), chain);
        await rig.walk(from, intent(mint, from, to, { amount: '1000' }), chain);
      }
    }
    await rig.engine.setPrioritizationFees([]);
  });

  // Each test has our refusal, and the runtime's answer to the same transfer without our checks.
  describe('business checks', () => {
    it('a recipient without a token account, if the transaction does not make one', async () => {
      const s = await scene();
      expect(await bare(s.from, s)).toEqual({ InstructionError: [0, 'InvalidAccountData'] });
    });

    it('an amount above the balance', async () => {
      const s = await scene();
      await s.enable();
      expect(await rig.refusals(intent(s.mint, s.from, s.to, { amount: '1000001' }))).toEqual(['token.insufficient']);
      expect(await bare(s.from, s, 1_000_001n)).toEqual({ InstructionError: [0, { Custom: 1 }] });
    });

    it('a sender without tokens', async () => {
      const s = await scene();
      expect(await rig.refusals(intent(s.mint, s.to, s.from, { amount: '1' }))).toEqual(['token.nothingToSend']);
      expect(await rig.refusals(intent(s.mint, s.to, s.from, { useMaxAmount: true }))).toEqual(['token.nothingToSend']);
    });

    it('wrong decimals, because a checked transfer would fail', async () => {
      const s = await scene();
      await s.enable();
      expect(await bare(s.from, s, 1n, [], 9)).toEqual({ InstructionError: [0, { Custom: 18 }] });
      const hardware = rig.connect({ profile: 'hardware' });
      const { transaction } = await rig.encode(intent(s.mint, s.from, s.to, { amount: '1' }), hardware);
      expect(transaction.data.params.token.decimals).toBe('6');
    });

    it('a frozen sender', async () => {
      const s = await scene();
      await s.enable();
      await rig.engine.freeze(s.source);
      expect(await rig.refusals(intent(s.mint, s.from, s.to, { amount: '1' }))).toEqual(['sender.frozen']);
      expect(await bare(s.from, s)).toEqual({ InstructionError: [0, { Custom: 17 }] });
    });

    it('a frozen recipient', async () => {
      const s = await scene();
      await s.enable({ frozen: true });
      expect(await rig.refusals(intent(s.mint, s.from, s.to, { amount: '1' }))).toEqual(['recipient.frozen']);
      expect(await rig.refusals(intent(s.mint, s.from, { address: s.destination }, { amount: '1' }))).toEqual([
        'recipient.frozen',
      ]);
      expect(await bare(s.from, s)).toEqual({ InstructionError: [0, { Custom: 17 }] });
    });

    it('a token whose accounts begin frozen', async () => {
      const s = await scene({ extensions: { defaultFrozen: true } });
      expect(await rig.refusals(intent(s.mint, s.from, s.to, { amount: '1' }))).toEqual(['token.frozenByDefault']);
      const make = createIdempotent({
        payer: s.from.address,
        account: s.destination,
        owner: s.to.address,
        mint: s.mint,
        tokenProgram: s.program,
      });
      expect(await bare(s.from, s, 1n, [make])).toEqual({ InstructionError: [1, { Custom: 17 }] });
    });

    it('a recipient that is the account of another token', async () => {
      const [s, other] = [await scene(), await scene()];
      const wrong = { ...s, destination: other.source };
      expect(await rig.refusals(intent(s.mint, s.from, { address: other.source }, { amount: '1' }))).toEqual([
        'recipient.otherToken',
      ]);
      expect(await bare(s.from, wrong)).toEqual({ InstructionError: [0, { Custom: 3 }] });
      const otherProgram = await scene({ program: 'token-2022' });
      expect(await rig.refusals(intent(s.mint, s.from, { address: otherProgram.source }, { amount: '1' }))).toEqual([
        'recipient.otherToken',
      ]);
    });

    it('a token account that its owner gave away, because the runtime pays the new owner', async () => {
      const s = await scene();
      const thief = await rig.key(sol);
      await rig.engine.createTokenAccount({ mint: s.mint, owner: thief.address, address: s.destination });
      expect(await rig.refusals(intent(s.mint, s.from, s.to, { amount: '1' }))).toEqual(['recipient.otherOwner']);
      expect(await bare(s.from, s)).toBe('ok');
      expect(await tokens(s.destination)).toMatchObject({ owner: thief.address, amount: 1000n });
    });

    it('a token account of another owner as the source', async () => {
      const s = await scene();
      await s.enable();
      expect(await bare(s.to, s)).toEqual({ InstructionError: [0, { Custom: 4 }] });
      // A sender whose usual account belongs to somebody else by now has nothing in it.
      const [from, other] = [await rig.key(sol), await rig.key(sol)];
      const given = associatedTokenAccount(from.address, s.mint, s.program).address;
      await rig.engine.createTokenAccount({ mint: s.mint, owner: other.address, address: given, amount: 5n });
      expect(await rig.refusals(intent(s.mint, from, s.to, { amount: '1' }))).toEqual(['token.nothingToSend']);
    });

    it('a token that cannot be transferred', async () => {
      const s = await scene({ extensions: { nonTransferable: true } });
      await s.enable();
      expect(await rig.refusals(intent(s.mint, s.from, s.to, { amount: '1' }))).toEqual(['token.untransferable']);
      expect(await bare(s.from, s)).toEqual({ InstructionError: [0, { Custom: 37 }] });
    });

    it('a token whose transfers are stopped', async () => {
      const s = await scene({ extensions: { paused: true } });
      await s.enable();
      expect(await rig.refusals(intent(s.mint, s.from, s.to, { amount: '1' }))).toEqual(['token.untransferable']);
      expect(await bare(s.from, s)).toEqual({ InstructionError: [0, { Custom: 67 }] });
    });

    it('a token whose transfers run a program', async () => {
      const s = await scene({ extensions: { transferHook: programs.memo } });
      await s.enable();
      expect(await rig.refusals(intent(s.mint, s.from, s.to, { amount: '1' }))).toEqual(['token.untransferable']);
      expect(await bare(s.from, s)).toMatchObject({ InstructionError: [0, expect.anything()] });
    });

    it('a plain transfer of a token with a fee', async () => {
      const s = await scene({ extensions: { transferFee: { basisPoints: 100, maximumFee: 5000n } } });
      await s.enable();
      const plain = transfer({
        program: s.program,
        source: s.source,
        destination: s.destination,
        owner: s.from.address,
        amount: 1n,
      });
      expect(await rig.run(s.from, [plain])).toEqual({ InstructionError: [0, { Custom: 31 }] });
      await rig.walk(s.from, intent(s.mint, s.from, s.to, { amount: '1000' }));
    });

    it('a recipient that requires a memo right before the transfer', async () => {
      const s = await scene({ program: 'token-2022' });
      await s.enable({ memoRequired: true });
      expect(await rig.refusals(intent(s.mint, s.from, s.to, { amount: '1' }))).toEqual(['recipient.memoRequired']);
      expect(await bare(s.from, s)).toEqual({ InstructionError: [0, { Custom: 36 }] });
      const make = createIdempotent({
        payer: s.from.address,
        account: s.destination,
        owner: s.to.address,
        mint: s.mint,
        tokenProgram: s.program,
      });
      expect(await bare(s.from, s, 1n, [memo('x'), make])).toEqual({ InstructionError: [2, { Custom: 36 }] });
      expect(await bare(s.from, s, 1n, [{ ...memo('x'), program: programs.memoV1 }])).toBe('ok');
      await rig.walk(s.from, intent(s.mint, s.from, s.to, { amount: '1', memo: 'invoice 7' }));
    });

    it('a sender that cannot pay the deposit or the fees', async () => {
      const deposit = 2_039_280n;
      const rent = 890_880n;
      const poor = await scene({}, rent + 5000n + deposit - 1n);
      expect(await rig.refusals(intent(poor.mint, poor.from, poor.to, { amount: '1' }))).toEqual([
        'balance.insufficientForDeposit',
      ]);
      const make = createIdempotent({
        payer: poor.from.address,
        account: poor.destination,
        owner: poor.to.address,
        mint: poor.mint,
        tokenProgram: poor.program,
      });
      expect(await bare(poor.from, poor, 1n, [make])).toEqual({ InsufficientFundsForRent: { account_index: 0 } });
      const enough = await scene({}, rent + 5000n + deposit);
      await rig.walk(enough.from, intent(enough.mint, enough.from, enough.to, { amount: '1' }));
      expect(await rig.balance(enough.from.address)).toBe(rent);

      const nothing = await scene({}, 0n);
      expect(await rig.refusals(intent(nothing.mint, nothing.from, nothing.to, { amount: '1' }))).toEqual([
        'balance.insufficientForFees',
      ]);
      const little = await scene({}, 4999n);
      expect(await rig.refusals(intent(little.mint, little.from, little.to, { amount: '1' }))).toEqual([
        'balance.insufficientForFees',
      ]);
      const stuck = await scene({}, rent + 4999n);
      await stuck.enable();
      expect(await rig.refusals(intent(stuck.mint, stuck.from, stuck.to, { amount: '1' }))).toEqual([
        'balance.unspendable',
      ]);
      expect(await bare(stuck.from, stuck)).toEqual({ InsufficientFundsForRent: { account_index: 0 } });
    });

    it('an account that is no token', async () => {
      const s = await scene();
      for (const id of [s.from.address, s.source, programs.token, freshAddress(31)]) {
        expect(await rig.refusals(intent(id, s.from, s.to, { amount: '1' }))).toEqual(['token.unknown']);
      }
    });

    it('recipients that could never move the tokens', async () => {
      const s = await scene();
      const codes = (address: string) => rig.refusals(intent(s.mint, s.from, { address }, { amount: '1' }));
      expect(await codes(s.mint)).toEqual(['recipient.isToken']);
      expect(await codes(programs.token)).toEqual(['recipient.keepsCoins']);
      expect(await codes('SysvarC1ock11111111111111111111111111111111')).toEqual(['recipient.keepsCoins']);
      const owned = async (owner: string, data: number[]) => {
        const { address } = await rig.key();
        await rig.engine.setAccount(address, { lamports: 10n ** 9n, owner, data: Uint8Array.from(data) });
        return address;
      };
      const storage = await owned('BPFLoaderUpgradeab1e11111111111111111111111', [3, 0, 0, 0]);
      expect(await codes(storage)).toEqual(['recipient.keepsCoins']);
      expect(await codes(await owned(programs.token, new Array(165).fill(0)))).toEqual(['recipient.keepsCoins']);
      // Those who control these accounts may still have tokens moved that the accounts own.
      const multisig = await owned(programs.token, [1, 1, 1, ...new Array(352).fill(7)]);
      for (const address of [rig.engine.voteAccounts[0] ?? '', multisig]) {
        const { status } = await rig.encode(intent(s.mint, s.from, { address }, { amount: '1' }));
        expect(status.errors).toEqual([]);
        expect(status.warnings.map(({ code }: { code: string }) => code)).toEqual([
          'account.deposit',
          'recipient.isData',
        ]);
      }
    });

    it('an issuer that may take tokens back, with a warning', async () => {
      const s = await scene({ extensions: { permanentDelegate: freshAddress(3) } });
      await s.enable();
      const { status } = await rig.encode(intent(s.mint, s.from, s.to, { amount: '1' }));
      expect(status).toMatchObject({ errors: [], warnings: [{ code: 'token.controlled' }] });
    });

    it.each([[{ scaledUiAmount: 2 }], [{ interestRate: 500 }]])(
      'amounts that wallets multiply (%o)',
      async (extensions) => {
        const s = await scene({ extensions });
        await s.enable();
        const request = intent(s.mint, s.from, s.to, { amount: '400000' });
        // The interest of this token began in 1970, at 5 % a year of 365.24 days.
        const years = Number(rig.engine.now().unixTime) / 31_556_736;
        const interest = Math.exp(years / 20);
        const { status } = await rig.encode(request);
        expect(status).toMatchObject({ errors: [], warnings: [{ code: 'token.shownMultiplied' }] });
        const { multiplier } = status.warnings[0].context;
        expect(Number(multiplier)).toBeCloseTo('scaledUiAmount' in extensions ? 2 : interest, 3);
        await rig.walk(s.from, request);
        expect((await tokens(s.destination))?.amount).toBe(400_000n);
      },
    );
  });

  describe('enableToken', () => {
    const enable = (mint: string, key: { address: string }) => ({
      mode: 'enableToken',
      tokenId: mint,
      senderAddress: key.address,
    });

    it.each([['token' as const], ['token-2022' as const]])('makes the account of the sender (%s)', async (program) => {
      const mint = await rig.engine.createMint({ program });
      const key = await rig.key(sol);
      const { data, warnings } = await rig.walk(key, { ...enable(mint, key), memo: 'hello' });
      expect(data.fees).toBe('5000');
      expect(warnings).toEqual(['account.deposit']);
      const account = await rig.engine.associatedTokenAddress(key.address, mint);
      expect(await tokens(account)).toMatchObject({ owner: key.address, amount: 0n });
      expect(await rig.balance(key.address)).toBe(sol - 5000n - (await rig.balance(account)));

      const again = await rig.walk(key, enable(mint, key));
      expect(again.warnings).toEqual(['token.alreadyEnabled']);
      expect(await rig.balance(key.address)).toBe(sol - 10_000n - (await rig.balance(account)));
    });

    it('refuses intents that would not help', async () => {
      const frozen = await rig.engine.createMint({ extensions: { defaultFrozen: true } });
      const [key, poor] = [await rig.key(sol), await rig.key(2_039_280n + 4999n)];
      expect(await rig.refusals(enable(frozen, key))).toEqual(['token.frozenByDefault']);
      const mint = await rig.engine.createMint();
      expect(await rig.refusals(enable(mint, poor))).toEqual(['balance.insufficientForDeposit']);
      expect(await rig.refusals(enable(key.address, key))).toEqual(['token.unknown']);
    });
  });
});
