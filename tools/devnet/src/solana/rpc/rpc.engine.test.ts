import {
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransactionMessage,
  createNoopSigner,
  createTransactionMessage,
  getBase58Decoder,
  getBase64Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  type Instruction,
  pipe,
  type Signature,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SolanaEngine } from '../engine.ts';
import { createKitClient, freshSigner } from '../kit-client.ts';
import { startSolana } from '../solana.ts';

const startTime = new Date('2026-08-20T12:00:00Z');
const startSlot = 1036n * 432_000n + 100_000n;

let engine: SolanaEngine;
let client: ReturnType<typeof createKitClient>;
// Each test has its own: slots, balances and histories are those of a chain that nobody used.
beforeEach(async () => {
  engine = await startSolana({ startTime, bare: true });
  client = createKitClient(engine);
});
afterEach(() => engine.stop());

const first = () => address(engine.accounts[0]?.address ?? '');
const second = () => address(engine.accounts[1]?.address ?? '');
const pay = async (amount: bigint): Promise<Signature> => {
  const source = await client.signer(0);
  return client.send([getTransferSolInstruction({ source, destination: second(), amount })], source);
};

describe('the cluster', () => {
  it('is mainnet-beta by its genesis hash', async () => {
    expect(await client.rpc.getGenesisHash().send()).toBe('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d');
    expect(await client.rpc.getHealth().send()).toBe('ok');
    expect(await client.rpc.getVersion().send()).toEqual({ 'feature-set': 0, 'solana-core': '1.5.0-litesvm' });
  });

  it('has a slot, a lower height and the time of day', async () => {
    expect(await client.rpc.getSlot().send()).toBe(startSlot);
    expect(await client.rpc.getBlockHeight().send()).toBe(startSlot - 21_500_000n);
    expect(await client.rpc.getBlockTime(startSlot).send()).toBe(BigInt(startTime.getTime() / 1000));
    expect(await client.rpc.getBlockTime(startSlot - 2n * 432_000n).send()).toBe(
      BigInt(startTime.getTime() / 1000) - 302_400n,
    );
    await expect(engine.rpc('getBlockTime', [startSlot + 1n])).rejects.toMatchObject({ code: -32004 });
  });

  it('has epochs of mainnet-beta', async () => {
    expect(await client.rpc.getEpochInfo().send()).toEqual({
      absoluteSlot: startSlot,
      blockHeight: startSlot - 21_500_000n,
      epoch: 1036n,
      slotIndex: 100_000n,
      slotsInEpoch: 432_000n,
      transactionCount: 0n,
    });
    expect(await client.rpc.getEpochSchedule().send()).toEqual({
      firstNormalEpoch: 0n,
      firstNormalSlot: 0n,
      leaderScheduleSlotOffset: 432_000n,
      slotsPerEpoch: 432_000n,
      warmup: false,
    });
  });

  it('makes 171 blocks a minute', async () => {
    const samples = await client.rpc.getRecentPerformanceSamples(2).send();
    expect(samples).toMatchObject([
      { slot: startSlot, numSlots: 171n, samplePeriodSecs: 60 },
      { slot: startSlot - 171n, numSlots: 171n, samplePeriodSecs: 60 },
    ]);
  });

  it('knows what rent an account needs', async () => {
    const sizes = [0n, 80n, 165n, 200n];
    const rents = await Promise.all(sizes.map((size) => client.rpc.getMinimumBalanceForRentExemption(size).send()));
    expect(rents).toEqual([890_880n, 1_447_680n, 2_039_280n, 2_282_880n]);
  });

  it('tells the priority fees that the test set, oldest first, and zeros', async () => {
    await engine.setPrioritizationFees([7n, 2n ** 60n]);
    const fees = await client.rpc.getRecentPrioritizationFees([first()]).send();
    expect(fees).toHaveLength(150);
    expect(fees.slice(-3)).toEqual([
      { prioritizationFee: 0n, slot: engine.now().slot - 2n },
      { prioritizationFee: 7n, slot: engine.now().slot - 1n },
      { prioritizationFee: 2n ** 60n, slot: engine.now().slot },
    ]);
  });

  it('charges for a message what the runtime charges', async () => {
    const { value: lifetime } = await client.rpc.getLatestBlockhash().send();
    const payer = createNoopSigner((await freshSigner()).address);
    const budget = (tag: number, ...data: number[]): Instruction => ({
      programAddress: address('ComputeBudget111111111111111111111111111111'),
      data: new Uint8Array([tag, ...data]),
    });
    const feeOf = async (instructions: readonly Instruction[], blockhash: Blockhash = lifetime.blockhash) => {
      const message = pipe(
        createTransactionMessage({ version: 'legacy' }),
        (draft) => setTransactionMessageFeePayer(payer.address, draft),
        (draft) => setTransactionMessageLifetimeUsingBlockhash({ ...lifetime, blockhash }, draft),
        (draft) => appendTransactionMessageInstructions(instructions, draft),
        (draft) => compileTransactionMessage(draft),
        (compiled) => getBase64Decoder().decode(getCompiledTransactionMessageEncoder().encode(compiled)),
      );
      return (await client.rpc.getFeeForMessage(message as never).send()).value;
    };
    const transfer = getTransferSolInstruction({ source: payer, destination: second(), amount: 1n });
    expect(await feeOf([transfer])).toBe(5_000n);
    // 450 units at 100,000 micro-lamports.
    expect(await feeOf([budget(2, 0xc2, 1, 0, 0), budget(3, 0xa0, 0x86, 1, 0, 0, 0, 0, 0), transfer])).toBe(5_045n);
    expect(await feeOf([transfer], '11111111111111111111111111111111' as Blockhash)).toBeNull();
    expect(await client.balance(payer.address)).toBe(0n);
  });
});

