import { type RefusedError, sha256, toHex } from '@isochain/core';
import { chosen } from '@isochain/dial';
import * as bitcoin from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { finalizePlan } from '../../test/finalize.ts';
import { bytes } from '../../test/fixtures.ts';
import { inputTypes, keyOf, lockOf, planOf } from '../../test/plans.ts';
import { psbtV2 } from '../../test/psbt-maps.ts';
import { messages, refusalOf, signed, signedOne, threeInputs } from '../../test/signed-plans.ts';
import { signatureForms, signHashes } from '../../test/signers.ts';
import { encodePlan } from './assemble.ts';
import { createDigests } from './digests.ts';
import type { Plan } from './planned-transaction.ts';
import { psbtOf } from './write-psbt.ts';

describe('signatures of another key', () => {
  it.each(inputTypes.filter((type) => type !== 'tapscript'))('%s', (type) => {
    const { plan } = signedOne(type);
    // The same transaction, but the coin belongs to another key.
    const thief = lockOf(type, keyOf('thief'));
    const theirs = signed([{ type, key: keyOf('thief') }], (made) => ({
      ...made,
      inputs: plan.inputs.map((input) => ({
        ...input,
        ...thief,
        previous: made.inputs[0]?.previous,
        txid: made.inputs[0]?.txid ?? '',
      })),
    }));
    const ours = {
      ...plan,
      inputs: plan.inputs.map((input) => ({ ...input, txid: theirs.plan.inputs[0]?.txid ?? '' })),
    };
    for (const form of signatureForms) {
      const isNested = type === 'p2sh-p2wpkh' && /finalized|transaction/.test(form);
      expect([form, refusalOf(ours, theirs.forms[form])[0]]).toEqual([
        form,
        isNested ? 'signature.malformed' : 'signature.mismatch',
      ]);
    }
  });

  it('among others', () => {
    const { plan, request } = signed(threeInputs);
    const signatures = signHashes({
      ...request,
      privateKeys: [keyOf(1), keyOf('thief'), keyOf(3)].map(({ privateKey }) => privateKey),
    });
    expect(refusalOf(plan, toHex(Buffer.concat(signatures)))).toEqual(['signature.mismatch', messages.mismatch]);
  });

  it('with the key of the sender beside them', () => {
    const { plan, request, forms } = signedOne('p2wpkh');
    const [signature = new Uint8Array()] = signHashes({ ...request, privateKeys: [keyOf('thief').privateKey] });
    const transaction = bitcoin.Transaction.fromHex(forms['the signed transaction']);
    transaction.setWitness(0, [bitcoin.script.signature.encode(signature, 1), keyOf('p2wpkh').publicKey]);
    expect(refusalOf(plan, transaction.toHex())).toEqual(['signature.mismatch', messages.mismatch]);
  });

  it('is refused with every bit that is flipped', () => {
    const { plan, forms } = signedOne('p2wpkh');
    const signature = bytes(forms['signatures in hex']);
    const bits = Array.from({ length: 74 }, (_, i) => 7 * i);
    // One of each 32 bits in an ordinary run.
    for (const bit of chosen(bits, (each) => each >> 5, 0)) {
      const flipped = signature.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      expect(refusalOf(plan, toHex(flipped))[0]).toBe('signature.mismatch');
    }
  });
});

