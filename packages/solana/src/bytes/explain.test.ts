import { type Chain, type CompletedData, toHex } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { itemsOfData } from '../../test/made.ts';
import { recordedEncode } from '../../test/recordings.ts';
import { seededAccount, seedOf } from '../../test/seeds.ts';
import { addressOf } from '../../test/vectors.ts';
import { version1Message } from '../../test/version1.ts';
import { associatedTokenAccount } from '../address/pda.ts';
import { solana } from '../index.ts';
import { programs } from '../well-known.ts';
import { explain } from './explain.ts';
import { compileMessage, encodeMessage, type Instruction } from './message.ts';
import { createIdempotent } from './programs/associated-token.ts';
import { setComputeUnitLimit } from './programs/compute-budget.ts';
import * as stake from './programs/stake.ts';
import * as system from './programs/system.ts';
import * as token from './programs/token.ts';

const blockhash = 'Hx4LeLPCqw1JRTFMsNBRPCgPoAvzHFwB6LKaCKbDVjUP';
const [sender, recipient, mint, vote, stakeId, nonceAccount] = [1, 2, 3, 4, 5, 6].map(addressOf) as [
  ReturnType<typeof addressOf>,
  ReturnType<typeof addressOf>,
  ReturnType<typeof addressOf>,
  ReturnType<typeof addressOf>,
  ReturnType<typeof addressOf>,
  ReturnType<typeof addressOf>,
];
const common = { profile: 'compat', blockhash, lastValidBlockHeight: '1', expiresAt: '2' };
const account = (owner: string, program: string) => associatedTokenAccount(owner, mint, program).address;
const tokenOf = (program: string, create = false, decimals?: string) => ({
  program,
  ...(decimals === undefined ? {} : { decimals }),
  source: account(sender, program),
  destination: account(recipient, program),
  create,
});
const newStake = { account: seededAccount(sender, blockhash, vote, '9') };
const part = { account: seededAccount(sender, blockhash, stakeId, '10') };
const fees = '5000';

