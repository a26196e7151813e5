import { type Lie, RpcFailure } from '@isochain/conformance';
import { expect } from 'vitest';
import { hex } from '../scripted-node.ts';
import {
  belowCeilings,
  bounded,
  type Check,
  capAtMost,
  fails,
  ignored,
  lies,
  onlyOthers,
  refused,
  sameRecipient,
  sameTerms,
  sameTransfer,
  twofold,
  warned,
  warns,
} from './expected.ts';
import { ether } from './upstream.ts';

// Lies in answers of contracts: tokens, and the oracle of fees beyond gas.

const tokens = ['tokens', 'optimism tokens'];
const readsOf = (name: string) => `eth_call aggregate3.${name}`;
const told = 4_000_000n;

/** The amount of tokens in the answer. */
const sendsTokens =
  (amount: bigint): Check =>
  (answer) =>
    expect(answer).toMatchObject({ transaction: { data: { amount: String(amount) } } });

const tokenBalance: readonly Lie[] = [
  ...lies(
    `${readsOf('balanceOf')}[].value`,
    tokens,
    ['too large', String(10n ** 30n), ignored],
    ['too small', '999999', refused('token.insufficient')],
    ['another account', '0', refused('token.insufficient')],
    ['impossible', '0x1234', refused('token.notFungible')],
  ),
  ...lies(
    `${readsOf('balanceOf')}[].value`,
    ['all tokens'],
    [
      'too large',
      String(10n ** 30n),
      bounded(
        'The contract does not move more than there is: it fails.',
        sameRecipient,
        sameTerms,
        sendsTokens(10n ** 30n),
      ),
    ],
    [
      'too small',
      String(told),
      bounded('Less is sent, and the rest stays.', sameRecipient, sameTerms, sendsTokens(told)),
    ],
    ['another account', '0', refused('token.nothingToSend')],
  ),
  ...lies(
    `${readsOf('balanceOf')}[].success`,
    [...tokens, 'all tokens'],
    ['missing', false, refused('token.notFungible')],
  ),
  ...lies(readsOf('balanceOf'), [...tokens, 'all tokens'], ['duplicated', twofold, ignored], ['missing', [], ignored]),
  ...lies(
    'eth_call balanceOf',
    ['tokens without multicall'],
    ['too large', String(10n ** 30n), ignored],
    ['too small', '1', refused('token.insufficient')],
    ['impossible', '0x', refused('token.notFungible')],
    ['missing', new RpcFailure(3, 'execution reverted'), refused('token.notFungible')],
  ),
];

const tokenFacts: readonly Lie[] = [
  ...lies(
    `${readsOf('decimals')}[].value`,
    [...tokens, 'all tokens'],
    // Amounts are in the smallest unit all the way.
    ['false', '18', ignored],
    ['too large', '256', refused('token.notFungible')],
    ['impossible', '0x', refused('token.notFungible')],
  ),
  ...lies(
    `${readsOf('decimals')}[].success`,
    [...tokens, 'all tokens'],
    ['missing', false, refused('token.notFungible')],
  ),
  ...lies(
    'eth_call decimals',
    ['tokens without multicall'],
    ['false', '18', ignored],
    ['impossible', '0x', refused('token.notFungible')],
  ),
];

/** Nobody is on the list. */
const issuerLists: readonly Lie[] = [
  ...lies(
    `${readsOf('isBlackListed')}[].value`,
    [...tokens, 'all tokens'],
    ['false', '1', refused('sender.frozen', 'recipient.frozen')],
    ['impossible', '2', ignored],
    ['impossible', '0x', ignored, 'no number'],
  ),
  ...lies(`${readsOf('isBlackListed')}[].success`, [...tokens, 'all tokens'], ['missing', false, ignored]),
  ...lies(
    'eth_call isBlackListed',
    ['tokens without multicall'],
    ['false', '1', refused('recipient.frozen')],
    ['missing', new RpcFailure(3, 'execution reverted'), ignored],
  ),
];

