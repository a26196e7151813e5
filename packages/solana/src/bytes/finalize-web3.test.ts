import type { CompletedData } from '@isochain/core';
import { toBase58 } from '@isochain/core/bytes';
import { getTransactionDecoder } from '@solana/kit';
import { Keypair, Message, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestKey, testKey } from '../../test/keys.ts';
import { messageOf, signedOfData } from '../../test/made.ts';
import { seededAccount } from '../../test/seeds.ts';
import { addressOf } from '../../test/vectors.ts';
import { associatedTokenAccount } from '../address/pda.ts';
import { programs } from '../well-known.ts';
import { decodeMessage, encodeMessage, encodeTransaction } from './message.ts';

// Most of Solana's clients still use this library. It does not keep the order of accounts in our bytes.

const key = Keypair.fromSeed(new Uint8Array(32).fill(7));
const sender = key.publicKey.toBase58();
const recipient = addressOf(3);
const mint = addressOf(200);
const blockhash = addressOf(4);
const lifetime = { blockhash, lastValidBlockHeight: '1000' };
const token = {
  program: programs.token,
  source: associatedTokenAccount(sender, mint, programs.token).address,
  destination: associatedTokenAccount(recipient, mint, programs.token).address,
  create: true,
};

function data(fields: Record<string, unknown>, params: Record<string, unknown> = {}): CompletedData {
  const all = { profile: 'compat', ...lifetime, ...params };
  return { senderAddress: sender, fees: '5000', amount: '1000', params: all, ...fields } as unknown as CompletedData;
}

const newStake = { account: seededAccount(sender, blockhash, addressOf(5), '1000') };
const nonce = { blockhash, nonceAccount: addressOf(99), lastValidBlockHeight: undefined };

const cases: Readonly<Record<string, CompletedData>> = {
  transfer: data({ mode: 'transfer', recipientAddress: recipient }),
  'transfer with memo, price and nonce': data(
    { mode: 'transfer', recipientAddress: recipient, memo: 'hi', gas: '1000', fees: '5001' },
    { ...nonce, computeUnitPrice: '1000' },
  ),
  transferToken: data({ mode: 'transferToken', tokenId: mint, recipientAddress: recipient }, { token }),
  'transferToken for hardware': data(
    { mode: 'transferToken', tokenId: mint, recipientAddress: recipient, memo: 'x' },
    { profile: 'hardware', token: { ...token, decimals: '6' } },
  ),
  enableToken: data(
    { mode: 'enableToken', tokenId: mint },
    {
      token: {
        program: programs.token2022,
        create: true,
        destination: associatedTokenAccount(sender, mint, programs.token2022).address,
      },
    },
  ),
  stake: data({ mode: 'stake', targetValidatorAddress: addressOf(5) }, { newStake }),
  'stake for hardware': data(
    { mode: 'stake', targetValidatorAddress: addressOf(5) },
    { profile: 'hardware', newStake },
  ),
  unstake: data({ mode: 'unstake', stakeId: addressOf(6), validatorAddress: addressOf(5) }),
  'unstake of a part': data(
    { mode: 'unstake', stakeId: addressOf(6), validatorAddress: addressOf(5) },
    { newStake: { account: seededAccount(sender, blockhash, addressOf(6), '1000'), deposit: '2282880' } },
  ),
  withdraw: data({ mode: 'withdraw', stakeId: addressOf(6), validatorAddress: addressOf(5) }),
};

const bytesOf = (completed: CompletedData) => Buffer.from(messageOf(completed));

/** The way of public snippets. */
function populated(completed: CompletedData): Transaction {
  const transaction = Transaction.populate(Message.from(bytesOf(completed)));
  transaction.sign(key);
  return transaction;
}

/** The way through its newer classes, to a legacy message all the same. */
function recompiled(completed: CompletedData): VersionedTransaction {
  const legacy = TransactionMessage.decompile(Message.from(bytesOf(completed))).compileToLegacyMessage();
  const transaction = new VersionedTransaction(legacy);
  transaction.sign([key]);
  return transaction;
}

const ways: readonly [string, (completed: CompletedData) => { wire: Uint8Array; signature: Uint8Array }][] = [
  [
    'Transaction.populate',
    (completed) => {
      const transaction = populated(completed);
      return { wire: transaction.serialize(), signature: transaction.signature ?? new Uint8Array() };
    },
  ],
  [
    'TransactionMessage.compileToLegacyMessage',
    (completed) => {
      const transaction = recompiled(completed);
      return { wire: transaction.serialize(), signature: transaction.signatures[0] ?? new Uint8Array() };
    },
  ],
];

describe.each(ways)('a transaction that @solana/web3.js makes by %s', (_, sign) => {
  it.each(Object.entries(cases))('is sent unchanged: %s', async (_name, completed) => {
    const { wire, signature } = sign(completed);
    const expected = { raw: Buffer.from(wire).toString('base64'), hash: toBase58(signature) };
    expect(await signedOfData(completed, Buffer.from(wire).toString('base64'))).toEqual(expected);
    expect(await signedOfData(completed, Buffer.from(wire).toString('hex'))).toEqual(expected);
    expect(await signedOfData(completed, JSON.stringify({ signature: toBase58(wire), publicKey: sender }))).toEqual(
      expected,
    );
    // If only the signature comes, the order that it signs is found.
    expect(await signedOfData(completed, Buffer.from(signature).toString('hex'))).toEqual(expected);
    expect(await signedOfData(completed, toBase58(signature))).toEqual(expected);
  });
});