describe('ECDSA in place of Schnorr', () => {
  const hint = (kind: string) =>
    kind === 'p2tr'
      ? 'input 0 is taproot, which takes 64 bytes of BIP340 made with the tweaked key (BIP86), and nothing of ECDSA'
      : 'input 0 is taproot, which takes 64 bytes of BIP340 made with the key itself (untweaked), and nothing of ECDSA';

  describe.each(['p2tr', 'tapscript'] as const)('%s', (kind) => {
    const key = keyOf(kind);
    const expected = ['signature.malformed', `The signature could not be read: ${hint(kind)}.`];

    it.each([true, false])('is recognised, with the internal key shown: %s', (showsKey) => {
      const { plan } = signed([{ type: kind, key, showsKey }]);
      // A plain signer, which takes any hash for one of ECDSA.
      const legacy = encodePlan(planOf([{ type: 'p2wpkh', key }]));
      const hash = encodePlan(plan)[0]?.hash;
      const [item] = legacy;
      const [signature = new Uint8Array()] = signHashes({
        encoded: hash === undefined ? [] : [{ ...item, hash }],
        privateKeys: [key.privateKey],
      });
      const der = bitcoin.script.signature.encode(signature, 1);
      const forms = [
        ...[0, 1, 27, 28].map((v) => Buffer.concat([signature, Buffer.of(v)])),
        signature,
        der,
        der.subarray(0, -1),
      ];
      for (const form of forms) expect(refusalOf(plan, toHex(form))).toEqual(expected);
      const psbt = bitcoin.Psbt.fromBuffer(psbtOf(plan));
      psbt.updateInput(0, { partialSig: [{ pubkey: key.publicKey, signature: der }] });
      expect(refusalOf(plan, psbt.toHex())).toEqual(expected);
      expect(refusalOf(plan, toHex(psbtV2(psbt.toBuffer())))).toEqual(expected);
    });
  });

  it('is not mistaken for the untweaked key, which is recognised if the internal key is known', () => {
    const key = keyOf('p2tr');
    const untweaked = (plan: Plan) => {
      // The untweaked key signs leaves.
      const leaf = encodePlan(planOf([{ type: 'tapscript', key }]));
      const hash = encodePlan(plan)[0]?.hash;
      return toHex(
        signHashes({ encoded: [{ ...leaf[0], hash }], privateKeys: [key.privateKey] })[0] ?? new Uint8Array(),
      );
    };
    const shown = signed([{ type: 'p2tr', key }]).plan;
    expect(refusalOf(shown, untweaked(shown))[1]).toBe(`The signature could not be read: ${hint('p2tr')}.`);
    const hidden = signed([{ type: 'p2tr', key, showsKey: false }]).plan;
    expect(refusalOf(hidden, untweaked(hidden))).toEqual(['signature.mismatch', messages.mismatch]);
    try {
      finalizePlan(hidden, untweaked(hidden));
    } catch (error) {
      // What may be the matter stands beside.
      expect((error as RefusedError).problems.map(({ message }) => message)).toEqual([
        messages.mismatch,
        `The signature could not be read: ${hint('p2tr')}.`,
      ]);
    }
  });
});

describe('hashes that plain signers compute themselves', () => {
  it.each(['p2wpkh', 'p2sh-p2wpkh', 'p2pkh', 'p2pkh-uncompressed', 'p2tr', 'tapscript'] as const)('%s', (kind) => {
    const { plan, request } = signedOne(kind);
    const over = (digest: Uint8Array) => {
      const [item] = request.encoded;
      const encoded = [{ ...item, hash: { format: 'sha256' as const, value: toHex(digest) } }];
      return toHex(signHashes({ ...request, encoded })[0] ?? new Uint8Array());
    };
    expect(refusalOf(plan, over(sha256(psbtOf(plan))))).toEqual([
      'signature.malformed',
      'The signature could not be read: it was made over the SHA-256 of the PSBT; sign the 32 bytes of `hash.value`, of each item in `encoded`.',
    ]);
    expect(refusalOf(plan, over(sha256(createDigests(plan)(0))))).toEqual([
      'signature.malformed',
      'The signature could not be read: it was made over the SHA-256 of `hash.value`; sign these 32 bytes as they are.',
    ]);
  });

  it('of a transaction with several inputs', () => {
    const { plan, request } = signed(threeInputs);
    const encoded = [
      { ...request.encoded[0], hash: { format: 'sha256' as const, value: toHex(sha256(psbtOf(plan))) } },
    ];
    const [signature = new Uint8Array()] = signHashes({ ...request, encoded });
    expect(refusalOf(plan, toHex(signature))[1]).toContain('it was made over the SHA-256 of the PSBT');
  });
});

it('refuses transactions that no node relays', () => {
  const key = keyOf('a');
  // Four weight units for each byte of an output.
  const outputs = [{ value: 0n, script: new Uint8Array(100_000) }];
  const plan = planOf([{ type: 'p2wpkh', key }], outputs);
  const [signature = new Uint8Array()] = signHashes({ encoded: encodePlan(plan), privateKeys: [key.privateKey] });
  expect(refusalOf(plan, toHex(signature))).toEqual([
    'broadcast.tooLarge',
    'The transaction is larger than what nodes relay.',
  ]);
});
