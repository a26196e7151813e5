import {
  address,
  getBase58Decoder,
  isSolanaError,
  SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__TRANSACTION_ERROR__ACCOUNT_NOT_FOUND,
  SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED,
  SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
  SOLANA_ERROR__TRANSACTION_ERROR__INSUFFICIENT_FUNDS_FOR_FEE,
  SOLANA_ERROR__TRANSACTION_ERROR__INSUFFICIENT_FUNDS_FOR_RENT,
  SOLANA_ERROR__TRANSACTION_ERROR__SIGNATURE_FAILURE,
} from '@solana/kit';
import { getAdvanceNonceAccountInstruction, getTransferSolInstruction } from '@solana-program/system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RpcError } from '../json-rpc.ts';
import type { SolanaEngine } from './engine.ts';
import { createKitClient, failureOf, freshSigner, type Wire } from './kit-client.ts';
import { startSolana } from './solana.ts';

const sol = 1_000_000_000n;
/** The rent-exempt balance of an account without data. */
const rentMinimum = 890_880n;
const baseFee = 5_000n;

let engine: SolanaEngine;
let client: ReturnType<typeof createKitClient>;
beforeAll(async () => {
  engine = await startSolana();
  client = createKitClient(engine);
});
afterAll(() => engine.stop());

const pay = async (amount: bigint, from = 0, to: string | undefined = engine.accounts[1]?.address) => {
  const source = await client.signer(from);
  return { source, instruction: getTransferSolInstruction({ source, destination: address(to ?? ''), amount }) };
};

/** kit's error for a refused transaction. */
const refusal = async (call: Promise<unknown>) => {
  const { code, cause, context } = await failureOf(call);
  expect(code).toBe(SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE);
  return { cause, context };
};

describe('a transfer', () => {
  it('moves coins, charges the fee and makes a block', async () => {
    const { source, instruction } = await pay(123_456_789n);
    const recipient = engine.accounts[1]?.address ?? '';
    const [before, recipientBefore, { slot, unixTime }] = [
      await client.balance(source.address),
      await client.balance(recipient),
      engine.now(),
    ];
    const signature = await client.send([instruction], source);

    expect(await client.balance(source.address)).toBe(before - 123_456_789n - baseFee);
    expect(await client.balance(recipient)).toBe(recipientBefore + 123_456_789n);
    expect(engine.now().slot).toBe(slot + 1n);
    const transaction = await client.rpc
      .getTransaction(signature, { encoding: 'json', maxSupportedTransactionVersion: 0 })
      .send();
    expect(transaction).toMatchObject({
      blockTime: unixTime,
      slot,
      version: 'legacy',
      meta: {
        err: null,
        fee: baseFee,
        computeUnitsConsumed: 150n,
        preBalances: [before, recipientBefore, 1n],
        postBalances: [before - 123_456_789n - baseFee, recipientBefore + 123_456_789n, 1n],
        logMessages: [
          'Program 11111111111111111111111111111111 invoke [1]',
          'Program 11111111111111111111111111111111 success',
        ],
      },
    });
  });

  it('may empty an account, and the account is then gone', async () => {
    const payer = await freshSigner();
    await engine.fund(payer.address, sol);
    await client.send(
      [
        getTransferSolInstruction({
          source: payer,
          destination: (await client.signer(1)).address,
          amount: sol - baseFee,
        }),
      ],
      payer,
    );
    expect((await client.rpc.getAccountInfo(payer.address, { encoding: 'base64' }).send()).value).toBeNull();
  });

  it('to the sender itself has one key less', async () => {
    const { source, instruction } = await pay(1n, 0, engine.accounts[0]?.address);
    const before = await client.balance(source.address);
    await client.send([instruction], source);
    expect(await client.balance(source.address)).toBe(before - baseFee);
  });
});

