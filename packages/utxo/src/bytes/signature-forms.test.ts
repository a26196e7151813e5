import * as ecc from '@bitcoinerlab/secp256k1';
import { type CompletedData, type EncodedItem, itemsOf, signedOf, toHex } from '@isochain/core';
import { BIP32Factory } from 'bip32';
import * as bitcoin from 'bitcoinjs-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { planFrom } from '../../test/completing.ts';
import { isValid } from '../../test/judge.ts';
import { createRig, type Rig, vectorAccount } from '../../test/rig.ts';
import { signAll, signatureForms } from '../../test/signers.ts';
import { bytesOf } from './index.ts';

const bytes = bytesOf('bitcoin');

/** BIP39: of the mnemonic "abandon ... about" without passphrase (https://github.com/trezor/python-mnemonic/blob/master/vectors.json). */
const seed =
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4';
const root = BIP32Factory(ecc).fromSeed(Buffer.from(seed, 'hex'));
const keyAt = (path: string) => root.derivePath(path);

const purposes = [44, 49, 84, 86] as const;
const addressOf = (purpose: (typeof purposes)[number], path = '0/0') =>
  vectorAccount('bitcoin', purpose).addresses[path] ?? '';
const recipientAddress = addressOf(84, '0/1');

async function encoded(intent: object, prepare: (rig: Rig) => void) {
  const rig = createRig('bitcoin');
  prepare(rig);
  const { data, codes, transaction } = await rig.encode({ recipientAddress, amount: '50000', ...intent });
  expect(codes).toEqual([]);
  const { checksum: _, ...params } = data.params as typeof data.params & { checksum: string };
  return { data: { ...data, params } as unknown as CompletedData, items: transaction.encoded };
}

describe.each(purposes)('a transfer from m/%d/0/0/0/0', (purpose) => {
  const { privateKey = new Uint8Array(), publicKey } = keyAt(`m/${purpose}'/0'/0'/0/0`);
  const senderPubKey = Buffer.from(publicKey).toString('hex');
  let data: CompletedData;
  let items: readonly EncodedItem[];

  beforeAll(async () => {
    const senderAddress = addressOf(purpose);
    ({ data, items } = await encoded({ senderAddress, senderPubKey }, ({ ledger }) => {
      ledger.fund(senderAddress, 30_000n);
      ledger.fund(senderAddress, 40_000n);
    }));
  });

  it('assembles into the answer of encode', () => {
    expect(itemsOf(bytes, data)).toEqual(items);
    expect(items).toHaveLength(2);
  });

  it('is finalized from every form of signature', async () => {
    const signed = signAll({ encoded: items, privateKeys: [privateKey] });
    for (const form of signatureForms) {
      const { raw, hash } = await signedOf(bytes, data, signed[form]);
      expect(raw).toBe(signed['the signed transaction']);
      expect(hash).toBe(bitcoin.Transaction.fromHex(raw).getId());
    }
    expect(isValid(planFrom('bitcoin', data), signed['the signed transaction'])).toBe(true);
  });

  it('is refused with the signature of another key', async () => {
    const { privateKey: other = new Uint8Array() } = keyAt(`m/${purpose}'/0'/0'/0/1`);
    const signed = signAll({ encoded: items, privateKeys: [other] });
    // No wallet signs it; plain signers do.
    expect(Object.keys(signed)).not.toContain('the signed transaction');
    for (const signature of Object.values(signed))
      await expect(signedOf(bytes, data, signature)).rejects.toMatchObject({ code: 'signature.mismatch' });
  });
});

describe.each(purposes)('a transfer from the extended key of m/%d/0/0', (purpose) => {
  it('is finalized with any senderPubKey', async () => {
    const senderAddress =
      purpose === 86 ? `tr(${vectorAccount('bitcoin', 86).xpub}/<0;1>/*)` : vectorAccount('bitcoin', purpose).xpub;
    const paths = ['0/0', '0/1'];
    const { data, items } = await encoded({ senderAddress }, ({ ledger }) => {
      for (const path of paths) ledger.fund(addressOf(purpose, path), 40_000n);
    });
    const privateKeys = paths.map((path) => keyAt(`m/${purpose}'/0'/0'/${path}`).privateKey ?? new Uint8Array());
    const signed = signAll({ encoded: items, privateKeys });
    const senderPubKey = Buffer.from(keyAt('m/0').publicKey).toString('hex');
    for (const form of signatureForms) {
      const { raw } = await signedOf(bytes, { ...data, senderPubKey } as CompletedData, signed[form]);
      expect(raw).toBe(signed['the signed transaction']);
    }
    expect(isValid(planFrom('bitcoin', data), signed['the signed transaction'])).toBe(true);
  });
});

describe('completed data', () => {
  const { plan, identity } = bytes;

  it.each(['transfer', 'stake', 'unstake', 'withdraw'] as const)('of a %s are refused without params', (mode) => {
    const sender = { senderAddress: addressOf(84), senderPubKey: toHex(keyAt("m/84'/0'/0'/0/0").publicKey) };
    const validators = { targetValidatorAddress: 'ab'.repeat(32), validatorAddress: 'ab'.repeat(32) };
    const data = { mode, ...sender, ...validators, recipientAddress, amount: '1', fees: '1', params: {} };
    expect(() => itemsOf(bytes, data as CompletedData)).toThrowError(
      'transaction.data is not what encode returned: params does not follow from the rest.',
    );
  });

  it(`are of the modes that ${identity.name} has`, () => {
    expect(Object.keys(plan)).toEqual(['transfer', 'stake', 'unstake', 'withdraw']);
    const data = { mode: 'claimRewards', senderAddress: addressOf(84), validatorAddress: 'ab'.repeat(32), fees: '1' };
    expect(() => itemsOf(bytes, data as CompletedData)).toThrowError(
      expect.objectContaining({ code: 'mode.unsupported' }),
    );
  });
});