/** The explanation of each kind of transaction, with all facts of its bytes. */
const cases: readonly {
  readonly what: string;
  readonly data: Record<string, unknown>;
  readonly seen?: Record<string, unknown>;
  readonly hidden?: readonly string[];
  readonly more?: Record<string, unknown>;
}[] = [
  { what: 'a transfer', data: { mode: 'transfer', recipientAddress: recipient, amount: '7', fees } },
  { what: 'a transfer to oneself', data: { mode: 'transfer', recipientAddress: sender, amount: '7', fees } },
  {
    what: 'a transfer with everything',
    data: {
      mode: 'transfer',
      recipientAddress: recipient,
      amount: '7',
      memo: 'hi',
      gas: '1000',
      fees: '5002',
      params: { profile: 'compat', blockhash, nonceAccount, computeUnitPrice: '1500' },
    },
    more: { wishes: { nonceAccount } },
  },
  {
    what: 'a plain token transfer',
    data: {
      mode: 'transferToken',
      tokenId: mint,
      recipientAddress: recipient,
      amount: '8',
      fees,
      params: { ...common, token: tokenOf(programs.token) },
    },
    hidden: ['tokenId', 'recipientAddress'],
    seen: {
      sourceTokenAccount: account(sender, programs.token),
      destinationTokenAccount: account(recipient, programs.token),
    },
  },
  {
    what: 'a token transfer with a new account',
    data: {
      mode: 'transferToken',
      tokenId: mint,
      recipientAddress: recipient,
      amount: '8',
      memo: 'x',
      fees,
      params: { ...common, token: tokenOf(programs.token, true) },
    },
    seen: {
      sourceTokenAccount: account(sender, programs.token),
      destinationTokenAccount: account(recipient, programs.token),
    },
  },
  {
    what: 'a checked token transfer',
    data: {
      mode: 'transferToken',
      tokenId: mint,
      recipientAddress: recipient,
      amount: '8',
      fees,
      params: { ...common, token: tokenOf(programs.token2022, false, '6') },
    },
    hidden: ['recipientAddress'],
    seen: {
      sourceTokenAccount: account(sender, programs.token2022),
      destinationTokenAccount: account(recipient, programs.token2022),
    },
  },
  {
    what: 'a checked token transfer for hardware wallets, with a new account',
    data: {
      mode: 'transferToken',
      tokenId: mint,
      recipientAddress: recipient,
      amount: '8',
      fees,
      params: { ...common, profile: 'hardware', token: tokenOf(programs.token, true, '6') },
    },
    seen: {
      sourceTokenAccount: account(sender, programs.token),
      destinationTokenAccount: account(recipient, programs.token),
    },
  },
  {
    what: 'a token being enabled',
    data: {
      mode: 'enableToken',
      tokenId: mint,
      fees,
      params: {
        ...common,
        token: { program: programs.token, destination: account(sender, programs.token), create: true },
      },
    },
  },
  {
    what: 'a stake',
    data: { mode: 'stake', targetValidatorAddress: vote, amount: '9', fees, params: { ...common, newStake } },
  },
  {
    what: 'a stake for hardware wallets',
    data: {
      mode: 'stake',
      targetValidatorAddress: vote,
      amount: '9',
      fees,
      params: { ...common, profile: 'hardware', newStake },
    },
  },
  {
    what: 'the end of a stake',
    data: { mode: 'unstake', stakeId, amount: '9', fees },
    hidden: ['amount'],
    more: { untold: ['amount'] },
  },
  {
    what: 'the end of a part of a stake',
    data: {
      mode: 'unstake',
      stakeId,
      amount: '10',
      fees,
      params: { ...common, newStake: { ...part, deposit: '5' } },
    },
  },
  {
    what: 'the end of a part without a deposit',
    data: {
      mode: 'unstake',
      stakeId,
      amount: '10',
      fees,
      params: { ...common, newStake: { ...part, deposit: '0' } },
    },
  },
  { what: 'a withdrawal', data: { mode: 'withdraw', stakeId, amount: '11', fees } },
];