describe('accounts', () => {
  it('have numbers without rounding', async () => {
    await engine.setAccount(second(), { lamports: 2n ** 63n + 1n, data: new Uint8Array([1, 2, 3]), owner: first() });
    const response = await fetch(engine.url, {
      method: 'POST',
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'getAccountInfo',
        params: [second(), { encoding: 'base64' }],
      }),
    });
    expect(await response.text()).toContain(
      `"value":{"data":["AQID","base64"],"executable":false,"lamports":9223372036854775809,"owner":"${first()}","rentEpoch":18446744073709551615,"space":3}`,
    );
  });

  it('can be read many at once, in order, with nulls', async () => {
    const nobody = (await freshSigner()).address;
    const { value } = await client.rpc.getMultipleAccounts([second(), nobody, first()], { encoding: 'base64' }).send();
    expect(value.map((account) => account?.lamports)).toEqual([10n ** 13n, undefined, 10n ** 13n]);
    await expect(engine.rpc('getMultipleAccounts', [Array(101).fill(first())])).rejects.toMatchObject({ code: -32602 });
  });

  it('can be read in base58 and in part, but not parsed', async () => {
    const account = (await freshSigner()).address;
    await engine.setAccount(account, { lamports: 1n, data: new Uint8Array(200).fill(9) });
    const ask = (config: unknown) => engine.rpc<{ value: { data: string[] } }>('getAccountInfo', [account, config]);
    const { value } = await ask({ encoding: 'base58', dataSlice: { offset: 1, length: 2 } });
    expect(value.data).toEqual([getBase58Decoder().decode(new Uint8Array([9, 9])), 'base58']);
    await expect(ask({ encoding: 'base58' })).rejects.toMatchObject({ code: -32600 });
    await expect(ask({ encoding: 'jsonParsed' })).rejects.toThrow('not jsonParsed');
  });

  it('of a program are filtered by size and content', async () => {
    const program = (await freshSigner()).address;
    const made = await Promise.all([1, 2, 3].map(async () => (await freshSigner()).address));
    for (const [index, account] of made.entries()) {
      await engine.setAccount(account, {
        lamports: 1n,
        data: new Uint8Array([index, 7, 8].slice(0, index + 1)),
        owner: program,
      });
    }
    const find = (filters: unknown[]) => engine.rpc<{ pubkey: string }[]>('getProgramAccounts', [program, { filters }]);
    expect(await find([])).toHaveLength(3);
    expect(await find([{ dataSize: 2 }])).toMatchObject([{ pubkey: made[1] }]);
    const bytes = getBase58Decoder().decode(new Uint8Array([7, 8]));
    expect(await find([{ memcmp: { offset: 1, bytes } }])).toMatchObject([{ pubkey: made[2] }]);
    expect(await find([{ memcmp: { offset: 1, bytes: 'Bwg=', encoding: 'base64' } }])).toMatchObject([
      { pubkey: made[2] },
    ]);
    expect(await find([{ memcmp: { offset: 1, bytes: 'Bw==', encoding: 'base64' } }, { dataSize: 2 }])).toHaveLength(1);
    await expect(find(Array(5).fill({ dataSize: 1 }))).rejects.toMatchObject({ code: -32602 });
    await expect(find([{ unknown: 1 }])).rejects.toMatchObject({ code: -32602 });
    const wrapped = await client.rpc.getProgramAccounts(program, { encoding: 'base64', withContext: true }).send();
    expect(wrapped.value).toHaveLength(3);
  });
});

