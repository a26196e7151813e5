import { type EncodedItem, fromHex, toBase64, toHex } from '@isochain/core';
import { sha256 } from '@noble/hashes/sha2.js';
import { MsgMultiSend, MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { AuthInfo, SignDoc, TxBody } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { describe, expect, it } from 'vitest';
import { complete } from '../../test/complete.ts';
import { completedOn, namesOn } from '../../test/completed.ts';
import { bytesOf } from './index.ts';

const hub = bytesOf('cosmoshub');
const data = completedOn('cosmoshub');
const itemsOf = (name: string, params: object = {}) => {
  const asked = data[name] as { params: object };
  return hub.assemble(complete('cosmoshub', { ...asked, params: { ...asked.params, ...params } }).plan()).items;
};
const items = itemsOf('transfer');
const errorsOf = (encoded: readonly EncodedItem[]) => hub.explain?.(encoded).errors.map(({ message }) => message) ?? [];

type Body = Partial<TxBody>;
interface Info {
  signerInfos?: unknown[];
  fee?: object;
}

/** The direct document of the transfer with parts of it changed, and the right hash. */
function changed(change: { body?: Body; authInfo?: Info; chainId?: string; behind?: string }): EncodedItem[] {
  const document = SignDoc.decode(fromHex(items[0]?.raw?.value as string) as Uint8Array);
  const body = TxBody.fromPartial({ ...TxBody.decode(document.bodyBytes), ...change.body });
  const authInfo = AuthInfo.fromPartial({ ...AuthInfo.decode(document.authInfoBytes), ...change.authInfo } as AuthInfo);
  const bytes = SignDoc.encode({
    ...document,
    bodyBytes: TxBody.encode(body).finish(),
    authInfoBytes: AuthInfo.encode(authInfo).finish(),
    chainId: change.chainId ?? document.chainId,
  }).finish();
  const value = toHex(bytes) + (change.behind ?? '');
  return [
    {
      raw: { format: 'SIGNDOC_DIRECT', value },
      hash: { format: 'sha256', value: toHex(sha256(fromHex(value) as Uint8Array)) },
    },
  ];
}

const { sender, recipient } = namesOn('cosmoshub');
const message = (from: string, amount: { denom: string; amount: string }[]) => ({
  typeUrl: '/cosmos.bank.v1beta1.MsgSend',
  value: MsgSend.encode({ fromAddress: from, toAddress: recipient, amount }).finish(),
});
const coin = { denom: 'uatom', amount: '1' };
const multi = {
  typeUrl: '/cosmos.bank.v1beta1.MsgMultiSend',
  value: MsgMultiSend.encode({ inputs: [], outputs: [] }).finish(),
};
const [signer] = AuthInfo.decode(
  SignDoc.decode(fromHex(items[0]?.raw?.value as string) as Uint8Array).authInfoBytes,
).signerInfos;

const unusual = /does something that encode never does/;

describe('explain', () => {
  it('takes all items of encode or the first alone, with and without amino items', () => {
    expect(errorsOf(items)).toEqual([]);
    expect(errorsOf(items.slice(0, 1))).toEqual([]);
    const both = itemsOf('transfer', { signMode: 'amino' });
    expect(errorsOf(both)).toEqual([]);
    expect(hub.explain?.(both).data.params).toMatchObject({ signMode: 'amino' });
  });

  it('says what the bytes of another transaction do, and that the other items are not that transaction', () => {
    const other = itemsOf('stake');
    const mixed = [items[0], other[1]] as EncodedItem[];
    expect(hub.explain?.(mixed).data).toMatchObject({ mode: 'transfer', amount: '10000', recipientAddress: recipient });
    expect(errorsOf(mixed).join()).toMatch(/SIGNDOC_DIRECT_JSON is not the same transaction/);
  });

  it.each<[string, () => readonly EncodedItem[], RegExp]>([
    [
      'a hash of something else',
      () => [{ ...items[0], hash: { format: 'sha256', value: '00'.repeat(32) } } as EncodedItem],
      /its hash is another/,
    ],
    [
      'an amino document of another transaction',
      () => [...items, ...itemsOf('unstake', { signMode: 'amino' }).slice(2)],
      /SIGNDOC_AMINO is not the same/,
    ],
    ['an item beyond its own', () => [...items, ...items], /more items/],
    ['another network', () => changed({ chainId: 'osmosis-1' }), /for another chain/],
    ['a message of another kind', () => changed({ body: { messages: [multi] } }), unusual],
    ['no message', () => changed({ body: { messages: [] } }), unusual],
    [
      'two transfers',
      () => changed({ body: { messages: [message(sender, [coin]), message(sender, [coin])] } }),
      unusual,
    ],
    [
      'a transfer of two coins',
      () => changed({ body: { messages: [message(sender, [coin, { denom: 'ibc/X', amount: '1' }])] } }),
      unusual,
    ],
    [
      'another sender than its key',
      () => changed({ body: { messages: [message(recipient, [coin])] } }),
      /not that of the sender/,
    ],
    ['a timeout height', () => changed({ body: { timeoutHeight: 5n } }), unusual],
    ['an extension', () => changed({ body: { extensionOptions: [multi] } }), unusual],
    ['somebody who pays the fee', () => changed({ authInfo: { fee: { gasLimit: 1n, granter: recipient } } }), unusual],
    [
      'two fees',
      () => changed({ authInfo: { fee: { gasLimit: 1n, amount: [coin, { denom: 'ibc/X', amount: '1' }] } } }),
      unusual,
    ],
    ['a second signer', () => changed({ authInfo: { signerInfos: [signer, signer] } }), unusual],
    [
      'another mode of signing',
      () => changed({ authInfo: { signerInfos: [{ ...signer, modeInfo: { single: { mode: 127 } } }] } }),
      unusual,
    ],
    ['a field that documents do not have', () => changed({ behind: '2a0100' }), unusual],
    [
      'a key of another kind',
      () =>
        changed({
          authInfo: {
            signerInfos: [
              { ...signer, publicKey: { ...signer?.publicKey, typeUrl: '/ethermint.crypto.v1.ethsecp256k1.PubKey' } },
            ] as never,
          },
        }),
      unusual,
    ],
    ['bytes that are no document', () => [{ raw: { format: 'SIGNDOC_DIRECT', value: 'ff00' } }], unusual],
  ])('finds %s', (_, make, expected) => {
    expect(errorsOf(make()).join('; ')).toMatch(expected);
  });

  it('refuses items without a direct document', () => {
    expect(() => hub.explain?.(items.slice(1))).toThrow(/SIGNDOC_DIRECT/);
  });

  it('finds plain staking messages on Babylon, and wrapped ones elsewhere', () => {
    const babylon = bytesOf('babylon');
    const wrapped = babylon.assemble(complete('babylon', completedOn('babylon').stake as never).plan()).items;
    expect(hub.explain?.(wrapped).errors.length).toBeGreaterThan(0);
    const plain = babylon.explain?.(itemsOf('stake'));
    expect(plain?.errors.map(({ message: text }) => text).join()).toMatch(unusual);
  });

  it('writes the key as wallets know it', () => {
    const key = fromHex(String(data.transfer?.senderPubKey)) as Uint8Array;
    expect(hub.explain?.(items).data.senderPubKey).toBe(toBase64(key));
  });
});