describe('preflight refuses', () => {
  it('a transfer of more than the balance, with the logs of the program', async () => {
    const { source, instruction } = await pay(1_000_000n * sol);
    const { cause, context } = await refusal(client.send([instruction], source));
    expect(cause).toBe(SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM);
    expect(context).toMatchObject({
      unitsConsumed: 150n,
      accounts: null,
      logs: [
        'Program 11111111111111111111111111111111 invoke [1]',
        expect.stringMatching(/^Transfer: insufficient lamports \d+, need 1000000000000000$/),
        'Program 11111111111111111111111111111111 failed: custom program error: 0x1',
      ],
    });
  });

  it('with the words of a node', async () => {
    const { source, instruction } = await pay(1_000_000n * sol);
    const wire = await client.sign([instruction], { payer: source });
    const error = await engine
      .rpc('sendTransaction', [wire, { encoding: 'base64' }])
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RpcError);
    expect(error).toMatchObject({
      code: -32002,
      message:
        'sendTransaction: Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1 (-32002)',
      data: { err: { InstructionError: [0, { Custom: 1 }] }, replacementBlockhash: null },
    });
  });

  it.each([
    ['a payer that does not exist', 0n, 1n, SOLANA_ERROR__TRANSACTION_ERROR__ACCOUNT_NOT_FOUND],
    ['a payer without the fee', 4_999n, 1n, SOLANA_ERROR__TRANSACTION_ERROR__INSUFFICIENT_FUNDS_FOR_FEE],
    [
      'a payer that the fee makes too poor',
      rentMinimum + 4_999n,
      1n,
      SOLANA_ERROR__TRANSACTION_ERROR__INSUFFICIENT_FUNDS_FOR_RENT,
    ],
    ['a remainder below rent', sol, sol - baseFee - 1n, SOLANA_ERROR__TRANSACTION_ERROR__INSUFFICIENT_FUNDS_FOR_RENT],
  ])('%s', async (_, balance, amount, expected) => {
    const payer = await freshSigner();
    await engine.setBalance(payer.address, balance);
    const instruction = getTransferSolInstruction({
      source: payer,
      destination: (await client.signer(1)).address,
      amount,
    });
    const { cause } = await refusal(client.send([instruction], payer));
    expect(cause).toBe(expected);
    expect(await client.balance(payer.address)).toBe(balance);
  });

  it('too little for a new account, and names the account', async () => {
    const { source, instruction } = await pay(rentMinimum - 1n, 0, (await freshSigner()).address);
    const wire = await client.sign([instruction], { payer: source });
    const failure = await failureOf(client.submit(wire));
    expect(failure.cause).toBe(SOLANA_ERROR__TRANSACTION_ERROR__INSUFFICIENT_FUNDS_FOR_RENT);
    await expect(engine.rpc('sendTransaction', [wire, { encoding: 'base64' }])).rejects.toMatchObject({
      data: { err: { InsufficientFundsForRent: { account_index: 1 } } },
    });
  });

  it('a wrong signature, and a missing one', async () => {
    const { source, instruction } = await pay(1n);
    const wire = Buffer.from(await client.sign([instruction], { payer: source }), 'base64');
    for (const tampered of [Buffer.from(wire).fill(7, 1, 33), Buffer.from(wire).fill(0, 1, 65)]) {
      const { cause } = await refusal(client.submit(tampered.toString('base64') as Wire));
      expect(cause).toBe(SOLANA_ERROR__TRANSACTION_ERROR__SIGNATURE_FAILURE);
    }
  });

  it('the same transaction twice', async () => {
    const { source, instruction } = await pay(7n);
    const wire = await client.sign([instruction], { payer: source });
    await client.submit(wire);
    const after = await client.balance(source.address);
    expect((await refusal(client.submit(wire))).cause).toBe(SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED);
    await client.submit(wire, { skipPreflight: true });
    expect(await client.balance(source.address)).toBe(after);
  });
});