const simulation: readonly Lie[] = lies(
  'eth_call transfer',
  [...tokens, 'all tokens', 'tokens without multicall'],
  ['false', '0', refused('token.transferFails'), 'it returns false'],
  ['false', new RpcFailure(3, 'execution reverted: paused'), refused('token.transferFails'), 'it reverts'],
  ['too large', '2', ignored],
  // As of tokens older than the final ERC-20.
  ['missing', '0x', ignored],
);

const upperBound = `${readsOf('getL1FeeUpperBound')}[].value`;
const operatorFee = `${readsOf('getOperatorFee')}[].value`;
const notCharged = 'It is in no bytes, and the chain charges its own: what is set aside stays in the account.';
const stranded = 'It waits at worst, as there is no room for the fee, and can be replaced.';

const oracle: readonly Lie[] = [
  ...lies(
    upperBound,
    ['optimism', 'optimism tokens', 'optimism maximum'],
    ['too large', String(ether), refused('fee.aboveCeiling')],
    ['impossible', String(2n ** 96n), fails],
    ['too small', '0', bounded(stranded, sameRecipient, capAtMost(1n))],
    // The fee of bytes that do not compress is asked for at the same time.
    ['impossible', '0x', ignored, 'no number'],
  ),
  ...lies(
    upperBound,
    ['optimism', 'optimism tokens'],
    [
      'too large',
      String(5n * 10n ** 16n),
      bounded(notCharged, sameTransfer, sameTerms, belowCeilings('optimism')),
      'just below the ceiling',
    ],
  ),
  ...lies(
    upperBound,
    ['optimism maximum'],
    [
      'too large',
      String(4n * 10n ** 16n),
      warned('amount.leavesDust', sameRecipient, sameTerms, belowCeilings('optimism')),
      'just below the ceiling',
    ],
  ),
  ...lies(`${readsOf('getL1FeeUpperBound')}[].success`, ['optimism', 'mantle'], ['missing', false, ignored]),
  ...lies(
    operatorFee,
    ['optimism', 'mantle', 'optimism tokens', 'optimism maximum'],
    ['too large', String(2n ** 97n), fails],
    ['too large', String(10n ** 20n), refused('fee.aboveCeiling'), 'a hundred coins'],
    [
      'impossible',
      (_honest: never, { indices }: { indices: readonly number[] }) => String(10 - (indices[0] ?? 0)),
      fails,
      'falling with gas',
    ],
    ['too small', '0', bounded(stranded, sameRecipient, sameTerms)],
  ),
  ...lies(
    `${readsOf('getOperatorFee')}[].success`,
    ['optimism', 'mantle', 'optimism tokens', 'optimism maximum'],
    // Chains before Isthmus have none.
    ['missing', false, bounded(stranded, sameRecipient, sameTerms)],
  ),
  ...lies(
    upperBound,
    ['mantle'],
    ['too large', String(10n ** 16n), refused('fee.aboveCeiling')],
    ['too small', '0', bounded(stranded, sameTransfer, sameTerms)],
    ['impossible', String(2n ** 96n), fails],
  ),
  ...lies(
    `${readsOf('tokenRatio')}[].value`,
    ['mantle'],
    ['too large', '1000000', warned('fee.high', sameTransfer, sameTerms, belowCeilings('mantle'))],
    ['too large', String(10n ** 12n), refused('fee.aboveCeiling'), 'a million million'],
    ['too small', '1', bounded(stranded, sameTransfer, sameTerms)],
    ['impossible', '0', fails],
    ['impossible', String(2n ** 64n), fails, 'beyond all prices'],
  ),
  ...lies(`${readsOf('tokenRatio')}[].success`, ['mantle'], ['missing', false, fails]),
];

const unknown = 'Nothing can contradict the node: the number is its word, and nothing else of the answer changes.';

const unread = bounded(
  'The token is not listed, and a warning says so.',
  onlyOthers('tokens', 'status'),
  warns('account.incomplete'),
);