it('has accounts in another order for tokens and stakes, which this test needs', () => {
  for (const name of ['transferToken', 'stake', 'unstake of a part']) {
    const completed = cases[name] as CompletedData;
    expect(Buffer.from(populated(completed).serializeMessage())).not.toEqual(bytesOf(completed));
    expect(Buffer.from(recompiled(completed).message.serialize())).not.toEqual(bytesOf(completed));
  }
});

describe('a message that differs in more than the order of accounts', () => {
  const completed = cases.transferToken as CompletedData;
  let signer: TestKey;
  let stranger: TestKey;
  beforeAll(async () => {
    signer = await testKey(new Uint8Array(32).fill(7));
    stranger = await testKey(new Uint8Array(32).fill(8));
  });

  /** The result for the whole transaction, and for the signature alone. */
  async function outcomes(message: Uint8Array, by = signer, count = 1): Promise<(string | undefined)[]> {
    const signature = await by.sign(message);
    const wire = encodeTransaction({ signatures: new Array<Uint8Array>(count).fill(signature), message });
    const sent = [wire, signature].map((bytes) => signedOfData(completed, Buffer.from(bytes).toString('base64')));
    const settled = await Promise.allSettled(sent);
    return settled.map((result) =>
      result.status === 'fulfilled' ? result.value.hash : (result.reason as { code?: string }).code,
    );
  }

  type Draft = NonNullable<ReturnType<typeof decodeMessage>>;
  const sorted = () => decodeMessage(Uint8Array.from(populated(completed).serializeMessage())) as Draft;
  const changed = (change: (message: Draft) => Partial<Draft>) => encodeMessage({ ...sorted(), ...change(sorted()) });
  const header = (part: Partial<Draft['header']>) => changed((message) => ({ header: { ...message.header, ...part } }));
  const keys = (change: (all: Draft['keys']) => Draft['keys']) =>
    changed((message) => ({ keys: change(message.keys) }));
  const instructions = (change: (all: Draft['instructions']) => Draft['instructions']) =>
    changed((message) => ({ instructions: change(message.instructions) }));
  const swap = <T>(list: readonly T[], a: number, b: number) =>
    list.map((item, i) => list[i === a ? b : i === b ? a : i] ?? item);
  const other = addressOf(77);

  it('is taken unchanged', async () => {
    const signature = await signer.sign(changed(() => ({})));
    expect(await outcomes(changed(() => ({})))).toEqual([toBase58(signature), toBase58(signature)]);
  });

  const { readonlyOthers } = sorted().header;
  it.each<[string, () => Uint8Array]>([
    ['another blockhash', () => changed(() => ({ blockhash: other }))],
    ['another account in the place of one', () => keys((all) => all.map((at, i) => (i === 3 ? other : at)))],
    ['source and destination in each other’s place', () => keys((all) => swap(all, 1, 2))],
    [
      'one key more',
      () =>
        changed((message) => ({
          keys: [...message.keys, other],
          header: { ...message.header, readonlyOthers: readonlyOthers + 1 },
        })),
    ],
    ['an account that became writable', () => header({ readonlyOthers: readonlyOthers - 1 })],
    ['an account that became readonly', () => header({ readonlyOthers: readonlyOthers + 1 })],
    ['one more signer', () => header({ signers: 2 })],
    ['a key that stands there twice', () => keys((all) => all.map((at, i) => (i === 2 ? (all[1] ?? at) : at)))],
    ['instructions in another order', () => instructions((all) => swap(all, 0, 1))],
    ['an instruction less', () => instructions((all) => all.slice(0, 1))],
    ['an instruction twice', () => instructions((all) => [...all, ...all.slice(1)])],
    ['other data', () => instructions((all) => all.map((one) => ({ ...one, data: one.data.map((byte) => byte ^ 1) })))],
    [
      'accounts of an instruction in another order',
      () => instructions((all) => all.map((one) => ({ ...one, accounts: one.accounts.toReversed() }))),
    ],
    [
      'an account of an instruction less',
      () => instructions((all) => all.map((one) => ({ ...one, accounts: one.accounts.slice(0, -1) }))),
    ],
    ['another program', () => instructions((all) => all.map((one) => ({ ...one, program: all[0]?.program ?? 0 })))],
    ['a byte behind its end', () => Uint8Array.of(...changed(() => ({})), 0)],
    ['version 0', () => Uint8Array.of(0x80, ...changed(() => ({})), 0)],
  ])('is refused: %s', async (_, make) => {
    expect(await outcomes(make())).toEqual(['signature.otherTransaction', 'signature.mismatch']);
  });

  it('is refused: another payer, or one more signature', async () => {
    const message = keys((all) => all.map((at, i) => (i === 0 ? stranger.address : at)));
    expect(await outcomes(message, stranger)).toEqual(['signature.otherTransaction', 'signature.mismatch']);
    expect(
      (
        await outcomes(
          changed(() => ({})),
          signer,
          2,
        )
      )[0],
    ).toBe('signature.otherTransaction');
  });

  it('is refused: signed by another key', async () => {
    expect(
      await outcomes(
        changed(() => ({})),
        stranger,
      ),
    ).toEqual(['signature.mismatch', 'signature.mismatch']);
  });
});

it('sends a transaction in which web3.js itself reads the instructions of encode', async () => {
  for (const [, sign] of ways) {
    for (const completed of Object.values(cases)) {
      const { raw } = await signedOfData(completed, Buffer.from(sign(completed).wire).toString('base64'));
      const { messageBytes } = getTransactionDecoder().decode(Uint8Array.from(Buffer.from(raw, 'base64')));
      const meaning = (bytes: Uint8Array) =>
        TransactionMessage.decompile(Message.from(Buffer.from(bytes))).instructions;
      expect(meaning(new Uint8Array(messageBytes))).toEqual(meaning(messageOf(completed)));
    }
  }
});