describe('a blockhash', () => {
  it('lives for 150 blocks', async () => {
    const { value: lifetime } = await client.rpc.getLatestBlockhash().send();
    expect(lifetime.lastValidBlockHeight).toBe(engine.now().blockHeight + 150n);
    const { source, instruction } = await pay(8n);
    const young = await client.sign([instruction], { payer: source, blockhash: lifetime.blockhash });
    const old = await client.sign([(await pay(9n)).instruction], { payer: source, blockhash: lifetime.blockhash });

    await engine.advanceSlots(150);
    expect(await client.rpc.getBlockHeight().send()).toBe(lifetime.lastValidBlockHeight);
    expect((await client.rpc.isBlockhashValid(lifetime.blockhash).send()).value).toBe(true);
    await client.submit(young);
    expect((await client.rpc.isBlockhashValid(lifetime.blockhash).send()).value).toBe(false);
    expect((await refusal(client.submit(old))).cause).toBe(SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND);
    // The error is its age, not the repetition, as on a node.
    expect((await refusal(client.submit(young))).cause).toBe(SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND);
  });

  it('can be made to expire', async () => {
    const { source, instruction } = await pay(10n);
    const wire = await client.sign([instruction], { payer: source });
    await engine.expireBlockhash();
    expect((await refusal(client.submit(wire))).cause).toBe(SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND);
  });

  it('is new in each block', async () => {
    const seen = new Set<string>();
    for (let block = 0; block < 5; block++) {
      seen.add((await client.rpc.getLatestBlockhash().send()).value.blockhash);
      await engine.mine();
    }
    expect(seen.size).toBe(5);
  });
});

describe('a durable nonce', () => {
  const nonceOf = async (account: string): Promise<string> => {
    const { value } = await client.rpc.getAccountInfo(address(account), { encoding: 'base64' }).send();
    const data = Buffer.from(value?.data[0] ?? '', 'base64');
    return getBase58Decoder().decode(data.subarray(40, 72));
  };

  it('outlives blockhashes and works once', async () => {
    const { source, instruction } = await pay(11n);
    const nonceAccount = address(await engine.createNonceAccount({ authority: source.address }));
    const advance = getAdvanceNonceAccountInstruction({ nonceAccount, nonceAuthority: source });
    const wire = await client.sign([advance, instruction], { payer: source, blockhash: await nonceOf(nonceAccount) });
    await engine.advanceSlots(1000);
    const signature = await client.submit(wire);
    expect((await client.rpc.getSignatureStatuses([signature]).send()).value[0]?.err).toBeNull();
    expect((await refusal(client.submit(wire))).cause).toBe(SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND);
  });

  it('moves on with a transaction that fails', async () => {
    const { source, instruction } = await pay(1_000_000n * sol);
    const nonceAccount = address(await engine.createNonceAccount({ authority: source.address }));
    const advance = getAdvanceNonceAccountInstruction({ nonceAccount, nonceAuthority: source });
    const before = await nonceOf(nonceAccount);
    const wire = await client.sign([advance, instruction], { payer: source, blockhash: before });
    await client.submit(wire, { skipPreflight: true });
    const after = await nonceOf(nonceAccount);
    expect(after).not.toBe(before);
    // The next value is one that the System program takes.
    await client.submit(
      await client.sign([advance, (await pay(12n)).instruction], { payer: source, blockhash: after }),
    );
  });

  it('works only for its authority', async () => {
    const { source, instruction } = await pay(13n);
    const other = await freshSigner();
    const nonceAccount = address(await engine.createNonceAccount({ authority: other.address }));
    const advance = getAdvanceNonceAccountInstruction({ nonceAccount, nonceAuthority: source });
    const wire = await client.sign([advance, instruction], { payer: source, blockhash: await nonceOf(nonceAccount) });
    expect((await refusal(client.submit(wire))).cause).toBe(SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND);
  });
});

