import { describeFakeDeposits, type FakeDeposit, type FakeKind, type FakeTelling } from '@isochain/conformance';
import {
  account,
  call,
  type Made,
  memo,
  mint,
  pay,
  payToken,
  program,
  store,
  tell,
  thief,
  thiefStore,
  vault,
} from '../../test/fake-deposits/ledger.ts';
import { programs } from '../well-known.ts';

const fake = (
  kind: FakeKind,
  name: string,
  made: Made,
  told: Partial<Omit<FakeTelling, 'chain' | 'id'>> = {},
): FakeDeposit => ({ kind, name, told: { RPC: () => tell(made, told) } });

const tokenName = (symbol: string) =>
  fake(
    'a token with the name of the coin or of a listed token',
    `a token that calls itself ${symbol}`,
    {
      symbol,
      instructions: [payToken(thiefStore, store, 9n)],
      tokens: [
        [thiefStore, thief, 9, 0],
        [store, account, 0, 9],
      ],
    },
    { came: [{ amount: '9', tokenId: mint }] },
  );

const failed = 'a failed transaction that asked for a transfer, or logged one';
const inner = 'an inner call or message that is shown, and moved nothing';
const log = 'an event or a log that anybody can write';
const otherMemo = 'the memo of another payment';
const nothing = 'a transfer of nothing';
const unmoved: Made['tokens'] = [
  [thiefStore, thief, 9, 9],
  [store, account, 0, 0],
];
const openStore = call(programs.associatedToken, [thief, store, account, mint, programs.system, programs.token], [1]);
const crank = call(program, [thief, vault, account], [7]);

describeFakeDeposits({
  name: 'solana',
  upstreams: ['RPC'],
  fakes: [
    ...['SOL', 'S0L', 'USDC', 'USDС', 'usdc', ' USDC'].map(tokenName),
    fake(failed, 'coins', { fails: true, instructions: [pay(thief, account, 9n), pay(thief, account, 9n)] }),
    fake(failed, 'a token', {
      fails: true,
      instructions: [payToken(thiefStore, store, 9n)],
      tokens: unmoved,
      logs: [`Program ${programs.token} invoke [1]`, 'Program log: Instruction: Transfer'],
    }),
    fake(failed, 'a token whose account was to be opened', {
      fails: true,
      instructions: [openStore, payToken(thiefStore, store, 9n)],
      tokens: [[thiefStore, thief, 9, 9]],
    }),
    fake(inner, 'coins that a program sent to the account of a program and back', {
      instructions: [call(program, [thief, vault, account], [1])],
      inner: [pay(thief, vault, 9n), pay(vault, thief, 9n)],
    }),
    fake(inner, 'a transfer of coins that another program was asked for', {
      instructions: [pay(thief, account, 9n, program)],
      inner: [pay(thief, account, 9n, program)],
    }),
    fake(inner, 'a transfer of a token that another program was asked for', {
      instructions: [payToken(thiefStore, store, 9n, thief, program)],
      inner: [payToken(thiefStore, store, 9n, thief, program)],
      tokens: unmoved,
    }),
    fake(inner, 'an approval for the account', {
      instructions: [call(programs.token, [thiefStore, account, thief], [4, 9, 0, 0, 0, 0, 0, 0, 0])],
      tokens: unmoved,
    }),
    fake(inner, 'a token that went around, after a token account was opened for the account', {
      instructions: [openStore, payToken(thiefStore, thiefStore, 9n)],
      coins: { [thief]: -2_039_280, [store]: 2_039_280 },
      tokens: unmoved,
    }),
    fake(inner, 'coins for the token account, which the account does not hold', {
      instructions: [pay(thief, store, 9n)],
      coins: { [thief]: -9, [store]: 9 },
      tokens: unmoved,
    }),
    fake(log, 'the logs of a transfer', {
      instructions: [call(program, [thief, account], [1])],
      logs: [
        `Program ${program} invoke [1]`,
        `Program log: Program ${programs.system} invoke [2]`,
        `Program log: Transfer 9 from ${thief} to ${account}`,
        'Program data: AgAAAAkAAAAAAAAA',
      ],
    }),
    fake(
      otherMemo,
      'whoever calls a program that pays adds a memo',
      { instructions: [crank, memo('12345')], coins: { [vault]: -9, [account]: 9 } },
      { came: [{ amount: '9' }], memo: null },
    ),
    fake(
      otherMemo,
      'whoever calls a program that pays a token adds a memo',
      {
        instructions: [crank, memo('12345')],
        tokens: [
          [thiefStore, vault, 9, 0],
          [store, account, 0, 9],
        ],
      },
      { came: [{ amount: '9', tokenId: mint }], memo: null },
    ),
    fake(
      otherMemo,
      'whoever brings a message to a bridge that mints adds a memo',
      { instructions: [crank, memo('12345')], tokens: [[store, account, 0, 9]] },
      { came: [{ amount: '9', tokenId: mint }], memo: null },
    ),
    fake(
      otherMemo,
      'a memo that a program wrote',
      {
        instructions: [pay(thief, account, 9n), call(program, [thief], [1])],
        inner: [memo('12345')],
        coins: { [thief]: -9, [account]: 9 },
      },
      { came: [{ amount: '9' }], memo: null },
    ),
    fake('a transaction that waits', 'in a block that may be dropped', {
      waits: true,
      instructions: [pay(thief, account, 9n)],
      coins: { [thief]: -9, [account]: 9 },
    }),
    fake('a receiver on another chain', 'coins for a bridge, which names the account as who gets them', {
      instructions: [call(program, [thief, vault, account], [1])],
      inner: [pay(thief, vault, 9n)],
      coins: { [thief]: -9, [vault]: 9 },
    }),
    fake(nothing, 'no coins', { instructions: [pay(thief, account, 0n)] }),
    fake(nothing, 'no tokens', { instructions: [payToken(thiefStore, store, 0n)], tokens: unmoved }),
    fake(
      'a payment from an address that looks like a known one',
      'dust, with a memo that promises more',
      { instructions: [pay(thief, account, 1n), memo('9 SOL')], coins: { [thief]: -1, [account]: 1 } },
      { came: [{ amount: '1' }], memo: '9 SOL' },
    ),
  ],
  impossible: {
    'a transaction that another one replaced':
      'A node tells only what ran in a block. What is replaced before, by its nonce or its blockhash, never runs.',
  },
  real: {
    RPC: () =>
      tell(
        { instructions: [pay(thief, account, 9n), memo('7')], coins: { [thief]: -9, [account]: 9 } },
        { came: [{ amount: '9' }], memo: '7' },
      ),
  },
});
