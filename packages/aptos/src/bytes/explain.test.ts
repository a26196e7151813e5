import type { EncodedItem } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { walletCore } from '../../test/fixtures.ts';
import { dataOfMade, itemsOfData, madeOf, payer } from '../../test/made.ts';
import { namedChain } from '../chains.ts';
import { explain } from './explain.ts';

const prefix = 'b5e97db07fa0bd0e5598aa3643a9bc6f6693bddc1a9fec9e674a461eaa00b193';
const sponsoredPrefix = '5efa3c4f02f83a0f4b2d69fc95c607cc02825cc4e7be536ef0992df050d9e67c';
const framework = `${'0'.repeat(63)}1`;
const sender = 'cc405722b15c00a19d37e51d9a756de1e61b780ad0935f3363bc7fce64edbdad';
const sequence = '0500000000000000';
const terms = 'd007000000000000640000000000000000d2496b0000000001';
const to = `20${'ab'.repeat(32)}`;
const amount = '083930000000000000';
const name = (text: string) => `${text.length.toString(16).padStart(2, '0')}${Buffer.from(text).toString('hex')}`;
const transfer = `${framework}${name('aptos_account')}${name('transfer')}0002${to}${amount}`;

/** What the bytes of a message say. */
function explained(value: string, more: Partial<EncodedItem> = {}) {
  return explain(namedChain('aptos'), [{ raw: { format: 'BCS', value }, ...more }]);
}

/** The message of a payload, in hex. */
const messageOf = (payload: string) => `${prefix}${sender}${sequence}${payload}${terms}`;

const unknown = {
  data: { mode: 'unknown' },
  errors: [expect.objectContaining({ code: 'request.invalid', field: 'transaction.encoded' })],
};

