import type { Lie } from '@isochain/conformance';
import { expect } from 'vitest';
import { hex } from '../scripted-node.ts';
import { bounded, type Check, ignored, lies, noTokenAdded, onlyOthers, twofold } from './expected.ts';

// Lies of sources of held tokens. Sources only name contracts: the contracts tell balances and decimals.

const [blockscout, etherscan, alchemy] = ['blockscout tokens', 'etherscan tokens', 'alchemy tokens'] as const;
const rows = 'GET /api/v2/addresses/:id/token-balances';
const hides = 'It can hide a token. It adds a token only if the contract confirms it.';
const stranger = `0x${'99'.repeat(20)}`;
const many = Array.from({ length: 310 }, (_, i) => `0x${(i + 1_000).toString(16).padStart(40, '0')}`);

const cleanTexts: Check = (answer) => {
  const { tokens } = (answer as { balances: { tokens: { token: { name: string; ticker: string } }[] } }).balances;
  for (const { token } of tokens) {
    expect([...token.ticker].length).toBeLessThanOrEqual(32);
    expect([...token.name].length).toBeLessThanOrEqual(128);
    expect(`${token.name}${token.ticker}`).not.toMatch(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u);
  }
};

const text =
  'A text that somebody chose, without letters that mislead the eye, and not long. A token is known by its id.';
const texts = bounded(text, onlyOthers('name', 'ticker'), cleanTexts);

const ofBlockscout: readonly Lie[] = [
  ...lies(
    rows,
    [blockscout],
    ['duplicated', twofold, ignored],
    ['stale', [], bounded(hides, noTokenAdded), 'empty'],
    [
      'too large',
      ([row]: readonly { token: object }[]) =>
        many.map((address_hash) => ({ ...row, token: { ...row?.token, address_hash } })),
      bounded('300 contracts are asked at most, and none confirms it.', noTokenAdded),
      '310 tokens',
    ],
    ['impossible', { message: 'none' }, bounded('Without a list there are the known tokens.', noTokenAdded)],
  ),
  ...lies(
    `${rows}[].token.address_hash`,
    [blockscout],
    ['another account', stranger, bounded(hides, noTokenAdded), 'another token'],
    ['impossible', '0x', bounded(hides, noTokenAdded)],
  ),
  ...lies(
    `${rows}[].token.type`,
    [blockscout],
    ['false', 'ERC-721', bounded(hides, noTokenAdded)],
    ['missing', undefined, bounded(hides, noTokenAdded)],
  ),
  ...lies(`${rows}[].token.reputation`, [blockscout], ['false', 'scam', bounded(hides, noTokenAdded)]),
  ...lies(`${rows}[].token.exchange_rate`, [blockscout], ['missing', null, ignored]),
  ...lies(
    `${rows}[].value`,
    [blockscout],
    ['too large', String(10n ** 30n), ignored],
    ['too small', '0', bounded(hides, noTokenAdded)],
    ['impossible', '-1', bounded(hides, noTokenAdded)],
  ),
  ...lies(
    `${rows}[].token.symbol`,
    [blockscout],
    ['false', '\u202eHTE', texts],
    ['too large', 'x'.repeat(5_000), texts],
    ['missing', undefined, ignored],
  ),
  ...lies(`${rows}[].token.name`, [blockscout], ['false', 'Ether\u200b', texts], ['missing', undefined, ignored]),
];

const ofEtherscan: readonly Lie[] = [
  ...lies(
    'etherscan tokentx.status',
    [etherscan],
    ['false', '0', bounded('Without a list there are the known tokens.', noTokenAdded), 'an error with rows'],
  ),
  ...lies(
    'etherscan tokentx.message',
    [etherscan],
    ['missing', undefined, bounded('Without a list there are the known tokens.', noTokenAdded)],
  ),
  ...lies(
    'etherscan tokentx.result',
    [etherscan],
    ['duplicated', twofold, ignored],
    ['stale', [], bounded(hides, noTokenAdded), 'empty'],
  ),
  ...lies(
    'etherscan tokentx.result[].contractAddress',
    [etherscan],
    ['another account', stranger, bounded(hides, noTokenAdded), 'another token'],
    ['impossible', 7, bounded(hides, noTokenAdded)],
  ),
  ...lies(
    'etherscan tokentx.result[].value',
    [etherscan],
    ['too large', String(10n ** 30n), ignored],
    ['too small', '0', bounded(hides, noTokenAdded)],
  ),
  ...lies('etherscan tokentx.result[].tokenName', [etherscan], ['false', 'Ether\u200b', texts]),
  ...lies('etherscan tokentx.result[].tokenSymbol', [etherscan], ['false', '\u202eHTE', texts]),
];

const balances = 'alchemy_getTokenBalances.tokenBalances';

const ofAlchemy: readonly Lie[] = [
  ...lies(
    balances,
    [alchemy],
    ['duplicated', twofold, ignored],
    ['stale', [], bounded(hides, noTokenAdded), 'empty'],
    ['missing', undefined, bounded('Without a list there are the known tokens.', noTokenAdded)],
  ),
  ...lies(
    `${balances}[].contractAddress`,
    [alchemy],
    ['another account', stranger, bounded(hides, noTokenAdded), 'another token'],
    ['impossible', '0x', bounded(hides, noTokenAdded)],
  ),
  ...lies(
    `${balances}[].tokenBalance`,
    [alchemy],
    ['too large', hex(10n ** 30n), ignored],
    ['too small', '0x0', bounded(hides, noTokenAdded)],
    ['missing', null, ignored],
  ),
  // Five pages are read at most, whatever comes next.
  ...lies(
    'alchemy_getTokenBalances.pageKey',
    [alchemy],
    ['duplicated', 'again', ignored, 'the same page for ever'],
    ['impossible', 7, bounded('Without a list there are the known tokens.', noTokenAdded)],
  ),
];

const held = [blockscout, etherscan, alchemy];
const unknown = 'Nothing can contradict the node: the number is its word, and nothing else of the answer changes.';

const ofContracts: readonly Lie[] = [
  ...lies(
    'eth_call aggregate3.balanceOf[].value',
    held,
    ['too large', '6000000', bounded(unknown, onlyOthers('tokens'))],
    ['another account', '0', bounded(hides, noTokenAdded)],
  ),
  ...lies('eth_call aggregate3.balanceOf[].success', held, ['missing', false, bounded(hides, noTokenAdded)]),
  ...lies(
    'eth_call aggregate3.decimals[].value',
    held,
    ['false', '18', bounded(unknown, onlyOthers('decimals'))],
    ['too large', '256', bounded(hides, noTokenAdded)],
  ),
  ...lies('eth_call aggregate3.decimals[].success', held, ['missing', false, bounded(hides, noTokenAdded)]),
  ...lies(
    'eth_call aggregate3.symbol[].value',
    [alchemy],
    ['false', '\u202eHTE', texts],
    ['too large', 'x'.repeat(5_000), texts],
  ),
  ...lies('eth_call aggregate3.symbol[].success', [alchemy], ['missing', false, texts]),
  ...lies('eth_call aggregate3.name[].value', [alchemy], ['false', 'Ether\u200b', texts]),
  ...lies('eth_call aggregate3.name[].success', [alchemy], ['missing', false, texts]),
  ...lies('eth_call aggregate3.balanceOf', held, ['duplicated', twofold, ignored]),
];

export const heldTokenLies: readonly Lie[] = [...ofBlockscout, ...ofEtherscan, ...ofAlchemy, ...ofContracts];