/** What reads tell of contracts. */
const reads: readonly Lie[] = [
  ...lies(
    `${readsOf('balanceOf')}[].value`,
    ['state'],
    ['too large', '6000000', bounded(unknown, onlyOthers('tokens')), 'one unit more'],
    ['another account', '0', bounded('The token is not listed, and nothing else changes.', onlyOthers('tokens'))],
    ['impossible', '0x12', unread],
  ),
  ...lies(`${readsOf('balanceOf')}[].success`, ['state'], ['missing', false, unread]),
  ...lies(
    'eth_getBalance latest',
    ['state'],
    [
      'too large',
      hex(200n * ether),
      bounded(unknown, onlyOthers('available', 'total', 'unconfirmed')),
      'twice as much',
    ],
    ['too small', '0x0', bounded(unknown, onlyOthers('available', 'total', 'unconfirmed'))],
    ['impossible', '-0x1', fails],
    ['missing', undefined, fails],
  ),
  ...lies(
    'eth_getBalance pending',
    ['state'],
    [
      'too large',
      hex(200n * ether),
      bounded('What is on its way in is not called available.', onlyOthers('unconfirmed')),
    ],
    ['too small', '0x0', bounded(unknown, onlyOthers('available'))],
    ['missing', undefined, fails],
  ),
  ...lies(
    'eth_getCode token',
    ['token', 'listed token'],
    ['false', '0x', refused('token.notFound'), 'no contract'],
    ['impossible', '0x1', fails],
    ['missing', undefined, fails],
  ),
  ...lies(
    readsOf('supportsInterface'),
    ['token', 'listed token'],
    [
      'false',
      [
        { success: true, value: '1' },
        { success: true, value: '0' },
      ],
      refused('token.notFound'),
      'a collection',
    ],
  ),
  ...lies(
    `${readsOf('decimals')}[].value`,
    ['token'],
    ['false', '18', bounded(unknown, onlyOthers('decimals'))],
    ['too large', '256', refused('token.notFound')],
    ['impossible', '0x', refused('token.notFound')],
  ),
  ...lies(`${readsOf('decimals')}[].success`, ['token'], ['missing', false, refused('token.notFound')]),
  ...lies(`${readsOf('decimals')}[].success`, ['listed token'], ['missing', false, ignored]),
  // The bundled list contradicts what a node says about a listed token.
  ...lies(`${readsOf('decimals')}[].value`, ['listed token'], ['false', '18', ignored], ['too large', '256', ignored]),
  ...lies(`${readsOf('symbol')}[].value`, ['listed token'], ['false', 'USDT', ignored]),
  ...lies(`${readsOf('name')}[].value`, ['listed token'], ['false', 'Tether', ignored]),
  ...lies(
    `${readsOf('symbol')}[].value`,
    ['token'],
    ['false', '\u202eCDSU\n', bounded('Without letters that mislead the eye.', onlyOthers('ticker', 'name'), clean)],
    ['too large', 'U'.repeat(5_000), bounded('At most 32 letters.', onlyOthers('ticker', 'name'), clean)],
    ['impossible', '0xff', bounded('It has no ticker then.', onlyOthers('ticker', 'name'), clean)],
  ),
  ...lies(
    `${readsOf('symbol')}[].success`,
    ['token'],
    ['missing', false, bounded('It has no ticker then.', onlyOthers('ticker', 'name'))],
  ),
  ...lies(
    `${readsOf('name')}[].value`,
    ['token'],
    ['false', 'Tether\u200b', bounded('Without letters that nobody sees.', onlyOthers('name'), clean)],
    ['too large', 'n'.repeat(5_000), bounded('At most 128 letters.', onlyOthers('name'), clean)],
  ),
  ...lies(
    `${readsOf('name')}[].success`,
    ['token'],
    ['missing', false, bounded('The ticker stands for the name.', onlyOthers('name'))],
  ),
];

/** No text of a token is long, or has letters that cannot be seen. */
function clean(answer: unknown): void {
  const token = answer as { name: string; ticker: string };
  expect([...token.ticker].length).toBeLessThanOrEqual(32);
  expect([...token.name].length).toBeLessThanOrEqual(128);
  expect(`${token.name}${token.ticker}`).not.toMatch(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u);
}

export const contractLies: readonly Lie[] = [
  ...tokenBalance,
  ...tokenFacts,
  ...issuerLists,
  ...simulation,
  ...oracle,
  ...reads,
];