describe('the history', () => {
  it('is paged from the newest back', async () => {
    const signatures: Signature[] = [];
    for (const amount of [1n, 2n, 3n, 4n]) signatures.unshift(await pay(amount));
    const [d, c, b, a] = signatures as [Signature, Signature, Signature, Signature];
    const page = async (config: { limit?: number; before?: Signature; until?: Signature }) =>
      (await client.rpc.getSignaturesForAddress(second(), config).send()).map(({ signature }) => signature);
    expect(await page({})).toEqual([d, c, b, a]);
    expect(await page({ limit: 2 })).toEqual([d, c]);
    expect(await page({ limit: 2, before: c })).toEqual([b, a]);
    expect(await page({ before: a })).toEqual([]);
    expect(await page({ until: c })).toEqual([d]);
    expect(await page({ before: d, until: a })).toEqual([c, b]);
    const unknown = getBase58Decoder().decode(new Uint8Array(64).fill(1));
    for (const bound of ['before', 'until']) {
      await expect(engine.rpc('getSignaturesForAddress', [second(), { [bound]: unknown }])).rejects.toMatchObject({
        code: -32020,
      });
    }
    await expect(engine.rpc('getSignaturesForAddress', [second(), { limit: 1001 }])).rejects.toMatchObject({
      code: -32602,
    });
  });

  it('may be bounded by a transaction of another account', async () => {
    const mine = await pay(5n);
    const other = await client.rpc.requestAirdrop((await freshSigner()).address, 1_000_000_000n as never).send();
    const later = await pay(6n);
    const page = async (config: object) =>
      (await client.rpc.getSignaturesForAddress(second(), { limit: 2, ...config }).send()).map(
        ({ signature }) => signature,
      );
    expect((await page({ before: other }))[0]).toBe(mine);
    expect(await page({ until: other })).toEqual([later]);
  });

  it('shows transactions that are not final only if asked for them', async () => {
    const signature = await pay(7n);
    const ask = (commitment?: string) =>
      engine.rpc('getTransaction', [signature, { ...(commitment && { commitment }) }]);
    expect(await ask()).toBeNull();
    expect(await ask('confirmed')).not.toBeNull();
    await expect(ask('processed')).rejects.toMatchObject({ code: -32602 });
    expect(await engine.rpc('getSignaturesForAddress', [second(), { until: signature }])).toEqual([]);
    await engine.advanceSlots(32);
    expect(await ask()).not.toBeNull();
  });

  it('tells the commitment of a transaction', async () => {
    const signature = await pay(8n);
    const status = async (searchTransactionHistory = false) =>
      (await client.rpc.getSignatureStatuses([signature], { searchTransactionHistory }).send()).value[0];
    expect(await status()).toEqual({
      confirmationStatus: 'confirmed',
      confirmations: 1n,
      err: null,
      slot: engine.now().slot - 1n,
      status: { Ok: null },
    });
    await engine.advanceSlots(31);
    expect(await status()).toMatchObject({ confirmationStatus: 'finalized', confirmations: null });
    await engine.advanceSlots(150);
    expect(await status()).toBeNull();
    expect(await status(true)).toMatchObject({ confirmationStatus: 'finalized' });
  });

  it('gives a transaction back unchanged, in each encoding', async () => {
    const source = await client.signer(0);
    const wire = await client.sign([getTransferSolInstruction({ source, destination: second(), amount: 9n })], {
      payer: source,
    });
    const signature = await client.submit(wire);
    const config = { maxSupportedTransactionVersion: 0 } as const;
    const bytes = await client.rpc.getTransaction(signature, { ...config, encoding: 'base64' }).send();
    expect(bytes?.transaction).toEqual([wire, 'base64']);
    expect(bytes?.meta).toMatchObject({
      innerInstructions: [],
      loadedAddresses: { readonly: [], writable: [] },
      rewards: [],
    });
    const { messageBytes } = getTransactionDecoder().decode(getBase64Encoder().encode(wire));
    const json = await client.rpc.getTransaction(signature, { ...config, encoding: 'json' }).send();
    expect(json?.transaction).toEqual({
      message: {
        accountKeys: [first(), second(), '11111111111111111111111111111111'],
        header: { numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1, numRequiredSignatures: 1 },
        instructions: [
          {
            accounts: [0, 1],
            data: getBase58Decoder().decode(messageBytes.slice(-12)),
            programIdIndex: 2,
            stackHeight: 1,
          },
        ],
        recentBlockhash: expect.any(String),
      },
      signatures: [signature],
    });
    await expect(
      engine.rpc('getTransaction', [signature, { encoding: 'jsonParsed', commitment: 'confirmed' }]),
    ).rejects.toThrow('not jsonParsed');
    const unknown = getBase58Decoder().decode(new Uint8Array(64).fill(1)) as Signature;
    expect(await client.rpc.getTransaction(unknown, { ...config, encoding: 'json' }).send()).toBeNull();
  });
});