describe('without preflight', () => {
  it('a transaction that fails lands, pays and is in the history', async () => {
    const { source, instruction } = await pay(1_000_000n * sol);
    const before = await client.balance(source.address);
    const signature = await client.submit(await client.sign([instruction], { payer: source }), { skipPreflight: true });
    expect(await client.balance(source.address)).toBe(before - baseFee);
    const [status] = (await client.rpc.getSignatureStatuses([signature]).send()).value;
    // kit turns integers in unknown places into bigints.
    expect(status?.err).toEqual({ InstructionError: [0n, { Custom: 1n }] });
    const [newest] = await client.rpc.getSignaturesForAddress(source.address, { limit: 1 }).send();
    expect(newest).toMatchObject({ signature, err: { InstructionError: [0n, { Custom: 1n }] } });
    const transaction = await client.rpc
      .getTransaction(signature, { encoding: 'base64', maxSupportedTransactionVersion: 0 })
      .send();
    expect(transaction?.meta).toMatchObject({ fee: baseFee, err: { InstructionError: [0n, { Custom: 1n }] } });
  });

  it('a transaction that cannot pay is dropped in silence', async () => {
    const payer = await freshSigner();
    const instruction = getTransferSolInstruction({ source: payer, destination: payer.address, amount: 0n });
    const signature = await client.submit(await client.sign([instruction], { payer }), { skipPreflight: true });
    expect(
      (await client.rpc.getSignatureStatuses([signature], { searchTransactionHistory: true }).send()).value,
    ).toEqual([null]);
  });
});

describe('while nothing is mined', () => {
  it('a transaction waits, may be sent again, and lands with the next block', async () => {
    const { source, instruction } = await pay(14n);
    const before = await client.balance(source.address);
    await engine.setAutomine(false);
    try {
      const wire = await client.sign([instruction], { payer: source });
      const signature = await client.submit(wire);
      expect(await client.submit(wire)).toBe(signature);
      expect((await client.rpc.getSignatureStatuses([signature]).send()).value).toEqual([null]);
      expect(await client.balance(source.address)).toBe(before);
      await engine.mine();
      expect((await client.rpc.getSignatureStatuses([signature]).send()).value[0]).toMatchObject({
        err: null,
        confirmations: 1n,
        confirmationStatus: 'confirmed',
      });
      expect(await client.balance(source.address)).toBe(before - 14n - baseFee);
    } finally {
      await engine.setAutomine(true);
    }
  });

  it('a transaction that waits too long is forgotten', async () => {
    const { source, instruction } = await pay(15n);
    await engine.setAutomine(false);
    try {
      const signature = await client.send([instruction], source);
      await engine.advanceSlots(151);
      await engine.mine();
      expect(
        (await client.rpc.getSignatureStatuses([signature], { searchTransactionHistory: true }).send()).value,
      ).toEqual([null]);
    } finally {
      await engine.setAutomine(true);
    }
  });
});

describe('a simulation', () => {
  it('needs no signature and changes nothing', async () => {
    const { source, instruction } = await pay(16n);
    const before = await client.balance(source.address);
    const recipient = address(engine.accounts[1]?.address ?? '');
    const unsigned = Buffer.from(await client.sign([instruction], { payer: source }), 'base64').fill(0, 1, 65);
    const { value } = await client.rpc
      .simulateTransaction(unsigned.toString('base64') as Wire, {
        encoding: 'base64',
        replaceRecentBlockhash: true,
        accounts: { encoding: 'base64', addresses: [recipient, source.address] },
      })
      .send();
    expect(value).toMatchObject({ err: null, unitsConsumed: 150n, returnData: null });
    expect(value.replacementBlockhash).toEqual((await client.rpc.getLatestBlockhash().send()).value);
    expect(value.accounts.map((account) => account?.lamports)).toEqual([
      (await client.balance(recipient)) + 16n,
      before - 16n - baseFee,
    ]);
    expect(await client.balance(source.address)).toBe(before);
  });

  it('checks age and signature when asked to', async () => {
    const { source, instruction } = await pay(17n);
    const wire = await client.sign([instruction], { payer: source });
    const unsigned = Buffer.from(wire, 'base64').fill(0, 1, 65).toString('base64') as Wire;
    await engine.expireBlockhash();
    const simulate = async (transaction: Wire, sigVerify: boolean) =>
      (await client.rpc.simulateTransaction(transaction, { encoding: 'base64', sigVerify: sigVerify as true }).send())
        .value.err;
    expect(await simulate(wire, false)).toBe('BlockhashNotFound');
    expect(await simulate(unsigned, true)).toBe('SignatureFailure');
  });
});

it('answers errors that kit recognises', async () => {
  const { source, instruction } = await pay(1_000_000n * sol);
  const error = await client.send([instruction], source).catch((reason: unknown) => reason);
  expect(isSolanaError(error)).toBe(true);
});
