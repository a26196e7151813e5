import { AbiCoder } from 'ethers';
import { describe, expect, it } from 'vitest';
import { anvil, type RecordedAnswer, recordedReverts } from '../../test/recordings.ts';
import { word } from '../../test/scripted-node.ts';
import type { Hex } from '../address.ts';
import { cleanName, cleanTicker, readFacts, revertReason, toToken } from './token-facts.ts';

const abi = AbiCoder.defaultAbiCoder();
const text = (value: string) => abi.encode(['string'], [value]) as Hex;
const bytes32 = (value: string) => `0x${Buffer.from(value).toString('hex').padEnd(64, '0')}` as Hex;
const decimals = (value: bigint) => word(value) as Hex;

describe('readFacts', () => {
  it('reads decimals, symbol and name', () => {
    expect(readFacts([decimals(6n), text('USDC'), text('USD Coin')])).toEqual({
      decimals: 6,
      ticker: 'USDC',
      name: 'USD Coin',
    });
  });

  it("reads symbol and name of 32 bytes, like MKR's", () => {
    expect(readFacts([decimals(18n), bytes32('MKR'), bytes32('Maker')])).toEqual({
      decimals: 18,
      ticker: 'MKR',
      name: 'Maker',
    });
    // All 32 bytes used.
    expect(readFacts([decimals(0n), bytes32('x'.repeat(32)), undefined])?.ticker).toBe('x'.repeat(32));
  });

  it.each<[string, Hex | undefined]>([
    ['reverts', undefined],
    ['is nothing', '0x'],
    ['is more than a word', text('6')],
    ['is 256', decimals(256n)],
    ['is 2^256 - 1', decimals(2n ** 256n - 1n)],
  ])('knows no fungible token where decimals %s', (_, answer) => {
    expect(readFacts([answer, text('A'), text('B')])).toBeUndefined();
  });

  it.each([0n, 255n])('takes %d decimals', (value) => {
    expect(readFacts([decimals(value), text('A'), text('B')])?.decimals).toBe(Number(value));
  });

  it('takes the symbol for a missing name', () => {
    expect(readFacts([decimals(6n), text('A'), undefined])).toEqual({ decimals: 6, ticker: 'A', name: 'A' });
    expect(readFacts([decimals(6n), undefined, undefined])).toEqual({ decimals: 6, ticker: '', name: '' });
  });

  it('removes misleading characters, and shortens long text', () => {
    const scam = '\u202eCSDU\u200b \u0000visit\n\u2066';
    const facts = readFacts([decimals(6n), text(scam), text('y'.repeat(10_000))]);
    expect(facts?.ticker).toBe('CSDU visit');
    expect(facts?.name).toBe('y'.repeat(128));
    expect(readFacts([decimals(6n), text('x'.repeat(100)), undefined])?.ticker).toBe('x'.repeat(32));
  });

  it('cuts no character in half, and removes half characters', () => {
    const rockets = '🚀'.repeat(100);
    expect(readFacts([decimals(6n), text(rockets), text(`a${rockets.repeat(2)}`)])).toEqual({
      decimals: 6,
      ticker: '🚀'.repeat(32),
      name: `a${'🚀'.repeat(127)}`,
    });
    expect(cleanTicker('\ud83dUSD\ude80')).toBe('USD');
  });

  it.each([
    ['a change of direction', 'U\u202eS\u2069D'],
    ['line breaks', 'U\nS\r\u2028\u2029D'],
    ['controls', '\u0000U\u001bS\u0085D\u007f'],
    ['letters of no width', 'U\u200bS\ufeff\u2060\u00adD'],
    ['letters that look like nothing', '\u3164U\uffa0S\u115fD\ufe0f'],
    ['tags', 'US\u{e0041}D'],
    ['spaces around it', '  USD \t'],
  ])('is the same text with %s, from any source', (_, said) => {
    expect([cleanTicker(said), cleanName(said)]).toEqual(['USD', 'USD']);
    expect(readFacts([decimals(6n), text(said), text(said)])).toMatchObject({ ticker: 'USD', name: 'USD' });
  });

  it('keeps other scripts and symbols', () => {
    expect(readFacts([decimals(6n), text('₮USD₮'), text('テザー 🚀')])).toMatchObject({
      ticker: '₮USD₮',
      name: 'テザー 🚀',
    });
  });

  it.each<[string, Hex]>([
    ['is no string', `0x${'ff'.repeat(96)}`],
    ['points beyond its end', `0x${'00'.repeat(31)}ff${'00'.repeat(32)}`],
    ['claims a length that it does not have', `${word(32n)}${word(2n ** 200n).slice(2)}` as Hex],
    ['is not UTF-8', bytes32('').replace('00', 'ff') as Hex],
  ])('has a text for a symbol that %s', (_, answer) => {
    expect(readFacts([decimals(6n), answer, undefined])?.ticker).toBeTypeOf('string');
  });
});

