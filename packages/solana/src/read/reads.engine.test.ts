import type { ParsedTransaction } from '@isochain/core';
import type { Trace } from '@isochain/core/upstream';
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compressTransactionMessageUsingAddressLookupTables,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getAddressEncoder,
  getBase64EncodedWireTransaction,
  getU32Encoder,
  getU64Encoder,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestKey } from '../../test/keys.ts';
import { createRig, freshAddress, type Rig } from '../../test/rig.ts';
import { associatedTokenAccount } from '../address/pda.ts';
import { compileMessage, encodeMessage, encodeTransaction, type Instruction } from '../bytes/message.ts';
import { transfer as transferTokens } from '../bytes/programs/token.ts';
import { programs } from '../well-known.ts';

const sol = 1_000_000_000n;

describe('reads on the real runtime', () => {
  let rig: Rig;
  let vote: string;
  beforeAll(async () => {
    rig = await createRig();
    vote = rig.engine.voteAccounts[0] ?? '';
  });
  afterAll(() => rig.engine.stop());

  async function traced<T>(call: (options: { onTrace: (trace: Trace) => void }) => Promise<T>) {
    let trace: Trace | undefined;
    const answer = await call({
      onTrace: (seen) => {
        trace = seen;
      },
    });
    return { answer, roundTrips: trace?.roundTrips, requests: trace?.requests };
  }

  /** Sends without a simulation first. */
  async function sendAnyway(key: TestKey, instructions: readonly Instruction[]): Promise<void> {
    const { value } = await rig.engine.rpc<{ value: { blockhash: string } }>('getLatestBlockhash');
    const message = encodeMessage(compileMessage({ payer: key.address, blockhash: value.blockhash, instructions }));
    const wire = encodeTransaction({ signatures: [await key.sign(message)], message });
    const options = { encoding: 'base64', skipPreflight: true };
    await rig.engine.rpc('sendTransaction', [Buffer.from(wire).toString('base64'), options]);
  }

  const stateOf = async (key: { address: string }) => (await rig.chain.accountState(key.address)).balances;
  const historyOf = async (key: { address: string }): Promise<ParsedTransaction[]> => {
    const { transactions } = await rig.chain.history(key.address, { limit: 100 });
    return transactions.flatMap(({ parsed }) => parsed ?? []);
  };
  const transferOf = (from: Address, to: Address, lamports: bigint) => ({
    programAddress: programs.system,
    accounts: [
      { address: from, role: AccountRole.WRITABLE_SIGNER },
      { address: to, role: AccountRole.WRITABLE },
    ],
    data: Uint8Array.from([...getU32Encoder().encode(2), ...getU64Encoder().encode(lamports)]),
  });
  const send = (from: { address: string }, to: { address: string }, more: object) => ({
    mode: 'transfer',
    senderAddress: from.address,
    recipientAddress: to.address,
    ...more,
  });
  const sendTokens = (mint: string, from: { address: string }, to: { address: string }, amount: bigint) => ({
    ...send(from, to, { amount: amount.toString() }),
    mode: 'transferToken',
    tokenId: mint,
  });

  describe('account state', () => {
    it('takes one round trip, and one more for tokens that it has not seen lately', async () => {
      const key = await rig.key(5n * sol);
      const empty = await traced((options) => rig.chain.accountState(key.address, options));
      expect(empty).toMatchObject({ roundTrips: 1, requests: 1 });
      expect(empty.answer.balances).toMatchObject({ native: { available: '5000000000' }, tokens: [] });
      const [demo] = rig.engine.accounts;
      const holder = await traced((options) => rig.chain.accountState(demo?.address ?? '', options));
      expect(holder).toMatchObject({ roundTrips: 2, requests: 2 });
      const again = await traced((options) => rig.chain.accountState(demo?.address ?? '', options));
      expect(again).toMatchObject({ roundTrips: 1, requests: 1, answer: holder.answer });
      expect(holder.answer.balances.tokens).toEqual([
        {
          amount: '1000000000000',
          token: {
            type: 'SPL',
            id: rig.engine.tokens[0]?.id,
            contractAddress: rig.engine.tokens[0]?.id,
            name: 'Isochain Demo Dollar',
            ticker: 'DEMO',
            decimals: '6',
          },
        },
      ]);
    });

    it('shows a stake in all its states, and each ends at the time that it named', async () => {
      const key = await rig.key(100n * sol);
      const { data } = await rig.walk(key, {
        mode: 'stake',
        senderAddress: key.address,
        targetValidatorAddress: vote,
        amount: (5n * sol).toString(),
      });
      const stakeId = (data.params as { newStake: { account: string } }).newStake.account;
      const position = async () => (await stateOf(key)).staking?.positions[0];
      const ending = { senderAddress: key.address, validatorAddress: vote, stakeId };
      const endsWithEpoch = async (completionDate: string | undefined) => {
        await rig.engine.advanceEpochs();
        const late = Number(rig.engine.now().unixTime * 1000n) - Number(completionDate);
        // All epochs of the engine are equally long. Its clock counts seconds.
        expect(Math.abs(late)).toBeLessThan(3000);
      };

      // `locked` before it is at stake and after: clients only offer to unstake locked positions.
      for (const _ of ['activating', 'active']) {
        expect((await stateOf(key)).staking).toMatchObject({ total: '5000000000', locked: '5000000000' });
        const locked = { stakeId, validatorAddresses: [vote], amount: '5000000000', status: 'locked' };
        expect(await position()).toEqual(locked);
        await rig.engine.advanceEpochs();
      }

      const ended = await rig.walk(key, { mode: 'unstake', useMaxAmount: true, ...ending });
      const unlocking = await position();
      expect(unlocking).toMatchObject({ status: 'unlocking', amount: '5000000000' });
      expect((await stateOf(key)).staking).toMatchObject({ unlocking: '5000000000', locked: '0' });
      for (const slots of [1, 50_000, 300_000]) {
        await rig.engine.advanceSlots(slots);
        expect(await position()).toEqual(unlocking);
      }
      await endsWithEpoch(unlocking?.completionDate);

      expect(await position()).toMatchObject({ status: 'unlocked' });
      expect((await stateOf(key)).staking).toMatchObject({ unlocked: '5000000000', unlocking: '0' });
      // While the account exists, it tells its validator.
      const { transaction } = await rig.chain.transaction(ended.hash);
      expect(transaction.parsed?.validators).toEqual({
        source: { address: vote, amount: '5000000000', ticker: 'SOL' },
      });

      await rig.walk(key, { mode: 'withdraw', ...ending });
      expect((await stateOf(key)).staking).toMatchObject({ total: '0', positions: [] });
      expect((await historyOf(key)).map(({ mode }) => mode)).toEqual(['withdraw', 'unstake', 'stake']);
    });

    it('shows a stake that is not active yet as locked, and can end it at once', async () => {
      const key = await rig.key(100n * sol);
      const asked = { mode: 'stake', senderAddress: key.address, targetValidatorAddress: vote };
      await rig.walk(key, { ...asked, amount: (5n * sol).toString() });
      const [position] = (await stateOf(key)).staking?.positions ?? [];
      expect(position).toMatchObject({ status: 'locked' });
      const ending = { senderAddress: key.address, validatorAddress: vote, stakeId: position?.stakeId };
      await rig.walk(key, { mode: 'unstake', useMaxAmount: true, ...ending });
      expect((await stateOf(key)).staking?.positions).toMatchObject([{ status: 'unlocked' }]);
      await rig.walk(key, { mode: 'withdraw', ...ending });
      expect((await stateOf(key)).staking?.positions).toEqual([]);
    });

    it('shows tokens of both programs, frozen ones too, and neither collectibles nor empty accounts', async () => {
      const key = await rig.key(sol);
      const fungible = await rig.engine.createMint({
        decimals: 2,
        extensions: { metadata: { name: 'Coin\u202E', symbol: 'CN', uri: '' } },
      });
      const frozen = await rig.engine.createMint({ decimals: 9 });
      const unique = await rig.engine.createMint({ decimals: 0 });
      const named = await rig.engine.createMint({
        decimals: 0,
        metaplex: { name: 'Edition', symbol: 'ED', tokenStandard: 3 },
      });
      const empty = await rig.engine.createMint();
      const account = (mint: string, amount: bigint, more: object = {}) =>
        rig.engine.createTokenAccount({ mint, owner: key.address, amount, ...more });
      await account(fungible, 12_345n);
      await account(frozen, 7n, { frozen: true });
      await account(unique, 1n);
      await account(named, 3n);
      await account(empty, 0n);
      const { tokens = [] } = await stateOf(key);
      expect(
        Object.fromEntries(tokens.map(({ token, amount }) => [token.id, [token.type, token.name, amount]])),
      ).toEqual({
        [fungible]: ['SPL2022', 'Coin', '12345'],
        [frozen]: ['SPL', `${frozen.slice(0, 4)}..${frozen.slice(-4)}`, '7'],
      });
    });
  });

  describe('history', () => {
    it('has every transaction once, newest first, with the same content as when read alone', async () => {
      const [key, friend] = [await rig.key(100n * sol), await rig.key(sol)];
      const mint = await rig.engine.createMint({ metaplex: { name: 'Gold', symbol: 'GLD' } });
      await rig.engine.createTokenAccount({ mint, owner: key.address, amount: 1_000_000n });
      await rig.walk(key, send(key, friend, { amount: '1000000', memo: 'für dich' }));
      await rig.walk(key, sendTokens(mint, key, friend, 300n));
      const enabled = await rig.key(sol);
      await rig.walk(enabled, { mode: 'enableToken', senderAddress: enabled.address, tokenId: mint });
      await rig.walk(key, send(key, key, { amount: '5' }));

      const { answer, roundTrips } = await traced((options) =>
        rig.chain.history(key.address, { ...options, limit: 10 }),
      );
      // The account's list and its token accounts, their lists, contents, names of tokens.
      expect(roundTrips).toBe(4);
      const entries = answer.transactions.flatMap(({ parsed }) => parsed ?? []);
      expect(entries).toMatchObject([
        {
          mode: 'transfer',
          senders: [{ address: key.address, amount: '5', ticker: 'SOL' }],
          recipients: [{ address: key.address, amount: '5', ticker: 'SOL' }],
        },
        {
          mode: 'transferToken',
          tokenId: mint,
          senders: [
            { address: key.address, amount: '300', ticker: 'GLD' },
            { address: key.address, amount: '2039280', ticker: 'SOL' },
          ],
          recipients: [
            { address: friend.address, amount: '300', ticker: 'GLD' },
            { address: associatedTokenAccount(friend.address, mint, programs.token).address, amount: '2039280' },
          ],
        },
        {
          mode: 'transfer',
          memo: 'für dich',
          fees: { amount: '5000', ticker: 'SOL' },
          senders: [{ address: key.address, amount: '1000000' }],
          recipients: [{ address: friend.address, amount: '1000000' }],
        },
      ]);
      expect(entries).toHaveLength(3);
      for (const entry of entries) {
        const { transaction } = await rig.chain.transaction(entry.id);
        expect(transaction.parsed).toEqual({ ...entry, confirmations: expect.stringMatching(/^\d+$/) });
        expect(transaction.parsed?.timestamp).toMatch(/^\d{13}$/);
      }
      expect((await historyOf(enabled))[0]).toMatchObject({
        mode: 'enableToken',
        tokenId: mint,
        senders: [{ address: enabled.address, amount: '2039280', ticker: 'SOL' }],
      });
    });

    it('has incoming tokens that touched only the token account', async () => {
      const [from, to] = [await rig.key(sol), await rig.key()];
      const mint = (await rig.engine.createMint()) as Address;
      const source = (await rig.engine.createTokenAccount({ mint, owner: from.address, amount: 100n })) as Address;
      const destination = (await rig.engine.createTokenAccount({ mint, owner: to.address })) as Address;
      const bare = transferTokens({ program: programs.token, source, destination, owner: from.address, amount: 40n });
      expect(await rig.run(from, [bare])).toBe('ok');
      const own = await rig.engine.rpc<unknown[]>('getSignaturesForAddress', [to.address, { commitment: 'confirmed' }]);
      expect(own).toEqual([]);
      expect(await historyOf(to)).toMatchObject([
        {
          mode: 'transferToken',
          tokenId: mint,
          senders: [{ address: from.address, amount: '40' }],
          recipients: [{ address: to.address, amount: '40' }],
        },
      ]);
    });

    it('has failed transactions', async () => {
      const key = await rig.key(sol);
      const mint = (await rig.engine.createMint()) as Address;
      const source = (await rig.engine.createTokenAccount({ mint, owner: key.address, amount: 1n })) as Address;
      const bare = transferTokens({
        program: programs.token,
        source,
        destination: source,
        owner: key.address,
        amount: 40n,
      });
      await sendAnyway(key, [bare]);
      expect(await historyOf(key)).toMatchObject([
        {
          mode: 'transferToken',
          state: 'failed',
          fees: { amount: '5000' },
          tokenId: mint,
          senders: [{ address: key.address, amount: '0', ticker: 'SOL' }],
        },
      ]);
      expect(await rig.balance(key.address)).toBe(sol - 5000n);
    });

    it("leaves the issuer's fee out of both sides of a transfer", async () => {
      const [from, to] = [await rig.key(sol), await rig.key(sol)];
      const mint = await rig.engine.createMint({
        extensions: { transferFee: { basisPoints: 250, maximumFee: 1_000_000n } },
      });
      await rig.engine.createTokenAccount({ mint, owner: from.address, amount: 20_000n });
      await rig.engine.createTokenAccount({ mint, owner: to.address });
      const { hash } = await rig.walk(from, sendTokens(mint, from, to, 10_001n));
      expect((await rig.chain.transaction(hash)).transaction.parsed).toMatchObject({
        mode: 'transferToken',
        senders: [{ address: from.address, amount: '10001' }],
        recipients: [{ address: to.address, amount: '9750' }],
      });
      expect((await stateOf(to)).tokens).toMatchObject([{ amount: '9750', token: { type: 'SPL2022' } }]);
    });

    it('continues where a page ended while transactions arrive', async () => {
      const [key, friend] = [await rig.key(10n * sol), await rig.key(sol)];
      for (let i = 0; i < 7; i++) await rig.walk(key, send(key, friend, { amount: `${i + 1}` }));
      const seen: (string | undefined)[] = [];
      let nextPage: string | undefined;
      do {
        const page = await rig.chain.history(key.address, { limit: 3, nextPage });
        seen.push(...page.transactions.map(({ parsed }) => parsed?.senders?.[0]?.amount));
        nextPage = page.pagination.nextPage ?? undefined;
        await rig.walk(key, send(key, friend, { amount: '1000' }));
      } while (nextPage !== undefined);
      expect(seen).toEqual(['7', '6', '5', '4', '3', '2', '1']);
    });

    it('has a stake that was ended in part, and the two stakes after it', async () => {
      const key = await rig.key(100n * sol);
      const staked = await rig.walk(key, {
        mode: 'stake',
        senderAddress: key.address,
        targetValidatorAddress: vote,
        amount: (10n * sol).toString(),
      });
      await rig.engine.advanceEpochs();
      await rig.walk(key, {
        mode: 'unstake',
        senderAddress: key.address,
        validatorAddress: vote,
        amount: (4n * sol).toString(),
      });
      const [unstaked, stake] = await historyOf(key);
      expect(stake).toMatchObject({
        id: staked.hash,
        mode: 'stake',
        validators: { target: { address: vote, amount: '10000000000', ticker: 'SOL' } },
        senders: [{ address: key.address, amount: '10000000000' }],
      });
      expect(unstaked).toMatchObject({
        mode: 'unstake',
        validators: { source: { address: vote, amount: (4n * sol + 2_282_880n).toString() } },
      });
      const { staking } = await stateOf(key);
      expect(staking).toMatchObject({
        total: (10n * sol + 2_282_880n).toString(),
        locked: (6n * sol).toString(),
        unlocking: (4n * sol + 2_282_880n).toString(),
      });
    });
  });

  describe('a transaction', () => {
    it('may take its accounts from lookup tables', async () => {
      const { address, privateKey = '' } = rig.engine.accounts[0] ?? {};
      const signer = await createKeyPairSignerFromPrivateKeyBytes(Buffer.from(privateKey.slice(2), 'hex'));
      const [table, to] = [freshAddress(200), freshAddress(201)];
      // Table type, active for ever, extended in slot 0, no authority; then the addresses.
      const header = [...getU32Encoder().encode(1), ...getU64Encoder().encode(2n ** 64n - 1n), ...new Uint8Array(44)];
      await rig.engine.setAccount(table, {
        lamports: sol,
        owner: 'AddressLookupTab1e1111111111111111111111111',
        data: Uint8Array.from([...header, ...getAddressEncoder().encode(to)]),
      });
      await rig.engine.advanceSlots(1);
      const { value } = await rig.engine.rpc<{ value: { blockhash: Blockhash; lastValidBlockHeight: number } }>(
        'getLatestBlockhash',
      );
      const message = pipe(
        createTransactionMessage({ version: 0 }),
        (draft) => setTransactionMessageFeePayerSigner(signer, draft),
        (draft) =>
          setTransactionMessageLifetimeUsingBlockhash(
            { blockhash: value.blockhash, lastValidBlockHeight: BigInt(value.lastValidBlockHeight) },
            draft,
          ),
        (draft) => appendTransactionMessageInstruction(transferOf(signer.address, to, 1_000_000n), draft),
        (draft) => compressTransactionMessageUsingAddressLookupTables(draft, { [table]: [to] }),
      );
      const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
      const id = await rig.engine.rpc<string>('sendTransaction', [wire, { encoding: 'base64' }]);
      const { transaction } = await rig.chain.transaction(id, { include: ['parsed', 'raw'] });
      expect((transaction.raw as { version: unknown }).version).toBe(0);
      expect(transaction.parsed).toMatchObject({
        mode: 'transfer',
        senders: [{ address, amount: '1000000' }],
        recipients: [{ address: to, amount: '1000000' }],
      });
    });

    it('of version 1 is read with its amounts, in histories too', async () => {
      const { address, privateKey = '' } = rig.engine.accounts[1] ?? {};
      const signer = await createKeyPairSignerFromPrivateKeyBytes(Buffer.from(privateKey.slice(2), 'hex'));
      const to = freshAddress(202);
      const { value } = await rig.engine.rpc<{ value: { blockhash: Blockhash } }>('getLatestBlockhash');
      const message = pipe(
        createTransactionMessage({ version: 1 }),
        (draft) => setTransactionMessageFeePayerSigner(signer, draft),
        (draft) =>
          setTransactionMessageLifetimeUsingBlockhash({ blockhash: value.blockhash, lastValidBlockHeight: 0n }, draft),
        (draft) => appendTransactionMessageInstruction(transferOf(signer.address, to, 2_000_000n), draft),
        (draft) =>
          setTransactionMessageConfig(
            { computeUnitLimit: 1_000, loadedAccountsDataSizeLimit: 100_000, priorityFeeLamports: 9n },
            draft,
          ),
      );
      const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
      const id = await rig.engine.rpc<string>('sendTransaction', [wire, { encoding: 'base64' }]);
      const expected = {
        id,
        mode: 'transfer',
        state: 'confirmed',
        fees: { amount: '5009', ticker: 'SOL' },
        senders: [{ address, amount: '2000000', ticker: 'SOL' }],
        recipients: [{ address: to, amount: '2000000', ticker: 'SOL' }],
      };
      const { transaction } = await rig.chain.transaction(id, { include: ['parsed', 'raw'] });
      expect((transaction.raw as { version: unknown }).version).toBe(1);
      expect(transaction.parsed).toMatchObject(expected);
      expect(await historyOf({ address: to })).toEqual([expect.objectContaining(expected)]);
    });

    it('is not found if it was never sent', async () => {
      const id = '2kHbPUGzehenUXQbBfAVZGcuTrSUVDMEyU2aGcjFbuUAJkG28CyQPCGZF68u369MU7WHMvJboyioqyihvtR75nLn';
      await expect(rig.chain.transaction(id)).rejects.toMatchObject({ code: 'transaction.notFound' });
    });
  });

  it('validators have names, commissions and stakes, and delinquent ones are left out', async () => {
    await rig.engine.createValidator({ name: 'Big\u202E one', commission: 100, activatedStake: 2n ** 62n });
    await rig.engine.createValidator({ name: 'Late', delinquent: true });
    const anonymous = await rig.engine.createValidator({ activatedStake: 7n });
    const { answer, roundTrips } = await traced((options) => rig.chain.validators(options));
    expect(roundTrips).toBe(1);
    expect(answer).toMatchObject({
      validators: [
        { name: 'Big one', commission: 1, stakedAmount: '4611686018427387904' },
        { address: vote, name: 'Isochain Demo Validator', commission: 0.05 },
        { address: anonymous, name: `${anonymous.slice(0, 4)}..${anonymous.slice(-4)}`, stakedAmount: '7' },
      ],
      pagination: { nextPage: null },
    });
  });

  it('a token has its name, and a collectible is refused as no token', async () => {
    const [demo] = rig.engine.tokens;
    expect(await rig.chain.token(demo?.id ?? '')).toMatchObject({ name: 'Isochain Demo Dollar', decimals: '6' });
    const unique = await rig.engine.createMint({
      decimals: 0,
      metaplex: { name: 'Ape', symbol: 'APE', tokenStandard: 0 },
    });
    await expect(rig.chain.token(unique)).rejects.toMatchObject({ code: 'token.notFound' });
  });
});
