import {
  type Address,
  address,
  getAddressDecoder,
  getAddressEncoder,
  getProgramDerivedAddress,
  type Instruction,
  type KeyPairSigner,
} from '@solana/kit';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getMintDecoder,
  getTokenDecoder,
  getTransferCheckedInstruction,
  getTransferInstruction,
} from '@solana-program/token';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SolanaEngine } from './engine.ts';
import { createKitClient, failureOf, freshSigner } from './kit-client.ts';
import type { MintExtensions } from './mint-extensions.ts';
import { startSolana } from './solana.ts';
import type { TokenAccountOptions } from './tokens.ts';

const classic = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const token2022 = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');

let engine: SolanaEngine;
let client: ReturnType<typeof createKitClient>;
let holder: KeyPairSigner;
let friend: KeyPairSigner;
// Each test has its own: tests give tokens to the same two accounts.
beforeEach(async () => {
  engine = await startSolana();
  client = createKitClient(engine);
  [holder, friend] = await Promise.all([client.signer(0), client.signer(1)]);
});
afterEach(() => engine.stop());

const dataOf = async (account: string): Promise<Buffer> => {
  const { value } = await client.rpc.getAccountInfo(address(account), { encoding: 'base64' }).send();
  return Buffer.from(value?.data[0] ?? '', 'base64');
};
const amountOf = async (account: string): Promise<bigint> => (await dataOf(account)).readBigUInt64LE(64);

/** The program's custom error for a refused transfer, in hex. */
const customError = async (instructions: readonly Instruction[]): Promise<string | undefined> => {
  const { context } = await failureOf(client.send(instructions, holder));
  return /custom program error: (0x[0-9a-f]+)/.exec((context.logs as string[]).at(-1) ?? '')?.[1];
};

describe('the demo token', () => {
  it('is a classic token with a name, and every account holds it', async () => {
    const [token] = engine.tokens;
    expect(token).toMatchObject({ name: 'Isochain Demo Dollar', ticker: 'DEMO', decimals: 6 });
    const mint = address(token?.id ?? '');
    expect(getMintDecoder().decode(await dataOf(mint))).toMatchObject({
      decimals: 6,
      supply: 5_000_000_000_000n,
      isInitialized: true,
    });
    for (const { address: owner } of engine.accounts) {
      const { value } = await client.rpc
        .getTokenAccountsByOwner(address(owner), { programId: classic }, { encoding: 'base64' })
        .send();
      expect(value).toHaveLength(1);
      const [ata] = await findAssociatedTokenPda({ mint, owner: address(owner), tokenProgram: classic });
      expect(value[0]?.pubkey).toBe(ata);
      expect(getTokenDecoder().decode(Buffer.from(value[0]?.account.data[0] ?? '', 'base64'))).toMatchObject({
        mint,
        owner,
        amount: 1_000_000_000_000n,
        state: 1,
      });
    }
    // Metaplex keeps the name at this address, by the seeds of its documentation.
    const program = address('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s');
    const seeds = ['metadata', getAddressEncoder().encode(program), getAddressEncoder().encode(mint)];
    const [metadata] = await getProgramDerivedAddress({ programAddress: program, seeds });
    const data = await dataOf(metadata);
    expect(data[0]).toBe(4);
    expect(data.readUInt32LE(65)).toBe(32);
    expect(data.subarray(69, 101).toString().replaceAll('\0', '')).toBe('Isochain Demo Dollar');
    expect(data.readUInt32LE(101)).toBe(10);
    expect(data.subarray(105, 115).toString().replaceAll('\0', '')).toBe('DEMO');
  });

  it('moves, and the history has the balances before and after', async () => {
    const mint = address(engine.tokens[0]?.id ?? '');
    const [source, destination] = await Promise.all([
      engine.associatedTokenAddress(holder.address, mint),
      engine.associatedTokenAddress(friend.address, mint),
    ]);
    const signature = await client.send(
      [
        getTransferInstruction({
          source: address(source),
          destination: address(destination),
          authority: holder,
          amount: 1_500_000n,
        }),
      ],
      holder,
    );
    const transaction = await client.rpc
      .getTransaction(signature, { encoding: 'json', maxSupportedTransactionVersion: 0 })
      .send();
    const keys = transaction?.transaction.message.accountKeys ?? [];
    const record = (owner: string, account: string, amount: string, uiAmount: number) => ({
      accountIndex: keys.indexOf(address(account)),
      mint,
      owner,
      programId: classic,
      uiTokenAmount: { amount, decimals: 6, uiAmount, uiAmountString: String(uiAmount) },
    });
    expect(transaction?.meta?.preTokenBalances).toEqual(
      expect.arrayContaining([
        record(holder.address, source, '1000000000000', 1_000_000),
        record(friend.address, destination, '1000000000000', 1_000_000),
      ]),
    );
    expect(transaction?.meta?.postTokenBalances).toEqual(
      expect.arrayContaining([
        record(holder.address, source, '999998500000', 999_998.5),
        record(friend.address, destination, '1000001500000', 1_000_001.5),
      ]),
    );
  });

  it('can be sent to an owner without an account, and the history has the calls between programs', async () => {
    const mint = address(engine.tokens[0]?.id ?? '');
    const owner = (await freshSigner()).address;
    const ata = address(await engine.associatedTokenAddress(owner, mint));
    const signature = await client.send(
      [getCreateAssociatedTokenIdempotentInstruction({ payer: holder, ata, owner, mint })],
      holder,
    );
    const transaction = await client.rpc
      .getTransaction(signature, { encoding: 'json', maxSupportedTransactionVersion: 0 })
      .send();
    expect(transaction?.meta?.innerInstructions).toMatchObject([{ index: 0, instructions: expect.any(Array) }]);
    expect(transaction?.meta?.innerInstructions?.[0]?.instructions[0]).toMatchObject({ stackHeight: 2 });
    expect(transaction?.meta?.preTokenBalances).toEqual([]);
    expect(transaction?.meta?.postTokenBalances).toMatchObject([
      { owner, uiTokenAmount: { amount: '0', uiAmount: null, uiAmountString: '0' } },
    ]);
  });
});

