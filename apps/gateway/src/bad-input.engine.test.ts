import { createHash } from 'node:crypto';
import { type AnvilEngine, prepareEvm, startAnvil } from '@isochain/devnet/evm';
import { Transaction, Wallet } from 'ethers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { createChains } from './chains.ts';
import { settings } from './config/settings.ts';
import { families } from './families.ts';
import { memoryStore } from './shared/memory-store.ts';

// What a person gets for each mistake that the service knows of: status, code, message, and the certainty that nothing was sent upstream
// where nothing should be. Over HTTP, against a real chain.

const key = 'a key for this test';
const headers = { authorization: key, 'content-type': 'application/json' };
const recipient = '0x8bc6922Eb94e4858efaF9F433c35Bc241F69e8a6';

let engine: AnvilEngine;
let app: ReturnType<typeof createApp>;
let token: string;
/** Methods that went upstream since the test began. */
let sent: string[] = [];

const watchingFetch: typeof fetch = (input, init) => {
  const body = JSON.parse(String(init?.body)) as { method: string } | { method: string }[];
  sent.push(...[body].flat().map(({ method }) => method));
  return fetch(input, init);
};

beforeAll(async () => {
  engine = await startAnvil({ chainId: 'sepolia', nativeChainId: 11155111 });
  token = (await prepareEvm(engine)).demoToken;
  const parsed = settings.parse({
    keys: { test: createHash('sha256').update(key).digest('hex') },
    // The second is a lie: this endpoint serves sepolia.
    chains: { sepolia: engine.settings, hoodi: engine.settings },
  });
  const chains = createChains({ families, settings: parsed.chains, connect: { fetch: watchingFetch } });
  app = createApp({ settings: parsed, chains, log: () => {}, store: memoryStore() });
});
afterAll(() => engine?.stop());
beforeEach(() => {
  sent = [];
});

interface Body {
  readonly status?: {
    readonly errors: readonly { readonly code: string; readonly message: string; readonly field?: string }[];
  };
  readonly transaction?: {
    readonly data: Record<string, unknown>;
    readonly encoded: { raw: { format: string; value: string }; hash: { value: string } }[];
  };
  readonly hash?: string;
}

async function post(
  path: string,
  body: unknown,
  extra: Record<string, string> = {},
): Promise<{ status: number; body: Body }> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await app.request(path, { method: 'POST', headers: { ...headers, ...extra }, body: text });
  return { status: response.status, body: (await response.json()) as Body };
}

const encode = (data: unknown, chain = 'sepolia') =>
  post(`/api/${chain}/transaction/encode`, { transaction: { data } });
const broadcast = (transaction: unknown) => post('/api/sepolia/transaction/broadcast', { transaction });
const sender = () => new Wallet(engine.accounts[0]?.privateKey ?? '');
/** An account that no test sends from. */
const idle = () => engine.accounts[7]?.address;
const transfer = (change: Record<string, unknown> = {}) => ({
  mode: 'transfer',
  senderAddress: sender().address,
  recipientAddress: recipient,
  amount: '1000',
  ...change,
});
const transferToken = (change: Record<string, unknown> = {}) => ({
  ...transfer(),
  mode: 'transferToken',
  tokenId: token,
  ...change,
});

function expectProblem(
  answer: { status: number; body: Body },
  status: number,
  code: string,
  message: RegExp,
  field?: string,
) {
  expect({ status: answer.status, code: answer.body.status?.errors[0]?.code }).toEqual({ status, code });
  expect(answer.body.status?.errors[0]?.message).toMatch(message);
  if (field !== undefined) expect(answer.body.status?.errors[0]?.field).toBe(field);
  expect(JSON.stringify(answer.body)).not.toContain('127.0.0.1');
}