describe('explain', () => {
  it.each(cases)('reads $what from its bytes', ({ data, seen = {}, hidden = [], more = {} }) => {
    const encoded = itemsOfData({ senderAddress: sender, params: common, ...data } as unknown as CompletedData);
    // The bytes do not tell the base fee.
    const { params: _, fees: said, ...fields } = data;
    const expected = Object.fromEntries(Object.entries(fields).filter(([name]) => !hidden.includes(name)));
    expect(explain(encoded)).toEqual({
      data: { senderAddress: sender, ...expected, ...seen },
      errors: [],
      leastFees: BigInt(String(said)) - 5_000n,
      ...more,
    });
  });

  it.each(['transfer_max', 'token_transfer', 'token_transfer_self'])('reads the recorded %s', (name) => {
    const { data, encoded } = recordedEncode(name);
    const { senderAddress, amount, mode } = data as Record<string, unknown>;
    const explanation = explain(encoded);
    expect(explanation.errors).toEqual([]);
    expect(explanation.data).toMatchObject({ mode, senderAddress, amount });
  });

  const explained = (instructions: readonly Instruction[]) => {
    const message = encodeMessage(compileMessage({ payer: sender, blockhash, instructions }));
    return explain([{ raw: { format: 'BORSH', value: toHex(message) } }]);
  };
  const [payment] = [system.transfer(sender, recipient, 7n)];
  const transferOf = (owner: typeof sender) =>
    token.transfer({
      program: programs.token,
      source: account(sender, programs.token),
      destination: account(recipient, programs.token),
      owner,
      amount: 1n,
    });

  // What a service that lies could hide behind something harmless.
  it.each([
    ['a second transfer', [system.transfer(sender, addressOf(9), 1_000_000n), payment]],
    ['a transfer after another', [payment, payment]],
    ['a transfer of somebody else’s coins', [system.transfer(addressOf(9), recipient, 7n)]],
    ['tokens of somebody else', [transferOf(addressOf(9))]],
    ['coins besides tokens', [payment, transferOf(sender)]],
    ['two token transfers', [transferOf(sender), transferOf(sender)]],
    ['an unknown program', [{ program: addressOf(9), accounts: [], data: new Uint8Array() }, payment]],
    [
      'an unknown instruction of a known program',
      [
        {
          program: programs.token,
          accounts: [
            { address: account(sender, programs.token), writable: true },
            { address: addressOf(9) },
            { address: sender, signer: true },
          ],
          data: Uint8Array.of(4, 255, 255, 255, 255, 255, 255, 255, 255),
        },
      ],
    ],
    [
      'a token account of somebody else',
      [
        createIdempotent({
          payer: sender,
          account: addressOf(9),
          owner: recipient,
          mint,
          tokenProgram: programs.token,
        }),
        transferOf(sender),
      ],
    ],
    [
      'a stake that somebody else may withdraw',
      [
        system.transfer(sender, newStake.account, 9n),
        system.allocateWithSeed({
          address: newStake.account,
          base: sender,
          seed: seedOf(blockhash, vote, '9'),
          space: 200,
          owner: programs.stake,
        }),
        stake.initialize(newStake.account, addressOf(9)),
        stake.delegate(newStake.account, vote, sender),
      ],
    ],
    ['a withdrawal to somebody else', [stake.withdraw(stakeId, recipient, sender, 1n)]],
    [
      'a part that is not the one deactivated',
      [
        system.allocateWithSeed({
          address: part.account,
          base: sender,
          seed: seedOf(blockhash, stakeId, '10'),
          space: 200,
          owner: programs.stake,
        }),
        stake.split(stakeId, part.account, sender, 10n),
        stake.deactivate(stakeId, sender),
      ],
    ],
    ['nothing but a limit', [setComputeUnitLimit(1000)]],
    ['nothing', []],
    ['another order', [payment, setComputeUnitLimit(1000)]],
    ['one account more', [{ ...payment, accounts: [...payment.accounts, { address: addressOf(9) }] } as Instruction]],
    ['one byte more', [{ ...payment, data: Uint8Array.of(...payment.data, 0) } as Instruction]],
    ['one byte less', [{ ...payment, data: payment.data.subarray(0, -1) } as Instruction]],
  ])('does not explain away %s', (_, instructions) => {
    const { data, errors } = explained(instructions as readonly Instruction[]);
    expect(data).toEqual({ mode: 'unknown', senderAddress: sender });
    expect(errors).toMatchObject([{ code: 'request.invalid', field: 'transaction.encoded' }]);
  });

  it('names the bytes that clients may sign by mistake instead of the message', () => {
    const [item] = itemsOfData({
      senderAddress: sender,
      params: common,
      ...cases[0]?.data,
    } as unknown as CompletedData);
    const { errors } = explain([{ ...item, hash: { format: 'sha256', value: '00' } }]);
    expect(errors).toMatchObject([{ message: expect.stringContaining('hash') }]);
    expect(explain([item ?? {}, item ?? {}]).errors).toHaveLength(1);
  });

  describe('of a message of version 1', () => {
    const payment = system.transfer(sender, recipient, 7n);
    const version1 = (instructions: readonly Instruction[], config: object = { computeUnitLimit: 450 }) =>
      toHex(version1Message({ payer: sender, blockhash, instructions, config }));
    const explainedV1 = (value: string) => explain([{ raw: { format: 'BORSH', value } }]);
    const notOurs = { code: 'request.invalid', message: expect.stringContaining('version 1') };

    it('explains it, and says that encode never makes one', () => {
      const bytes = version1([payment], { computeUnitLimit: 450, priorityFeeLamports: 12n });
      const { data, errors, leastFees } = explainedV1(bytes);
      expect(leastFees).toBe(12n);
      expect(data).toEqual({
        mode: 'transfer',
        senderAddress: sender,
        recipientAddress: recipient,
        amount: '7',
        gas: '450',
      });
      expect(errors).toMatchObject([notOurs]);
    });

    it('is not fooled by other instructions beside a known transfer', () => {
      const other = system.transfer(sender, addressOf(9), 7n);
      // Without effect in this version, and nothing that encode would write.
      const limit = setComputeUnitLimit(10);
      for (const instructions of [[payment, other], [payment, limit], []]) {
        const { data, errors } = explainedV1(version1(instructions));
        expect(data).toEqual({ mode: 'unknown', senderAddress: sender });
        expect(errors).toMatchObject([notOurs, { code: 'request.invalid' }]);
      }
    });
  });

  it.each([
    ['no item', []],
    ['an item of another format', [{ raw: { format: 'RLP' as const, value: '0x00' } }]],
    ['no hex', [{ raw: { format: 'BORSH' as const, value: 'zz' } }]],
    ['a versioned message', [{ raw: { format: 'BORSH' as const, value: '800100' } }]],
  ])('refuses %s', (_, encoded) => {
    expect(() => explain(encoded)).toThrowError(expect.objectContaining({ code: 'request.invalid' }));
  });
});

