import * as ecc from '@bitcoinerlab/secp256k1';
import type { CompletedData, EncodedItem } from '@isochain/core';
import { BIP32Factory } from 'bip32';
import * as bitcoin from 'bitcoinjs-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { isValid } from '../test/judge.ts';
import { createRig, type Rig, vectorAccount } from '../test/rig.ts';
import { signAll, signatureForms } from '../test/signers.ts';
import { assemble } from './assemble.ts';
import { contextOf } from './chains.ts';
import { finalize } from './finalize.ts';
import { planOf } from './plan-of.ts';

const context = contextOf('bitcoin');

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

  it('assembles into what encode answered', () => {
    expect(assemble(context, data)).toEqual(items);
    expect(items).toHaveLength(2);
  });

  it('is finalized from every form of signature', () => {
    const signed = signAll({ encoded: items, privateKeys: [privateKey] });
    for (const form of signatureForms) {
      const { raw, hash } = finalize(context, data, items, signed[form]);
      expect(raw).toBe(signed['the signed transaction']);
      expect(hash).toBe(bitcoin.Transaction.fromHex(raw).getId());
    }
    expect(isValid(planOf(context, data), signed['the signed transaction'])).toBe(true);
  });

  it('is refused with the signature of another key', () => {
    const { privateKey: other = new Uint8Array() } = keyAt(`m/${purpose}'/0'/0'/0/1`);
    const signed = signAll({ encoded: items, privateKeys: [other] });
    // No wallet signs it; plain signers do.
    expect(Object.keys(signed)).not.toContain('the signed transaction');
    for (const signature of Object.values(signed))
      expect(() => finalize(context, data, items, signature)).toThrowError(
        expect.objectContaining({ code: 'signature.mismatch' }),
      );
  });
});

describe.each(purposes)('a transfer from the extended key of m/%d/0/0', (purpose) => {
  it('is finalized, whatever senderPubKey says', async () => {
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
      const { raw } = finalize(context, { ...data, senderPubKey } as CompletedData, items, signed[form]);
      expect(raw).toBe(signed['the signed transaction']);
    }
    expect(isValid(planOf(context, data), signed['the signed transaction'])).toBe(true);
  });
});

describe('planOf', () => {
  it.each(['transfer', 'stake', 'unstake', 'withdraw'])('asks for the params of %s', (mode) => {
    const data = {
      mode,
      senderAddress: addressOf(84),
      targetValidatorAddress: '',
      recipientAddress,
      amount: '1',
      fees: '1',
    };
    expect(() => planOf(context, { ...data, params: {} } as unknown as CompletedData)).toThrowError(
      'transaction.data is not what encode returned: params does not follow from the rest.',
    );
  });

  it.each(['transferToken', 'claimRewards', 'convertAsset', 'nonsense'])('knows no mode %s', (mode) => {
    expect(() => planOf(context, { mode, fees: '1' } as unknown as CompletedData)).toThrowError(
      'transaction.data is not what encode returned: mode does not follow from the rest.',
    );
  });
});