describe('a faucet', () => {
  it('sends coins by a transaction', async () => {
    const recipient = (await freshSigner()).address;
    const signature = await client.rpc.requestAirdrop(recipient, 1_000_000_000n as never).send();
    expect(await client.balance(recipient)).toBe(1_000_000_000n);
    expect((await client.rpc.getSignatureStatuses([signature]).send()).value[0]?.err).toBeNull();
  });
});

describe('the time machine', () => {
  it('can be used from another process', async () => {
    const { slot, epoch } = engine.now();
    expect(await engine.rpc('devnet_advanceSlots', [5])).toBe(Number(slot + 5n));
    expect(await engine.rpc('devnet_advanceEpochs')).toBe(Number((epoch + 1n) * 432_000n));
    expect(engine.now().epoch).toBe(epoch + 1n);
  });
});

describe('a malformed transaction', () => {
  const send = (text: string, config: unknown = { encoding: 'base64' }) =>
    engine.rpc('sendTransaction', [text, config]);

  it.each([
    ['is too long as text', 'A'.repeat(1648), 'too large: 1648 bytes (max: encoded/raw 1644/1232)'],
    ['is too long', Buffer.alloc(1233).toString('base64'), 'too large: 1233 bytes (max: 1232 bytes)'],
    ['is no base64', '*', 'invalid base64 encoding'],
    ['is nothing', '', 'failed to deserialize'],
    ['is noise', Buffer.alloc(300, 1).toString('base64'), 'failed to deserialize'],
  ])('is refused if it %s', async (_, text, message) => {
    await expect(send(text)).rejects.toMatchObject({ code: -32602, message: expect.stringContaining(message) });
  });

  it('is refused if bytes follow it', async () => {
    const source = await client.signer(0);
    const wire = await client.sign([getTransferSolInstruction({ source, destination: second(), amount: 1n })], {
      payer: source,
    });
    const longer = Buffer.concat([Buffer.from(wire, 'base64'), Buffer.alloc(1)]).toString('base64');
    await expect(send(longer)).rejects.toMatchObject({ code: -32602 });
    const base58 = getBase58Decoder().decode(Buffer.from(wire, 'base64'));
    expect(await send(base58, {})).toBe(getBase58Decoder().decode(Buffer.from(wire, 'base64').subarray(1, 65)));
  });
});

describe('parameters that are wrong', () => {
  it.each([
    ['getBalance', ['l1']],
    ['getBalance', [5]],
    ['getBalance', []],
    ['getBalance', ['0'.repeat(40)]],
    ['getBalance', ['11111111111111111111111111111111', { commitment: 'soon' }]],
    ['getBalance', ['11111111111111111111111111111111', 'confirmed']],
    ['getSignatureStatuses', [['11111111111111111111111111111111']]],
    ['getSignatureStatuses', [Array(257).fill('1')]],
    ['getMultipleAccounts', ['11111111111111111111111111111111']],
    ['getMinimumBalanceForRentExemption', [-1]],
    ['getRecentPerformanceSamples', [721]],
    ['sendTransaction', ['', { encoding: 'hex' }]],
  ])('of %s are refused: %j', async (method, params) => {
    await expect(engine.rpc(method, params)).rejects.toMatchObject({ code: -32602 });
  });

  it('are refused if they name a future slot', async () => {
    const { slot } = engine.now();
    await expect(engine.rpc('getBalance', [first(), { minContextSlot: slot + 1n }])).rejects.toMatchObject({
      code: -32016,
      data: { contextSlot: Number(slot) },
    });
    await engine.rpc('getBalance', [first(), { minContextSlot: slot }]);
  });
});