describe('validate with encoded', () => {
  const chain: Chain = solana.connect('solana', { endpoints: ['https://node.example'] });
  const other = addressOf(9);
  const made = (data: object) =>
    itemsOfData({ senderAddress: sender, params: common, fees, ...data } as unknown as CompletedData);
  const placesOf = async (intent: object, encoded: ReturnType<typeof made>) =>
    (await chain.validate({ senderAddress: sender, ...intent }, encoded)).status.errors.map(({ field }) => field);
  const send = { mode: 'transferToken', tokenId: mint, recipientAddress: recipient, amount: '8' };

  // The bytes of the old form name token accounts alone, and not their owner or token.
  it.each([
    ['the old form', { ...common, token: tokenOf(programs.token) }],
    ['the checked form', { ...common, token: tokenOf(programs.token2022, false, '6') }],
  ])('proves recipient and token of %s from the token accounts', async (_, params) => {
    const encoded = made({ ...send, params });
    expect(await placesOf(send, encoded)).toEqual([]);
    expect(await placesOf({ ...send, recipientAddress: other }, encoded)).toContain('transaction.encoded');
    expect(await placesOf({ ...send, tokenId: other }, encoded)).not.toEqual([]);
    expect(await placesOf({ ...send, senderAddress: other }, encoded)).toContain('transaction.data.senderAddress');
  });

  it('takes a token account as the recipient', async () => {
    const destination = account(recipient, programs.token);
    const encoded = made({ ...send, params: { ...common, token: tokenOf(programs.token) } });
    expect(await placesOf({ ...send, recipientAddress: destination }, encoded)).toEqual([]);
    expect(await placesOf({ ...send, recipientAddress: account(other, programs.token) }, encoded)).toContain(
      'transaction.encoded',
    );
  });

  it('finds a transaction that never expires, if nobody asked for it, and the other way round', async () => {
    const transfer = { mode: 'transfer', recipientAddress: recipient, amount: '7' };
    const durable = made({ ...transfer, params: { profile: 'compat', blockhash, nonceAccount } });
    const place = 'transaction.data.params.nonceAccount';
    expect(await placesOf({ ...transfer, params: { nonceAccount } }, durable)).toEqual([]);
    expect(await placesOf(transfer, durable)).toEqual([place]);
    expect(await placesOf({ ...transfer, params: { nonceAccount: other } }, durable)).toEqual([place]);
    expect(await placesOf({ ...transfer, params: { nonceAccount } }, made(transfer))).toEqual([place]);
  });
});
