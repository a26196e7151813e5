import { RefusedError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { accountOf, dataOf, itemsOfData, otherKey, otherParams, senderKey, senderOf } from '../../test/made.ts';
import type { TonMode } from './params.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

type Changes = NonNullable<Parameters<typeof dataOf>[1]>;
type Refused = readonly [what: string, mode: TonMode, changes: Changes, field: string];

function refusalOf(mode: TonMode, changes: Changes): string | undefined {
  try {
    itemsOfData(dataOf(mode, changes));
    return undefined;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const [first] = error.problems;
    return `${first?.code} ${first?.field?.replace('transaction.data.', '')}`;
  }
}

const jetton = { wallet: accountOf(0x22), attached: '50000000', forwardAmount: '1', queryId: '5' };
const liquid = otherParams.liquidUnstake.stake;
const inParams = (params: object): Changes => ({ params });

describe('completed data', () => {
  it.each<[string, TonMode, Changes]>([
    ['a transfer', 'transfer', {}],
    ['everything', 'transfer', { useMaxAmount: true, params: { sendMode: 130 } }],
    ['the first message of a wallet', 'transfer', { nonce: '0', params: { deploy: true } }],
    ['the sender’s key', 'transfer', { senderPubKey: hex(senderKey.publicKey) }],
    ['the last sequence number', 'transfer', { nonce: '4294967295' }],
    ['a wallet id of 32 bits', 'transfer', inParams({ walletId: 2 ** 32 - 1, unusualStart: true })],
    [
      'a wallet id below 0 of version 5',
      'transfer',
      { version: 'v5r1', params: { walletId: -(2 ** 31), unusualStart: true } },
    ],
    ['a mintless jetton', 'transferToken', inParams(otherParams.mintless)],
    ['a liquid stake', 'stake', { amount: '5000000000', params: otherParams.liquidStake }],
    ['the end of a liquid stake', 'unstake', inParams(otherParams.liquidUnstake)],
    ['a withdrawal', 'withdraw', {}],
  ])('can be %s', (_, mode, changes) => {
    expect(refusalOf(mode, changes)).toBeUndefined();
  });

  it.each<Refused>([
    ['without a time', 'transfer', inParams({ timeout: undefined }), 'params'],
    ['with a time of 33 bits', 'transfer', inParams({ timeout: 2 ** 32 }), 'params'],
    ['with a time of 0', 'transfer', inParams({ timeout: 0 }), 'params'],
    ['with a time in a text', 'transfer', inParams({ timeout: '1800000000' }), 'params'],
    ['with an unknown wallet', 'transfer', inParams({ walletVersion: 'v2r2' }), 'params'],
    ['with a name of every object as the wallet', 'transfer', inParams({ walletVersion: 'toString' }), 'params'],
    ['with a wallet id of 33 bits', 'transfer', inParams({ walletId: 2 ** 32 }), 'params'],
    ['with a wallet id below 0', 'transfer', inParams({ walletId: -1 }), 'params.walletId'],
    [
      'with a wallet id of version 5 that has no sign',
      'transfer',
      { version: 'v5r1', params: { walletId: 2 ** 31 } },
      'params.walletId',
    ],
    ['without a key', 'transfer', inParams({ publicKey: undefined }), 'params'],
    ['with a key of 31 bytes', 'transfer', inParams({ publicKey: '00'.repeat(31) }), 'params'],
    ['with a key in upper case', 'transfer', inParams({ publicKey: 'AB'.repeat(32) }), 'params'],
    ['with the key of somebody else', 'transfer', { senderPubKey: hex(otherKey.publicKey) }, 'senderPubKey'],
    ['that deploys nobody knows', 'transfer', inParams({ deploy: undefined }), 'params'],
    ['with the address of another wallet', 'transfer', { senderAddress: senderOf('v3r2') }, 'senderAddress'],
    ['with an unusual start that is none', 'transfer', inParams({ unusualStart: true }), 'senderAddress'],
    ['that stakes less than is attached', 'stake', { amount: '9999999999999' }, 'params.stake.attached'],
    ['that deploys later', 'transfer', inParams({ deploy: true }), 'params.deploy'],
    [
      'that deploys the wallet of another key',
      'transfer',
      { nonce: '0', params: { deploy: true, publicKey: hex(otherKey.publicKey) } },
      'senderAddress',
    ],
    [
      'that deploys another version',
      'transfer',
      { nonce: '0', params: { deploy: true, walletVersion: 'v4r1' } },
      'senderAddress',
    ],
    [
      'that deploys for another sender',
      'transfer',
      { nonce: '0', senderAddress: senderOf('v3r2'), params: { deploy: true } },
      'senderAddress',
    ],
    ['without bounce', 'transfer', inParams({ bounce: undefined }), 'params'],
    // Modes without +2 drain wallets; +32 destroys them.
    ...[0, 1, 2, 128, 129, 160, 162].map(
      (sendMode): Refused => [`with mode ${sendMode}`, 'transfer', inParams({ sendMode }), 'params'],
    ),
    ['that sends everything for a fixed amount', 'transfer', inParams({ sendMode: 130 }), 'params.sendMode'],
    ['that sends a fixed amount for everything', 'transfer', { useMaxAmount: true }, 'params.sendMode'],
    ['with an unknown member of params', 'transfer', inParams({ memo: 'x' }), 'params'],
    ['with params of another mode', 'transfer', inParams({ jetton }), 'params'],
    ['without a sequence number', 'transfer', { nonce: undefined }, 'nonce'],
    ['with a sequence number of 33 bits', 'transfer', { nonce: '4294967296' }, 'nonce'],
    ['with an amount of 121 bits', 'transfer', { amount: (2n ** 120n).toString() }, 'amount'],
    ['with a memo that is too long', 'transfer', { memo: 'x'.repeat(60_001) }, 'memo'],
    ['with a memo of too many bytes', 'transfer', { memo: '€'.repeat(20_001) }, 'memo'],
    ['with half a character in the memo', 'transfer', { memo: 'half \ud83d' }, 'memo'],
    ['of tokens without their wallet', 'transferToken', inParams({ jetton: undefined }), 'params'],
    [
      'of tokens in a wallet that is none',
      'transferToken',
      inParams({ jetton: { ...jetton, wallet: 'EQ' } }),
      'params',
    ],
    ['of tokens with an unknown member', 'transferToken', inParams({ jetton: { ...jetton, owner: 'x' } }), 'params'],
    [
      'of tokens with too much attached',
      'transferToken',
      inParams({ jetton: { ...jetton, attached: (2n ** 120n).toString() } }),
      'params',
    ],
    ['of tokens with a number for a text', 'transferToken', inParams({ jetton: { ...jetton, attached: 5 } }), 'params'],
    [
      'of tokens with a query id of 65 bits',
      'transferToken',
      inParams({ jetton: { ...jetton, queryId: (2n ** 64n).toString() } }),
      'params',
    ],
    [
      'of tokens with a payload that is none',
      'transferToken',
      inParams({ jetton: { ...jetton, customPayload: '00' } }),
      'params',
    ],
    ['of tokens that do not come back', 'transferToken', inParams({ bounce: false }), 'params'],
    ['of all coins with tokens', 'transferToken', inParams({ sendMode: 130 }), 'params'],
    ['of a stake that does not come back', 'stake', inParams({ bounce: false }), 'params'],
    [
      'of a stake with less coins than it says',
      'stake',
      inParams({ stake: { pool: 'nominators', attached: '9999999999999' } }),
      'params.stake.attached',
    ],
    [
      'of a stake in another kind of pool',
      'stake',
      inParams({ stake: { pool: 'whales', attached: '10001000000000' } }),
      'params',
    ],
    ['of a stake that is moved', 'stake', { sourceValidatorAddress: accountOf(0x34, -1) }, 'sourceValidatorAddress'],
    [
      'of a stake of nominators with a query id',
      'stake',
      inParams({ stake: { pool: 'nominators', attached: '10001000000000', queryId: '1' } }),
      'params',
    ],
    [
      'of the end of a liquid stake without its tokens',
      'unstake',
      inParams({ stake: { ...liquid, poolTokens: undefined } }),
      'params',
    ],
    [
      'of the end of a liquid stake of nothing',
      'unstake',
      inParams({ stake: { ...liquid, poolTokens: '0' } }),
      'params.stake.poolTokens',
    ],
    [
      'of the end of a liquid stake at some time',
      'unstake',
      inParams({ stake: { ...liquid, atRoundEnd: 1 } }),
      'params',
    ],
    ['of a withdrawal from a liquid pool', 'withdraw', inParams({ stake: liquid }), 'params'],
  ])('are refused %s', (_, mode, changes, field) => {
    expect(refusalOf(mode, changes)).toBe(`data.altered ${field}`);
  });

  it.each<[string, TonMode, Changes]>([
    ['recipient', 'transfer', { recipientAddress: accountOf(0xce) }],
    ['workchain', 'transfer', { recipientAddress: accountOf(0xcd, -1) }],
    ['amount', 'transfer', { amount: '100000001' }],
    ['memo', 'transfer', { memo: 'x' }],
    ['sequence number', 'transfer', { nonce: '6' }],
    ['time', 'transfer', inParams({ timeout: 1_800_000_001 })],
    ['bounce', 'transfer', inParams({ bounce: false })],
    ['wallet id', 'transfer', inParams({ walletId: 1, unusualStart: true })],
    ['version', 'transfer', inParams({ walletVersion: 'v3r2', unusualStart: true })],
    ['owner who receives tokens', 'transferToken', { recipientAddress: accountOf(0xce) }],
    ['number of tokens', 'transferToken', { amount: '2500001' }],
    ['sender who gets the rest', 'transferToken', { senderAddress: senderOf('v3r1'), params: { unusualStart: true } }],
    ['wallet of tokens', 'transferToken', inParams({ jetton: { ...jetton, wallet: accountOf(0x23) } })],
    ['coins with tokens', 'transferToken', inParams({ jetton: { ...jetton, attached: '50000001' } })],
    ['coins of the notification', 'transferToken', inParams({ jetton: { ...jetton, forwardAmount: '2' } })],
    ['query id', 'transferToken', inParams({ jetton: { ...jetton, queryId: '6' } })],
    [
      'payload',
      'transferToken',
      inParams({ jetton: { ...jetton, customPayload: otherParams.mintless.jetton.customPayload } }),
    ],
    [
      'state of the jetton wallet',
      'transferToken',
      inParams({ jetton: { ...jetton, stateInit: otherParams.mintless.jetton.stateInit } }),
    ],
    ['pool', 'stake', { targetValidatorAddress: accountOf(0x34, -1) }],
    [
      'stake',
      'stake',
      { amount: '10000000000001', params: { stake: { pool: 'nominators', attached: '10001000000001' } } },
    ],
    ['pool that pays', 'unstake', { validatorAddress: accountOf(0x34, -1) }],
    ['coins for the pool', 'withdraw', inParams({ stake: { pool: 'nominators', attached: '1000000001' } })],
  ])('make other bytes with another %s', (_, mode, changes) => {
    expect(itemsOfData(dataOf(mode, changes))).not.toEqual(itemsOfData(dataOf(mode)));
  });

  it.each(['poolTokens', 'jettonWallet', 'queryId', 'atRoundEnd', 'orNothing', 'attached'] as const)(
    'make other bytes with another %s of a liquid stake',
    (name) => {
      const other = {
        poolTokens: '1',
        jettonWallet: accountOf(1),
        queryId: '9',
        atRoundEnd: true,
        orNothing: true,
        attached: '1',
      };
      const changed = { ...liquid, [name]: other[name] };
      const before = itemsOfData(dataOf('unstake', inParams({ stake: liquid })));
      expect(itemsOfData(dataOf('unstake', inParams({ stake: changed })))).not.toEqual(before);
    },
  );
});