describe('a wrong request', () => {
  it('names an unknown chain', async () => {
    expectProblem(await encode(transfer(), 'atlantis'), 404, 'chain.unknown', /atlantis/, 'chainId');
    expect(sent).toEqual([]);
  });

  it('says that a path does not accept a chain', async () => {
    expectProblem(await encode(transfer(), 'rootstock'), 404, 'chain.notAccepted', /rootstock/);
    expect(sent).toEqual([]);
  });

  it('needs the right key', async () => {
    const body = { transaction: { data: transfer() } };
    const path = '/api/sepolia/transaction/encode';
    expectProblem(await post(path, body, { authorization: '' }), 401, 'key.missing', /Authorization/);
    expectProblem(await post(path, body, { authorization: 'another key' }), 401, 'key.wrong', /not valid/);
    expect(sent).toEqual([]);
  });

  it('is refused as broken JSON', async () => {
    expectProblem(await post('/api/sepolia/transaction/encode', '{"transaction":'), 400, 'request.malformed', /JSON/);
    expect(sent).toEqual([]);
  });

  it.each([
    ['an amount that is a number', { amount: 1000 }, 'amount', /string/],
    ['useMaxAmount that is a string', { useMaxAmount: 'true' }, 'useMaxAmount', /boolean/],
    ['a sender that is a list', { senderAddress: ['0x1'] }, 'senderAddress', /string/],
    ['no recipient', { recipientAddress: undefined }, 'recipientAddress', /required/],
    ['an empty recipient', { recipientAddress: '' }, 'recipientAddress', /required/],
  ])('does not take %s', async (_, change, field, message) => {
    expectProblem(await encode(transfer(change)), 400, 'request.invalid', message, `transaction.data.${field}`);
    expect(sent).toEqual([]);
  });

  it('takes a null amount as absent', async () => {
    expectProblem(await encode(transfer({ amount: null })), 400, 'amount.missing', /amount/, 'transaction.data.amount');
    expect(sent).toEqual([]);
  });

  it.each([
    ['negative', '-1', /sign/],
    ['signed', '+1', /sign/],
    ['fractional', '1.5', /fraction/],
    ['spaced', ' 1', /spaces/],
    ['with an exponent', '1e18', /exponent/],
    ['hexadecimal', '0x10', /hexadecimal/],
    ['zero', '0', /more than 0/],
    ['with leading zeros', '01', /leading zeros/],
    ['enormous', '9'.repeat(100), /larger than 2\^256-1/],
    ['2^256', (2n ** 256n).toString(), /larger than 2\^256-1/],
  ])('does not take an amount that is %s', async (_, amount, message) => {
    expectProblem(await encode(transfer({ amount })), 400, 'amount.invalid', message, 'transaction.data.amount');
    expect(sent).toEqual([]);
  });

  it('needs exactly one of amount and useMaxAmount', async () => {
    expectProblem(await encode(transfer({ useMaxAmount: true })), 400, 'amount.ambiguous', /not both/);
    expectProblem(
      await encode(transfer({ amount: undefined })),
      400,
      'amount.missing',
      /either amount or useMaxAmount/,
    );
    expectProblem(await encode(transfer({ amount: '' })), 400, 'amount.missing', /either amount or useMaxAmount/);
    expect(sent).toEqual([]);
  });

  it.each(['senderAddress', 'recipientAddress'])('finds a wrong checksum in %s', async (field) => {
    const answer = await encode(transfer({ [field]: '0x8Bc6922Eb94e4858efaF9F433c35Bc241F69e8a6' }));
    expectProblem(answer, 400, 'address.checksumMismatch', /mistyped/, `transaction.data.${field}`);
    expect(sent).toEqual([]);
  });

  it('is refused for a mode that the chain lacks, or that does not exist', async () => {
    const stake = { mode: 'stake', senderAddress: sender().address, targetValidatorAddress: recipient, amount: '1' };
    expectProblem(await encode(stake), 400, 'mode.unsupported', /stake is not supported on Sepolia/);
    expectProblem(await encode({ mode: 'burn' }), 400, 'mode.unknown', /burn/);
    expect(sent).toEqual([]);
  });
});

describe('an intent that the chain would refuse', () => {
  it('does not send to the zero address', async () => {
    const answer = await encode(transfer({ recipientAddress: `0x${'0'.repeat(40)}` }));
    expectProblem(answer, 200, 'recipient.zeroAddress', /lost/);
    expect(answer.body.transaction?.encoded).toEqual([]);
    expect(sent).toEqual([]);
  });

  it('does not send tokens to their own contract', async () => {
    expectProblem(
      await encode(transferToken({ recipientAddress: token.toLowerCase() })),
      200,
      'recipient.isToken',
      /lost/,
    );
    expect(sent).toEqual([]);
  });

  it('does not send a token without a contract', async () => {
    const answer = await encode(transferToken({ tokenId: '0x1111111111111111111111111111111111111111' }));
    expectProblem(answer, 200, 'token.unknown', /no contract/, 'transaction.data.tokenId');
    expect(sent).not.toContain('eth_sendRawTransaction');
  });

  it('does not send more than the balance, and tells the balance', async () => {
    const answer = await encode(transfer({ senderAddress: idle(), amount: `1${'0'.repeat(24)}` }));
    expectProblem(
      answer,
      200,
      'balance.insufficient',
      /holds 10000 ETH, but 1000000 ETH are to be sent, and up to 0\.0\d+ ETH in fees: 1000000\.0\d+ ETH in all/,
      'transaction.data.amount',
    );
    expect(answer.body.transaction?.encoded).toEqual([]);
  });

  it('does not send more tokens than the balance', async () => {
    const answer = await encode(transferToken({ senderAddress: idle(), amount: '1000000000001' }));
    expectProblem(answer, 200, 'token.insufficient', /holds 1000000 DEMO, but 1000000\.000001 DEMO/);
  });

  it('does not send tokens without coins for gas', async () => {
    const poor = engine.accounts[9]?.address ?? '';
    await engine.setBalance(poor, 0n);
    const answer = await encode(transferToken({ senderAddress: poor }));
    expectProblem(
      answer,
      200,
      'balance.insufficientForFees',
      /Insufficient ETH to pay network fees: needs up to 0\.0\d+ ETH, has 0 ETH/,
    );
  });

  it('does not empty an account that cannot pay the fees', async () => {
    const poor = engine.accounts[8]?.address ?? '';
    await engine.setBalance(poor, 1000n);
    const answer = await encode({ ...transfer({ senderAddress: poor, useMaxAmount: true }), amount: undefined });
    expectProblem(answer, 200, 'balance.nothingToSend', /does not cover the network fees/);
  });

  it('refuses an endpoint of another chain for every request', async () => {
    expectProblem(await encode(transfer(), 'hoodi'), 502, 'upstream.unavailable', /No upstream of hoodi/);
    const state = await app.request(`/api/hoodi/account/${recipient}/state`, { headers });
    expect(state.status).toBe(502);
    expect(sent).not.toContain('eth_sendRawTransaction');
  });
});