describe('explain', () => {
  it('says what a transfer does', () => {
    expect(explained(messageOf(`02${transfer}`))).toEqual({
      data: {
        mode: 'transfer',
        senderAddress: `0x${sender}`,
        recipientAddress: `0x${'ab'.repeat(32)}`,
        amount: '12345',
        fees: '200000',
        gas: '2000',
        nonce: '5',
        params: {
          chainId: 1,
          gasUnitPrice: '100',
          expirationTimestampSecs: '1800000000',
          function: '0x1::aptos_account::transfer',
          typeArguments: [],
        },
      },
      errors: [],
    });
  });

  it('says who else pays', () => {
    const [item] = itemsOfData(dataOfMade(madeOf('stake', { payer })));
    expect(explained(item?.raw?.value ?? '').data).toMatchObject({
      mode: 'stake',
      fees: '0',
      params: { feePayer: { address: payer.address } },
    });
  });

  it('reads upper-case hex, with 0x too', () => {
    const message = messageOf(`02${transfer}`);
    for (const value of [message.toUpperCase(), `0x${message}`]) expect(explained(value)).toEqual(explained(message));
  });

  it('does not take a transaction of the other network', () => {
    const { data, errors } = explain(namedChain('aptos-testnet'), [
      { raw: { format: 'BCS', value: messageOf(`02${transfer}`) } },
    ]);
    expect(data).toMatchObject({ mode: 'transfer', params: { chainId: 1 } });
    expect(errors).toMatchObject([
      { code: 'request.invalid', message: expect.stringContaining('chain id 1, not for 2') },
    ]);
  });

  it('finds a hash and further items odd', () => {
    const value = messageOf(`02${transfer}`);
    const item: EncodedItem = { raw: { format: 'BCS', value } };
    const hashed: EncodedItem = { ...item, hash: { format: 'sha256', value: '00'.repeat(32) } };
    expect(explain(namedChain('aptos'), [hashed]).errors).toHaveLength(1);
    expect(explain(namedChain('aptos'), [item, item]).errors).toHaveLength(1);
  });

  it.each<[string, readonly EncodedItem[]]>([
    ['nothing', []],
    ['a hash alone', [{ hash: { format: 'sha256', value: '00'.repeat(32) } }]],
    ['another format', [{ raw: { format: 'BOC', value: messageOf(`02${transfer}`) } }]],
    ['no bytes', [{ raw: { format: 'BCS', value: '' } }]],
    ['no hex', [{ raw: { format: 'BCS', value: 'xyz' } }]],
  ])('refuses %s', (_, encoded) => {
    expect(() => explain(namedChain('aptos'), encoded)).toThrow(expect.objectContaining({ code: 'request.invalid' }));
  });

  const entry = (module: string, fn: string, types: string, ...values: readonly string[]) =>
    messageOf(
      `02${framework}${name(module)}${name(fn)}${types}${values.length.toString(16).padStart(2, '0')}${values.join('')}`,
    );
  const struct = (address: string, module: string, type: string, types = '00') =>
    `07${address}${name(module)}${name(type)}${types}`;
  const metadata = struct(framework, 'fungible_asset', 'Metadata');
  const btc = struct('43'.repeat(32), 'coins', 'BTC');
  const asset = `20${'cd'.repeat(32)}`;

  it.each([
    ['a coin', entry('aptos_account', 'transfer_coins', `01${btc}`, to, amount)],
    ['an asset', entry('primary_fungible_store', 'transfer', `01${metadata}`, asset, to, amount)],
    ['a registration', entry('managed_coin', 'register', `01${btc}`)],
  ])('reads %s', (_, message) => {
    expect(explained(message).errors).toEqual([]);
  });

  it.each([
    ['another prefix', messageOf(`02${transfer}`).replace(/^b5/, 'b4')],
    ['no prefix', messageOf(`02${transfer}`).slice(64)],
    ['the prefix alone', prefix],
    ['a byte behind', `${messageOf(`02${transfer}`)}00`],
    ['a byte less', messageOf(`02${transfer}`).slice(0, -2)],
    ['a script', messageOf('0000000000')],
    ['a module bundle', messageOf('0100')],
    ['a multisig', messageOf(`03${'11'.repeat(32)}00`)],
    ['a payload without a nonce', messageOf(`040001${transfer}000000`).replace(sequence, 'ff'.repeat(8))],
    ['a payload with a nonce and a sequence number', messageOf(`040001${transfer}0000010500000000000000`)],
    [
      'a payload of a multisig',
      messageOf(`040001${transfer}0001${'11'.repeat(32)}010500000000000000`).replace(sequence, 'ff'.repeat(8)),
    ],
    ['an empty payload', messageOf('0400020000010500000000000000').replace(sequence, 'ff'.repeat(8))],
    ['an encrypted payload', messageOf(`05${transfer}`)],
    ['the sequence number that says that there is none', messageOf(`02${transfer}`).replace(sequence, 'ff'.repeat(8))],
    ['a length with a needless byte', messageOf(`02${transfer}`).replace('0d6170746f73', '8d006170746f73')],
    [
      'an amount with a needless byte in its length',
      messageOf(`02${transfer}`).replace(amount, `8800${amount.slice(2)}`),
    ],
    ['an endless length', messageOf(`02${framework}${'ff'.repeat(9_000)}01`)],
    // The deepest are more than the stack holds. Some of the others it holds when they are read, and not when they are written again.
    ...[8, 100, 1_000, 2_000, 2_400, 2_800, 3_200, 3_600, 4_000].map((levels): [string, string] => [
      `a type of ${levels + 1} levels`,
      entry('managed_coin', 'register', `01${'06'.repeat(levels)}02`),
    ]),
    ['an unknown type', entry('managed_coin', 'register', '0111')],
    ['another function', entry('aptos_account', 'create_account', '00', to)],
    ['coin::transfer', entry('coin', 'transfer', `01${btc}`, to, amount)],
    ['coin::register', entry('coin', 'register', `01${btc}`)],
    ['a function of another module of that name', messageOf(`02${transfer}`).replace(framework, `${'0'.repeat(63)}2`)],
    ['an amount of 0', entry('aptos_account', 'transfer', '00', to, `08${'00'.repeat(8)}`)],
    ['an amount of 128 bits', entry('aptos_account', 'transfer', '00', to, `10${'01'.repeat(16)}`)],
    ['a short recipient', entry('aptos_account', 'transfer', '00', `1f${'ab'.repeat(31)}`, amount)],
    ['an argument too much', entry('aptos_account', 'transfer', '00', to, amount, amount)],
    ['an argument too few', entry('aptos_account', 'transfer', '00', to)],
    ['a type too much', entry('aptos_account', 'transfer', `01${btc}`, to, amount)],
    ['a coin without a type', entry('aptos_account', 'transfer_coins', '00', to, amount)],
    ['a coin with two types', entry('aptos_account', 'transfer_coins', `02${btc}${btc}`, to, amount)],
    ['a coin that is a number', entry('aptos_account', 'transfer_coins', '0102', to, amount)],
    ['an asset of another type', entry('primary_fungible_store', 'transfer', `01${btc}`, asset, to, amount)],
    ['an asset without a type', entry('primary_fungible_store', 'transfer', '00', asset, to, amount)],
    [
      'APT as a coin',
      entry('aptos_account', 'transfer_coins', `01${struct(framework, 'aptos_coin', 'AptosCoin')}`, to, amount),
    ],
    [
      'APT as an asset',
      entry('primary_fungible_store', 'transfer', `01${metadata}`, `20${'0'.repeat(63)}a`, to, amount),
    ],
    ['APT to enable', entry('managed_coin', 'register', `01${struct(framework, 'aptos_coin', 'AptosCoin')}`)],
    ['a name with a space', entry('managed_coin', 'register', `01${struct(framework, 'coins', 'B T')}`)],
    ['a name that pretends', entry('managed_coin', 'register', `01${struct(framework, 'coins', 'BTC> to 0x1')}`)],
    ['an empty name', entry('managed_coin', 'register', `01${struct(framework, 'coins', '')}`)],
    ['a name that begins with a digit', entry('managed_coin', 'register', `01${struct(framework, 'coins', '1')}`)],
    ['a name that is no UTF-8', entry('managed_coin', 'register', `0107${framework}${name('coins')}01ff00`)],
    [
      'a name behind a byte order mark',
      entry('managed_coin', 'register', `0107${framework}${name('coins')}04efbbbf4100`),
    ],
  ])('does not know %s', (_, message) => {
    expect(explained(message)).toEqual(unknown);
  });

  it.each([
    ['two secondary signers', `01${'11'.repeat(32)}`],
    ['no payer', ''],
  ])('does not know a sponsored transaction with %s', (_, middle) => {
    const tail = middle === '' ? '' : `${middle}${'5a'.repeat(32)}`;
    expect(explained(`${sponsoredPrefix}01${sender}${sequence}02${transfer}${terms}${tail}`)).toEqual(unknown);
    // The same with a payer and no further signer is known.
    const right = `${sponsoredPrefix}01${sender}${sequence}02${transfer}${terms}00${'5a'.repeat(32)}`;
    expect(explained(right).errors).toEqual([]);
    expect(explained(right.replace(`${sponsoredPrefix}01`, `${sponsoredPrefix}00`))).toEqual(unknown);
  });

  it('does not know a megabyte of anything', () => {
    for (const value of ['ff', '80', '07', '06', '00'])
      expect(explained(messageOf(`02${value.repeat(500_000)}`))).toEqual(unknown);
  });

  it('knows nothing of the other calls of Trust Wallet Core', () => {
    for (const { raw } of walletCore.slice(5)) expect(explained(prefix + raw)).toEqual(unknown);
  });
});