describe('a mint of a test', () => {
  it('has the options that the test chose', async () => {
    const mint = await engine.createMint({
      decimals: 0,
      freezeAuthority: null,
      metaplex: { name: 'Art', symbol: 'ART', tokenStandard: 0 },
    });
    const account = await engine.createTokenAccount({ mint, owner: holder.address, amount: 1n });
    expect(getMintDecoder().decode(await dataOf(mint))).toMatchObject({
      decimals: 0,
      supply: 1n,
      freezeAuthority: { __option: 'None' },
    });
    await engine.mintTo(account, 2n);
    expect(await amountOf(account)).toBe(3n);
    expect(getMintDecoder().decode(await dataOf(mint)).supply).toBe(3n);
  });

  it('cannot have extensions that its program lacks', async () => {
    await expect(engine.createMint({ program: 'token', extensions: {} })).rejects.toThrow('no extensions');
    const mint = await engine.createMint();
    await expect(engine.createTokenAccount({ mint, owner: holder.address, memoRequired: true })).rejects.toThrow(
      'no extensions',
    );
  });

  it('is found by mint and by program', async () => {
    const owner = (await freshSigner()).address;
    const [one, other] = [await engine.createMint(), await engine.createMint({ extensions: {} })];
    await engine.createTokenAccount({ mint: one, owner, amount: 1n });
    await engine.createTokenAccount({ mint: one, owner, amount: 2n, address: (await freshSigner()).address });
    await engine.createTokenAccount({ mint: other, owner, amount: 3n });
    const count = async (filter: { mint: Address } | { programId: Address }) =>
      (await client.rpc.getTokenAccountsByOwner(owner, filter, { encoding: 'base64' }).send()).value.length;
    expect(await count({ programId: classic })).toBe(2);
    expect(await count({ programId: token2022 })).toBe(1);
    expect(await count({ mint: address(one) })).toBe(2);
    expect(await count({ mint: address(other) })).toBe(1);
    await expect(engine.rpc('getTokenAccountsByOwner', [owner, { mint: owner }])).rejects.toMatchObject({
      code: -32602,
    });
    await expect(engine.rpc('getTokenAccountsByOwner', [owner, { programId: owner }])).rejects.toMatchObject({
      code: -32602,
    });
  });
});

