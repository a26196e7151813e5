import { toHex } from '@isochain/core';
import * as bitcoin from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { finalizePlan } from '../../test/finalize.ts';
import { bytes } from '../../test/fixtures.ts';
import { type InputType, inputTypes, keyOf, planOf } from '../../test/plans.ts';
import { maps, type PsbtMap, writeMaps } from '../../test/psbt-maps.ts';
import { messages, refusalOf, signed, signedOne, threeInputs } from '../../test/signed-plans.ts';
import { signAll, signatureForms, signHashes, signPsbt } from '../../test/signers.ts';
import { encodePlan } from './assemble.ts';
import { createDigests } from './digests.ts';
import type { PlannedInput } from './planned-transaction.ts';

const { signature: scriptSignature } = bitcoin.script;

/** A transaction with one input, its signatures, and its key. */
function single(type: InputType) {
  const { forms: signed, ...rest } = signedOne(type);
  return { ...rest, signed, key: keyOf(type) };
}

describe('finalizePlan', () => {
  describe.each(inputTypes)('with a %s input', (type) => {
    const { plan, signed } = single(type);
    const expected = signed['the signed transaction'];

    it.each(signatureForms)('takes %s', (form) => {
      expect(finalizePlan(plan, signed[form])).toEqual({
        raw: expected,
        hash: bitcoin.Transaction.fromHex(expected).getId(),
      });
    });

    it('takes forms in any case, and with white space in them', () => {
      const { 'signatures in hex': hex, 'the signed PSBT in base64': psbt } = signed;
      const forms = [
        hex.toUpperCase(),
        ` ${hex}\n`,
        `0X${hex}`,
        hex.replace(/(.{32})/g, '$1\n'),
        psbt.replace(/(.{64})/g, '$1\r\n'),
      ];
      for (const form of forms) expect(finalizePlan(plan, form).raw).toBe(expected);
    });
  });

  const mixed = planOf(
    inputTypes.filter((type) => type !== 'p2pkh-uncompressed').map((type, i) => ({ type, key: keyOf(i) })),
  );

  it('takes a mix of all kinds in all forms', () => {
    const signed = signAll({
      encoded: encodePlan(mixed),
      privateKeys: mixed.inputs.map((_, i) => keyOf(i).privateKey),
    });
    for (const form of signatureForms)
      expect([form, finalizePlan(mixed, signed[form]).raw]).toEqual([form, signed['the signed transaction']]);
  });

  it.each([252, 253])('takes %d inputs', (count) => {
    const key = keyOf('many');
    const plan = planOf(Array.from({ length: count }, () => ({ type: 'p2wpkh' as const, key })));
    const signatures = signHashes({ encoded: encodePlan(plan), privateKeys: [key.privateKey] });
    const transaction = bitcoin.Transaction.fromHex(finalizePlan(plan, toHex(Buffer.concat(signatures))).raw);
    expect(transaction.ins).toHaveLength(count);
    expect(transaction.ins.map(({ witness }) => witness.map((item) => toHex(item)))).toEqual(
      signatures.map((signature) => [toHex(scriptSignature.encode(signature, 1)), toHex(key.publicKey)]),
    );
  });

  describe('one signature', () => {
    it.each(['p2wpkh', 'p2sh-p2wpkh', 'p2pkh', 'p2pkh-uncompressed'] as const)(
      'of ECDSA may be written as others do: %s',
      (type) => {
        const { plan, request, signed } = single(type);
        const [signature = new Uint8Array()] = signHashes(request);
        const der = scriptSignature.encode(signature, 1);
        const forms = [
          ...[0, 1, 2, 3, 27, 28, 34].map((v) => toHex(Buffer.concat([signature, Buffer.of(v)]))),
          ...[der, der.subarray(0, -1)].flatMap((form) => [
            toHex(form),
            Buffer.from(form).toString('base64'),
            JSON.stringify([toHex(form)]),
          ]),
        ];
        for (const form of forms) expect(finalizePlan(plan, form).raw).toBe(signed['the signed transaction']);
      },
    );

    it('of ECDSA is refused with other bytes after it', () => {
      const { plan, request } = single('p2wpkh');
      const [signature = new Uint8Array()] = signHashes(request);
      for (const byte of [4, 26, 35, 0x81])
        expect(refusalOf(plan, `${toHex(signature)}${byte.toString(16).padStart(2, '0')}`)).toEqual([
          'signature.malformed',
          messages.malformed('what is sent for input 0 is no ECDSA signature'),
        ]);
    });

    it('of each input may have a recovery id', () => {
      const { plan, request, forms } = signed(threeInputs);
      const each = signHashes(request).map((signature, i) => `${toHex(signature)}0${i}`);
      expect(finalizePlan(plan, each.join('')).raw).toBe(forms['the signed transaction']);
      expect(finalizePlan(plan, each.join(',')).raw).toBe(forms['the signed transaction']);
    });

    it.each(['p2tr', 'tapscript'] as const)('of BIP340 may name SIGHASH_ALL: %s', (type) => {
      const { plan, key } = single(type);
      const digest = toHex(createDigests(plan)(0, 1));
      const encoded = encodePlan(plan).map((item) => ({ ...item, hash: { format: 'sha256' as const, value: digest } }));
      const [signature = new Uint8Array()] = signHashes({ encoded, privateKeys: [key.privateKey] });
      const form = `${toHex(signature)}01`;
      const { raw } = finalizePlan(plan, form);
      expect(toHex(bitcoin.Transaction.fromHex(raw).ins[0]?.witness[0] ?? new Uint8Array())).toBe(form);
      expect(finalizePlan(plan, raw).raw).toBe(raw);
    });
  });

  describe('a signature with a high s', () => {
    const order = BigInt('0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141');
    const highS = (signature: Uint8Array) => {
      const s = order - BigInt(`0x${toHex(signature.subarray(32))}`);
      return Buffer.concat([signature.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')]);
    };

    it.each(['p2wpkh', 'p2sh-p2wpkh', 'p2pkh'] as const)('gets a low one: %s', (type) => {
      const { plan, key, request, signed } = single(type);
      const [signature = new Uint8Array()] = signHashes(request);
      const high = highS(signature);
      const der = scriptSignature.encode(high, 1);
      const psbt = signPsbt({ ...request, privateKeys: [] });
      psbt.data.updateInput(0, { partialSig: [{ pubkey: key.publicKey, signature: der }] });
      const transaction = bitcoin.Transaction.fromHex(signed['the signed transaction']);
      if (type === 'p2pkh') transaction.setInputScript(0, bitcoin.script.compile([der, key.publicKey]));
      else transaction.setWitness(0, [der, key.publicKey]);
      for (const form of [toHex(high), toHex(der), psbt.toHex(), transaction.toHex()])
        expect(finalizePlan(plan, form).raw).toBe(signed['the signed transaction']);
    });
  });

  describe('the key', () => {
    it('may be told', () => {
      const { plan, key, signed } = single('p2pkh-uncompressed');
      for (const publicKey of [toHex(key.publicKey), undefined])
        expect(finalizePlan(plan, signed['signatures in hex'], publicKey).raw).toBe(signed['the signed transaction']);
    });

    it('is recovered if the client names another one', () => {
      const { plan, signed } = single('p2wpkh');
      const publicKey = toHex(keyOf('another').publicKey);
      expect(finalizePlan(plan, signed['signatures in hex'], publicKey).raw).toBe(signed['the signed transaction']);
    });

    it('is found by its derivation', () => {
      const keys = [keyOf('x'), keyOf('y')];
      const base = planOf(keys.map((key) => ({ type: 'p2wpkh' as const, key })));
      const inputs = base.inputs.map((input, i): PlannedInput => {
        const { publicKey } = keys[i] as (typeof keys)[number];
        return { ...input, derivation: { publicKey, fingerprint: 1, path: [0, i] } };
      });
      const plan = { ...base, inputs };
      const signed = signAll({ encoded: encodePlan(plan), privateKeys: keys.map(({ privateKey }) => privateKey) });
      for (const form of signatureForms)
        expect(finalizePlan(plan, signed[form]).raw).toBe(signed['the signed transaction']);
    });

    it('may be uncompressed although the plan has a compressed key', () => {
      const { plan, signed } = single('p2pkh-uncompressed');
      const inputs = plan.inputs.map((input) => ({
        ...input,
        spend: { type: 'p2pkh', isUncompressed: false } as const,
      }));
      expect(finalizePlan({ ...plan, inputs }, signed['signatures in hex']).raw).toBe(signed['the signed transaction']);
    });
  });

  it('is found beside other fields that a wallet writes into the PSBT', () => {
    const { plan, signed } = single('p2wpkh');
    const [global, input, ...outputs] = maps(bytes(signed['the signed PSBT in hex'])) as [
      PsbtMap,
      PsbtMap,
      ...PsbtMap[],
    ];
    const unknown: [string, string] = ['fa01', 'beef'];
    const proprietary: [string, string] = ['fc0364726700', 'cafe'];
    const wrongAmount: [string, string] = ['01', '00000000000000000151'];
    const changed = (fields: PsbtMap['fields']) =>
      toHex(
        writeMaps([{ ...global, fields: [...global.fields, unknown, proprietary] }, { ...input, fields }, ...outputs]),
      );
    const withoutUtxo = input.fields.filter(([name]) => name !== '01');
    for (const fields of [withoutUtxo, [...input.fields, unknown, proprietary], [...withoutUtxo, wrongAmount]])
      expect(finalizePlan(plan, changed(fields)).raw).toBe(signed['the signed transaction']);
  });
});