describe('toToken', () => {
  it('has decimals as a string and the address checksummed, twice', () => {
    const facts = { decimals: 6, ticker: 'USDC', name: 'USD Coin' };
    expect(toToken('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', facts)).toEqual({
      type: 'ERC20',
      id: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      name: 'USD Coin',
      ticker: 'USDC',
      decimals: '6',
      contractAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    });
  });
});

describe('revertReason', () => {
  const reasonOf = ({ error }: RecordedAnswer) => revertReason(error?.data, error?.message ?? '');
  const solidityError = (reason: string) => `0x08c379a0${text(reason).slice(2)}`;

  it("reads go-ethereum's answer", () => {
    expect(recordedReverts.map((answer) => [answer.name, reasonOf(answer)])).toEqual([
      ['eth_estimateGas, estimate-call-abi-error', 'user error'],
      ['eth_call, call-revert-abi-error', 'user error'],
      // The contract reverts with bytes of its own, "wrong-calldatasize".
      ['eth_estimateGas, estimate-failed-call', 'the contract reverted with the error 0x77726f6e'],
    ]);
  });

  it('reads a recorded answer of anvil', () => {
    expect(reasonOf(anvil('default', 'estimate erc20 transfer reverting'))).toBe(
      'ERC20: transfer amount exceeds balance',
    );
    expect(reasonOf(anvil('default', 'estimate native to delegated account'))).toBe(
      'the contract reverted without a reason',
    );
  });

  it.each<[string, unknown, string, string]>([
    ['Error(string)', solidityError('paused'), 'execution reverted', 'paused'],
    ['Error(string) in capitals', solidityError('paused').toUpperCase().replace('X', 'x'), '', 'paused'],
    ['Error(string) without a text', solidityError(''), 'execution reverted', 'the contract reverted'],
    ['Error(string) that is cut', '0x08c379a0', 'execution reverted', 'the contract reverted'],
    ['Panic(uint256)', `0x4e487b71${word(0x11n).slice(2)}`, '', 'the contract panicked with code 17'],
    ['Panic(uint256) that is cut', '0x4e487b71', '', 'the contract reverted with the error 0x4e487b71'],
    [
      'a custom error',
      `0xe450d38c${word(1n).slice(2)}`,
      'execution reverted',
      'the contract reverted with the error 0xe450d38c',
    ],
    ['no data but a message', undefined, 'execution reverted: blocked', 'blocked'],
    ['no data but a message of Nethermind', undefined, 'Reverted blocked', 'blocked'],
    ['a message in hex', undefined, `Reverted 0x${Buffer.from('blocked').toString('hex')}`, 'blocked'],
    ['data that is no hex', 'Reverted 0x', 'VM execution error: reverted: blocked', 'blocked'],
    ['nothing', undefined, '', 'the node gives no reason'],
    ['another end than a revert', undefined, 'out of gas', 'out of gas'],
    ['less than a selector', '0x08c3', 'execution reverted', 'the contract reverted without a reason'],
    ['half a byte too much', '0x08c379a00', 'execution reverted', 'the contract reverted without a reason'],
    ['an object', { data: '0x' }, 'execution reverted', 'the contract reverted without a reason'],
  ])('of %s', (_, data, message, reason) => {
    expect(revertReason(data, message)).toBe(reason);
  });

  it('is cleaned and shortened', () => {
    expect(revertReason(solidityError('go to https://evil.example/x \u202enow'), '')).toBe('go to now');
    expect(revertReason(solidityError('z'.repeat(5_000)), '')).toHaveLength(200);
    expect(revertReason(undefined, `execution reverted: ${'z'.repeat(5_000)}`)).toHaveLength(200);
  });

  it('is found at once in a megabyte', () => {
    revertReason(undefined, 'revert '.repeat(2 ** 17));
    revertReason(`0x${'ab'.repeat(2 ** 19)}`, '');
    revertReason(`0x08c379a0${'ff'.repeat(2 ** 19)}`, '');
  });
});