describe('frozen accounts', () => {
  it('neither send nor receive until thawed', async () => {
    const mint = await engine.createMint();
    const source = await engine.createTokenAccount({ mint, owner: holder.address, amount: 10n });
    const destination = await engine.createTokenAccount({ mint, owner: friend.address, frozen: true });
    const move = getTransferInstruction({
      source: address(source),
      destination: address(destination),
      authority: holder,
      amount: 1n,
    });
    expect(await customError([move])).toBe('0x11');
    await engine.thaw(destination);
    await engine.freeze(source);
    expect(await customError([move])).toBe('0x11');
    await engine.thaw(source);
    await client.send([move], holder);
    expect(await amountOf(destination)).toBe(1n);
  });
});

describe('Token-2022', () => {
  /** Makes a mint, gives ten thousand and one to the holder, and a transfer of all of it to the friend. */
  async function scene(extensions: MintExtensions, friendly: Omit<TokenAccountOptions, 'mint' | 'owner'> = {}) {
    const mint = await engine.createMint({ decimals: 2, extensions });
    const source = await engine.createTokenAccount({ mint, owner: holder.address, amount: 10_001n, frozen: false });
    const destination = await engine.createTokenAccount({ mint, owner: friend.address, ...friendly });
    const parameters = {
      source: address(source),
      destination: address(destination),
      authority: holder,
      amount: 10_001n,
    };
    const config = { programAddress: token2022 };
    return {
      mint,
      source,
      destination,
      plain: getTransferInstruction(parameters, config),
      checked: getTransferCheckedInstruction({ ...parameters, mint: address(mint), decimals: 2 }, config),
    };
  }
  const somebody = address('9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp');
  const memo = (text: string): Instruction => ({
    programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    data: new TextEncoder().encode(text),
  });

  it.each<[string, MintExtensions]>([
    ['nothing', {}],
    ['a close authority', { mintCloseAuthority: somebody }],
    ['confidential transfers', { confidentialTransfer: true }],
    ['accounts that start open', { defaultFrozen: false }],
    ['interest', { interestRate: 500 }],
    ['a permanent delegate', { permanentDelegate: somebody }],
    ['a hook without a program', { transferHook: 'none' }],
    ['a pointer to metadata elsewhere', { metadataPointer: somebody }],
    ['metadata', { metadata: { name: 'Iso Coin', symbol: 'ISO', uri: 'https://x/y.json', additional: [['a', 'b']] } }],
    ['scaled amounts', { scaledUiAmount: 2.5 }],
    ['a pause that is off', { paused: false }],
    ['a lot', { mintCloseAuthority: somebody, interestRate: 1, paused: false, metadata: { name: 'N', symbol: 'S' } }],
  ])('moves tokens of a mint with %s', async (_, extensions) => {
    const { checked, destination } = await scene(extensions);
    await client.send([checked], holder);
    expect(await amountOf(destination)).toBe(10_001n);
  });

  it('withholds a fee that is rounded up and capped, and may change with an epoch', async () => {
    const fee = { basisPoints: 250, maximumFee: 1_000n };
    const { plain, checked, destination } = await scene({ transferFee: fee });
    expect(await customError([plain])).toBe('0x1f');
    await client.send([checked], holder);
    expect(await amountOf(destination)).toBe(9_750n);

    const { epoch } = engine.now();
    const change = {
      older: { basisPoints: 250, maximumFee: 7n },
      newer: { basisPoints: 0, maximumFee: 0n },
      newerFromEpoch: epoch + 1n,
    };
    const [today, tomorrow] = [await scene({ transferFee: change }), await scene({ transferFee: change })];
    await client.send([today.checked], holder);
    expect(await amountOf(today.destination)).toBe(9_994n);
    await engine.advanceEpochs();
    await client.send([tomorrow.checked], holder);
    expect(await amountOf(tomorrow.destination)).toBe(10_001n);
  });

  it.each<[string, MintExtensions, string]>([
    ['non-transferable', { nonTransferable: true }, '0x25'],
    ['paused', { paused: true }, '0x43'],
    ['frozen by default', { defaultFrozen: true }, '0x11'],
  ])('refuses a transfer when %s', async (_, extensions, expected) => {
    expect(await customError([(await scene(extensions)).checked])).toBe(expected);
  });

  it('refuses a transfer with a hook if the hook program does not exist', async () => {
    const { checked } = await scene({ transferHook: somebody });
    await expect(client.send([checked], holder)).rejects.toThrow();
  });

  it('requires a memo just before a transfer to an account that asks for it', async () => {
    const { checked, destination } = await scene({}, { memoRequired: true });
    expect(await customError([checked])).toBe('0x24');
    const signature = await client.send([memo('rent'), checked], holder);
    expect(await amountOf(destination)).toBe(10_001n);
    const [newest] = await client.rpc.getSignaturesForAddress(address(destination), { limit: 1 }).send();
    expect(newest).toMatchObject({ signature, memo: '[4] rent' });
  });

  it.each<[string, MintExtensions]>([
    ['a fee', { transferFee: { basisPoints: 1, maximumFee: 1n } }],
    ['a hook', { transferHook: 'none' }],
    ['a pause', { paused: false }],
    ['no transfers', { nonTransferable: true }],
    ['nothing', {}],
  ])('accounts of a mint with %s are what the program makes', async (_, extensions) => {
    const mint = address(await engine.createMint({ extensions }));
    const owner = (await freshSigner()).address;
    const byHand = await dataOf(await engine.createTokenAccount({ mint, owner }));
    const [ata] = await findAssociatedTokenPda({ mint, owner: friend.address, tokenProgram: token2022 });
    const create = getCreateAssociatedTokenIdempotentInstruction({
      payer: holder,
      ata,
      owner: friend.address,
      mint,
      tokenProgram: token2022,
    });
    await client.send([create], holder);
    const byProgram = await dataOf(ata);
    const entries = (data: Buffer) => {
      const found: string[] = [];
      for (let offset = 166; offset + 4 <= data.length; offset += 4 + data.readUInt16LE(offset + 2)) {
        found.push(data.subarray(offset, offset + 4 + data.readUInt16LE(offset + 2)).toString('hex'));
      }
      return found.toSorted();
    };
    expect(byHand.length).toBe(byProgram.length);
    expect(entries(byHand)).toEqual(entries(byProgram));
    expect(byHand.subarray(64, 166)).toEqual(byProgram.subarray(64, 166));
  });

  it('writes metadata as the program does', async () => {
    // The program wrote these bytes for this name, symbol and link: u32 lengths, no padding, an empty list.
    const mint = await engine.createMint({
      extensions: { metadata: { name: 'Iso Coin', symbol: 'ISO', uri: 'https://x/y.json' } },
    });
    const data = await dataOf(mint);
    expect(data[165]).toBe(1);
    expect(data.subarray(166, 170).toString('hex')).toBe('12004000');
    expect(data.subarray(234, 238).toString('hex')).toBe('13006b00');
    expect(data.subarray(302).toString('hex')).toBe(
      '0800000049736f20436f696e0300000049534f1000000068747470733a2f2f782f792e6a736f6e00000000',
    );
  });
});

it('lists thousands of token accounts', async () => {
  const owner = (await freshSigner()).address;
  const mint = await engine.createMint();
  for (let index = 0; index < 2_000; index++) {
    const account = new Uint8Array(32);
    new DataView(account.buffer).setUint32(0, index + 1);
    await engine.createTokenAccount({ mint, owner, amount: 1n, address: getAddressDecoder().decode(account) });
  }
  const { value } = await client.rpc
    .getTokenAccountsByOwner(owner, { programId: classic }, { encoding: 'base64' })
    .send();
  expect(value).toHaveLength(2_000);
});