describe("a broadcast that differs from encode's answer", () => {
  async function signed(intent: Record<string, unknown> = transfer()) {
    const { body } = await encode(intent);
    const transaction = body.transaction;
    const raw = transaction?.encoded[0]?.raw.value;
    if (transaction === undefined || raw === undefined) throw new Error(JSON.stringify(body));
    const signature = await sender().signTransaction(Transaction.from(raw));
    sent = [];
    return { ...transaction, signature };
  }

  it.each(['senderAddress', 'recipientAddress', 'amount', 'fees', 'gas', 'nonce', 'useMaxAmount', 'mode', 'params'])(
    'is refused if data.%s changed or went missing',
    async (field) => {
      const transaction = await signed();
      const changed: Record<string, unknown> = {
        senderAddress: recipient,
        recipientAddress: sender().address,
        useMaxAmount: true,
        mode: 'transferToken',
        params: { ...(transaction.data.params as object), maxFeePerGas: '1' },
      };
      const value = changed[field] ?? `${Number(transaction.data[field]) + 1}`;
      for (const change of [value, undefined]) {
        const answer = await broadcast({ ...transaction, data: { ...transaction.data, [field]: change } });
        expect({ change, status: answer.status }).toEqual({ change, status: 400 });
        expect(answer.body.status?.errors[0]?.message).toMatch(/is required|is not what encode returned|Unknown mode/);
      }
      expect(sent).toEqual([]);
    },
  );

  it('is refused if encoded changed', async () => {
    const transaction = await signed();
    const [rlp, wallet] = transaction.encoded;
    const flipped = { ...rlp, raw: { format: 'RLP', value: `${rlp?.raw.value.slice(0, -3)}1c0` } };
    for (const encoded of [[flipped, wallet], [wallet, rlp], [rlp], [], [rlp, wallet, wallet]]) {
      expectProblem(
        await broadcast({ ...transaction, encoded }),
        400,
        'encoded.mismatch',
        /not what transaction.data encodes to/,
      );
    }
    expect(sent).toEqual([]);
  });

  it('is refused if another key signed', async () => {
    const transaction = await signed();
    const digest = `0x${transaction.encoded[0]?.hash.value}`;
    const other = new Wallet(engine.accounts[1]?.privateKey ?? '').signingKey.sign(digest).serialized;
    expectProblem(
      await broadcast({ ...transaction, signature: other }),
      400,
      'signature.mismatch',
      /not made by senderAddress/,
    );
    expect(sent).toEqual([]);
  });

  it('is refused if the signature is of another transaction', async () => {
    const transaction = await signed();
    const another = await signed(transfer({ amount: '1001' }));
    const answer = await broadcast({ ...transaction, signature: another.signature });
    expectProblem(answer, 400, 'signature.otherTransaction', /not the one in encoded/);
    const rsv = sender().signingKey.sign(`0x${another.encoded[0]?.hash.value}`).serialized;
    expectProblem(
      await broadcast({ ...transaction, signature: rsv }),
      400,
      'signature.mismatch',
      /not made by senderAddress/,
    );
    expect(sent).toEqual([]);
  });

  it.each(['', '0x', 'zz', '00', `0x${'0'.repeat(128)}`, 'f'.repeat(130)])(
    'is refused if the signature is %j',
    async (signature) => {
      const answer = await broadcast({ ...(await signed()), signature });
      expect(answer.status).toBe(400);
      expect(answer.body.status?.errors[0]?.code).toMatch(/^(signature\.(malformed|mismatch)|request\.invalid)$/);
      expect(sent).toEqual([]);
    },
  );

  it('answers the same hash when it comes twice', async () => {
    const transaction = await signed();
    const first = await broadcast(transaction);
    const second = await broadcast(transaction);
    expect(first.status).toBe(200);
    expect(second).toEqual(first);
  });

  it('says that a nonce was used by another transaction', async () => {
    const late = await signed(transfer({ amount: '1' }));
    await broadcast(await signed(transfer({ amount: '2' })));
    const answer = await broadcast(late);
    expectProblem(
      answer,
      409,
      'broadcast.nonceUsed',
      /Nonce \d+ is used: transaction 0x[0-9a-f]{64} of the same account was confirmed with it\. Encode again/,
    );
  });
});
