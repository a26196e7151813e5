import { Secp256k1Wallet } from '@cosmjs/amino';
import { DirectSecp256k1Wallet, makeAuthInfoBytes, makeSignDoc } from '@cosmjs/proto-signing';
import { addChecksum, type BroadcastInput, type Chain, fromHex, RefusedError, toBase64 } from '@isochain/core';
import { SignDoc, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { describe, expect, it } from 'vitest';
import { complete } from '../../test/complete.ts';
import { cosmos } from '../index.ts';
import { bytesOf } from './index.ts';

// Keplr lets its user choose another fee or memo unless the page forbids it, and answers with the document that it signed. Signed by cosmjs.

// A private key of trustwallet/wallet-core, sign.rs: account_1037_private_key.
const privateKey = fromHex('80e81ea269e66a0a05b11236df7919fb7fbeedba87452d667489d7403a02f005') as Uint8Array;
const sender = 'cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02';
const direct = await DirectSecp256k1Wallet.fromKey(privateKey, 'cosmos');
const amino = await Secp256k1Wallet.fromKey(privateKey, 'cosmos');
const [account] = await direct.getAccounts();

function encoded(signMode: 'amino' | undefined) {
  const data = {
    ...{ mode: 'transfer', senderAddress: sender, amount: '1000', fees: '500', gas: '100000', nonce: '8', memo: '7' },
    ...{ recipientAddress: 'cosmos1zt50azupanqlfam5afhv3hexwyutnukeh4c573' },
    senderPubKey: Buffer.from(account?.pubkey ?? []).toString('hex'),
    params: {
      ...{ nativeId: 'cosmoshub-4', accountNumber: '1037', feeDenom: 'uatom' },
      ...(signMode === undefined ? {} : { signMode }),
    },
  };
  const { items } = bytesOf('cosmoshub').assemble(complete('cosmoshub', data).plan());
  return { items, data: addChecksum('cosmoshub', data as never) };
}

/** The refusal of broadcast, before anything is sent. */
async function refused({ items, data }: ReturnType<typeof encoded>, answer: object | string) {
  const chain: Chain = cosmos.connect('cosmoshub', {
    fetch: () => {
      throw new Error('Something was sent.');
    },
  });
  const signature = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const input: BroadcastInput = { data, encoded: items, signature };
  const error = await Promise.resolve(chain.broadcast(input)).catch((refusal: unknown) => refusal);
  if (!(error instanceof RefusedError)) throw new Error(`It was not refused: ${String(error)}`);
  return error.problems.map(({ code, message }) => `${code}: ${message}`);
}

const other = 'signature.otherTransaction: The signed transaction is not the one in encoded.';
const fee = 'signature.changed: The wallet changed fees from 500 to 2500.';
const gas = 'signature.changed: The wallet changed gas from 100000 to 150000.';
const memo = 'signature.changed: The wallet changed memo from 7 to nothing.';

describe('what Keplr changed', () => {
  const plain = encoded(undefined);
  const document = SignDoc.decode(fromHex(plain.items[0]?.raw?.value as string) as Uint8Array);

  async function signedDirect(bodyBytes: Uint8Array, authInfoBytes: Uint8Array) {
    return direct.signDirect(sender, makeSignDoc(bodyBytes, authInfoBytes, document.chainId, 1037));
  }

  const dearer = () => {
    const pubkey = {
      typeUrl: '/cosmos.crypto.secp256k1.PubKey',
      value: Uint8Array.from([0x0a, 33, ...(account?.pubkey ?? [])]),
    };
    return makeAuthInfoBytes(
      [{ pubkey, sequence: 8 }],
      [{ denom: 'uatom', amount: '2500' }],
      150_000,
      undefined,
      undefined,
    );
  };

  it('of the fee is told with both values, if it signed the direct document', async () => {
    const { signed, signature } = await signedDirect(document.bodyBytes, dearer());
    const { bodyBytes, authInfoBytes, chainId } = signed;
    const answer = { signed: { bodyBytes, authInfoBytes, chainId, accountNumber: '1037' }, signature };
    expect(await refused(plain, answer)).toEqual([other, fee, gas]);
    // As toolkits send it, without the document beside it.
    const signatures = [Buffer.from(signature.signature, 'base64')];
    const whole = TxRaw.encode({ bodyBytes, authInfoBytes, signatures }).finish();
    expect(await refused(plain, toBase64(whole))).toEqual([other, fee, gas]);
  });

  it.each(['amino', undefined] as const)(
    'of fee and memo is told if it signed in amino (encoded with signMode %s)',
    async (signMode) => {
      const asked = encoded(signMode);
      const said = JSON.parse(encoded('amino').items[3]?.raw?.value as string);
      const changed = { ...said, memo: '', fee: { amount: [{ denom: 'uatom', amount: '2500' }], gas: '150000' } };
      expect(await refused(asked, await amino.signAmino(sender, changed))).toEqual([other, fee, gas, memo]);
    },
  );

  it('of the recipient is another transaction, though nothing more is told', async () => {
    const said = JSON.parse(encoded('amino').items[3]?.raw?.value as string);
    const [message] = said.msgs;
    const msgs = [{ ...message, value: { ...message.value, to_address: sender } }];
    expect(await refused(plain, await amino.signAmino(sender, { ...said, msgs }))).toEqual([other]);
  });
});
