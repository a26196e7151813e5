import { fromBase64, toBase64, toHex } from '@isochain/core';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { AuthInfo, SignDoc, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { describe, expect, it } from 'vitest';
import fixture from '../../fixtures/wallet-core.json' with { type: 'json' };
import { messageOfJson } from '../../test/message-of-json.ts';
import { keyKinds, readPublicKey } from '../address/public-key.ts';
import { namedChain } from '../chains.ts';
import { assemble } from './assemble.ts';
import { finalize } from './finalize.ts';
import { aminoDocument, type CosmosPlan, directDocument } from './sign-documents.ts';

const base64 = (text: string) => fromBase64(text) as Uint8Array;
const hub = namedChain('cosmoshub');

type Vector = Pick<(typeof fixture)['transactions'][number], 'message' | 'fee' | 'gas' | 'sequence'>;

function planOf({ message, fee, gas, sequence }: Vector, publicKey: Uint8Array, from = fixture): CosmosPlan {
  return {
    messages: [messageOfJson(message)],
    memo: '',
    fee: { denom: fee.denom, amount: BigInt(fee.amount) },
    gas: BigInt(gas),
    sequence: BigInt(sequence),
    accountNumber: BigInt(from.accountNumber),
    nativeId: from.chainId,
    publicKey,
    amino: true,
  };
}

describe('transactions of Trust Wallet Core', () => {
  const publicKey = base64(fixture.publicKey);
  const rows = fixture.transactions.map((row) => [row.name, row] as const);

  it.each(rows)('%s: signed as a direct document', (_, row) => {
    const plan = planOf(row, publicKey);
    const { signatures } = TxRaw.decode(base64(row.transaction));
    const signed = finalize(hub, plan, assemble(hub, plan).unsigned, toHex(signatures[0] as Uint8Array));
    expect(signed).toEqual({
      raw: row.transaction,
      hash: toHex(sha256(base64(row.transaction))).toUpperCase(),
    });
  });

  it.each(rows)('%s: signed as an amino document', (_, row) => {
    const plan = planOf(row, publicKey);
    const { raw } = finalize(hub, plan, assemble(hub, plan).unsigned, row.aminoSignature);
    const { authInfoBytes, signatures } = TxRaw.decode(base64(raw));
    expect(toHex(signatures[0] as Uint8Array)).toBe(row.aminoSignature);
    // SIGN_MODE_LEGACY_AMINO_JSON
    expect(AuthInfo.decode(authInfoBytes).signerInfos[0]?.modeInfo?.single?.mode).toBe(127);
  });
});

describe('the transaction of Trust Wallet Core on Injective', () => {
  const { injective } = fixture;
  const key = readPublicKey(namedChain('injective'), injective.publicKey);
  const compressed = key.ok ? key.value.compressed : new Uint8Array();

  it('has the address of its key', () => {
    expect(key.ok && key.value.address).toBe(injective.address);
  });

  it('is ours, with the key in its short form', () => {
    const theirs = TxRaw.decode(base64(injective.transaction));
    const info = AuthInfo.decode(theirs.authInfoBytes);
    const [signer] = info.signerInfos;
    if (signer?.publicKey === undefined) throw new Error('it has no key');
    expect(toBase64(signer.publicKey.value.subarray(2))).toBe(injective.publicKey);
    signer.publicKey.value = Uint8Array.of(10, 33, ...compressed);
    const ours = directDocument(planOf(injective, compressed, { ...fixture, ...injective }), 'injective');
    expect(toHex(ours.body)).toBe(toHex(theirs.bodyBytes));
    expect(toHex(ours.authInfo)).toBe(toHex(AuthInfo.encode(info).finish()));
  });

  it('is signed over keccak256, as direct and as amino document', () => {
    const { bodyBytes, authInfoBytes, signatures } = TxRaw.decode(base64(injective.transaction));
    const accountNumber = BigInt(injective.accountNumber);
    const direct = SignDoc.encode({ bodyBytes, authInfoBytes, chainId: injective.chainId, accountNumber }).finish();
    const amino = aminoDocument(planOf(injective, compressed, { ...fixture, ...injective }), 'injective');
    const isSigned = (signature: Uint8Array, bytes: Uint8Array) =>
      secp256k1.verify(signature, keyKinds.injective.hash(bytes), compressed, { prehash: false });
    expect(isSigned(signatures[0] as Uint8Array, direct)).toBe(true);
    expect(isSigned(base64(injective.aminoSignature), amino?.bytes as Uint8Array)).toBe(true);
  });
});
