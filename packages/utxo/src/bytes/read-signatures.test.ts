import { toHex } from '@isochain/core';
import * as bitcoin from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { fixture } from '../../test/fixtures.ts';
import { keyOf, lockOf, planOf } from '../../test/plans.ts';
import { psbtV2 } from '../../test/psbt-maps.ts';
import { messages, refusalOf, signed, signedOne, threeInputs } from '../../test/signed-plans.ts';
import { signatureForms, signHashes, signPsbt } from '../../test/signers.ts';
import type { Plan } from './planned-transaction.ts';
import { psbtOf } from './write-psbt.ts';

describe('texts that are no signature', () => {
  const expected = 'expected a signature of 64 bytes, the signed PSBT or the signed transaction';
  const ofThree =
    'expected 3 signatures of 64 bytes, one for each input in turn, the signed PSBT or the signed transaction';

  it.each([
    ['words', 'not a signature!', `it is neither hex nor base64: ${expected}`],
    ['nothing', '', `it has 0 bytes: ${expected}`],
    ['0x', '0x', `it has 0 bytes: ${expected}`],
    ['an odd number of digits', '0x123', `it is neither hex nor base64: ${expected}`],
    ['7 bytes', '11'.repeat(7), `it has 7 bytes: ${expected}`],
    ['63 bytes', '11'.repeat(63), 'what is sent for input 0 is no ECDSA signature: it has 63 bytes'],
    ['66 bytes', '11'.repeat(66), 'what is sent for input 0 is no ECDSA signature: it has 66 bytes'],
    ['74 bytes', '11'.repeat(74), `it has 74 bytes: ${expected}`],
    ['128 bytes', '11'.repeat(128), `it has 128 bytes: ${expected}`],
    ['zeros', '00'.repeat(64), 'what is sent for input 0 is no ECDSA signature'],
    [
      'r above the order of the curve',
      `${'ff'.repeat(32)}${'11'.repeat(32)}`,
      'what is sent for input 0 is no ECDSA signature',
    ],
    ['a PSBT that ends too early', '70736274ff0100', 'it begins like a PSBT, and is no valid one'],
    ['the beginning of a PSBT in base64', 'cHNidP8B', 'it begins like a PSBT, and is no valid one'],
    ['half of JSON', '["11"', 'it begins like JSON, and is none'],
    ['JSON of nothing', '[]', 'the wallet signed nothing'],
    ['JSON of too many', '["","",""]', `it lists 3 signatures: ${expected}`],
    ['JSON of numbers', '[1]', 'its JSON has no signature'],
    ['JSON of words', '["hello!"]', `it is neither hex nor base64: ${expected}`],
    ['JSON of JSON', '[["11"]]', `it has 1 bytes: ${expected}`],
    ['too many commas', '11,11', `it lists 2 signatures: ${expected}`],
    [
      'DER with a byte too much',
      `${'30440220'}${'11'.repeat(32)}0220${'11'.repeat(32)}0101`,
      'what is sent for input 0 is no ECDSA signature: it has 72 bytes',
    ],
    [
      'DER with a zero too much',
      `${'30450221'}00${'11'.repeat(32)}0220${'11'.repeat(32)}01`,
      'what is sent for input 0 is no ECDSA signature: it has 72 bytes',
    ],
    [
      'DER of negative numbers',
      `${'30440220'}${'91'.repeat(32)}0220${'11'.repeat(32)}01`,
      'what is sent for input 0 is no ECDSA signature: it has 71 bytes',
    ],
  ])('%s', (_, text, reason) => {
    expect(refusalOf(signedOne('p2wpkh').plan, text)).toEqual([
      'signature.malformed',
      `The signature could not be read: ${reason}.`,
    ]);
  });

  it.each([
    ['a number of bytes that is none of three', '11'.repeat(100), `it has 100 bytes: ${ofThree}`],
    [
      'DER where threeInputs signatures are due',
      `30440220${'11'.repeat(32)}0220${'11'.repeat(32)}`,
      `it has 70 bytes: ${ofThree}`,
    ],
    ['four signatures', '11'.repeat(256), `it has 256 bytes: ${ofThree}`],
  ])('%s', (_, text, reason) => {
    expect(refusalOf(signed(threeInputs).plan, text)).toEqual([
      'signature.malformed',
      `The signature could not be read: ${reason}.`,
    ]);
  });
});

describe('PSBTs of the standards', () => {
  const { vectors } = fixture<{ vectors: { bip: number; name: string; valid: boolean; hex: string }[] }>(
    'psbt-vectors',
  );
  const { plan } = signedOne('p2wpkh');

  it.each(vectors.filter(({ valid }) => !valid))('BIP$bip, invalid: $name', ({ name, hex }) => {
    const isTransaction = name.startsWith('Network transaction');
    expect(refusalOf(plan, hex)[0]).toBe(isTransaction ? 'signature.otherTransaction' : 'signature.malformed');
  });

  it.each(vectors.filter(({ valid }) => valid))('BIP$bip, valid: $name', ({ hex }) => {
    expect(refusalOf(plan, hex)).toEqual(['signature.otherTransaction', messages.otherTransaction]);
    expect(refusalOf(plan, Buffer.from(hex, 'hex').toString('base64'))).toEqual([
      'signature.otherTransaction',
      messages.otherTransaction,
    ]);
  });
});

describe('another transaction', () => {
  const inputs = threeInputs.slice(0, 2);
  const { plan } = signed(inputs);
  const wholes = signatureForms.filter((form) => !/signatures/.test(form));
  const [first, second] = plan.inputs as [Plan['inputs'][number], Plan['inputs'][number]];
  const [output] = plan.outputs as [Plan['outputs'][number]];

  it.each<[string, (plan: Plan) => Plan]>([
    ['less for the recipient', (plan) => ({ ...plan, outputs: [{ ...output, value: output.value - 1n }] })],
    [
      'another recipient',
      (plan) => ({ ...plan, outputs: [{ ...output, script: lockOf('p2wpkh', keyOf('thief')).script }] }),
    ],
    ['one more output', (plan) => ({ ...plan, outputs: [output, output] })],
    ['a lock time', (plan) => ({ ...plan, lockTime: 1 })],
    ['another version', (plan) => ({ ...plan, version: 1 as 2 })],
    ['another sequence', (plan) => ({ ...plan, inputs: [{ ...first, sequence: 0 }, second] })],
    ['another order', (plan) => ({ ...plan, inputs: [second, first] })],
    ['one input less', (plan) => ({ ...plan, inputs: [first] })],
    ['another coin', (plan) => ({ ...plan, inputs: [{ ...first, vout: 7 }, second] })],
  ])('%s', (_, change) => {
    const { forms } = signed(inputs, change);
    for (const form of wholes)
      expect([form, ...refusalOf(plan, forms[form])]).toEqual([
        form,
        'signature.otherTransaction',
        messages.otherTransaction,
      ]);
    if (forms['signatures in hex'].length === 256)
      expect(refusalOf(plan, forms['signatures in hex'])).toEqual(['signature.mismatch', messages.mismatch]);
  });

  it('is not recognised by its amounts alone, because segwit signs them', () => {
    const { forms } = signed(inputs, (plan) => ({
      ...plan,
      inputs: plan.inputs.map((input) => ({ ...input, value: 49_999n })),
    }));
    for (const form of signatureForms)
      expect(refusalOf(plan, forms[form])).toEqual(['signature.mismatch', messages.mismatch]);
  });

  it('needs the lock time of BIP370, and PSBTs without a common lock time are refused', () => {
    const psbt = psbtV2(psbtOf({ ...plan, lockTime: 500 }));
    expect(refusalOf({ ...plan, lockTime: 500 }, toHex(psbt))[0]).toBe('signature.incomplete');
    expect(refusalOf(plan, toHex(psbt))).toEqual(['signature.otherTransaction', messages.otherTransaction]);
  });
});

describe('missing signatures', () => {
  const { plan, request, forms } = signed(threeInputs);
  const missing = (indexes: string, count: number) => [
    'signature.incomplete',
    `${count} of 3 inputs are signed: missing are ${indexes}.`,
  ];
  const signatures = signHashes(request).map(toHex);

  it.each([0, 1, 2])('of input %d in a PSBT', (index) => {
    const privateKeys = request.privateKeys.filter((_, i) => i !== index);
    const psbt = signPsbt({ ...request, privateKeys });
    const expected = missing(`encoded[${index}]`, 2);
    expect(refusalOf(plan, psbt.toHex())).toEqual(expected);
    expect(refusalOf(plan, toHex(psbtV2(psbt.toBuffer())))).toEqual(expected);
    const transaction = bitcoin.Transaction.fromHex(forms['the signed transaction']);
    transaction.setWitness(index, []);
    expect(refusalOf(plan, transaction.toHex())).toEqual(expected);
    const list = signatures.map((signature, i) => (i === index ? '' : signature));
    expect(refusalOf(plan, JSON.stringify(list))).toEqual(expected);
    expect(refusalOf(plan, JSON.stringify(list.map((text) => text || null)))).toEqual(expected);
    expect(refusalOf(plan, list.join(','))).toEqual(expected);
  });

  it('if a signer signs only the first hash', () => {
    const [first = '', second = ''] = signatures;
    expect(refusalOf(plan, first)).toEqual(missing('encoded[1], encoded[2]', 1));
    expect(refusalOf(plan, `["${first}"]`)).toEqual(missing('encoded[1], encoded[2]', 1));
    expect(refusalOf(plan, first + second)).toEqual(missing('encoded[2]', 2));
  });

  it('of all inputs', () => {
    const none = missing('encoded[0], encoded[1], encoded[2]', 0);
    const unsigned = bitcoin.Psbt.fromBuffer(psbtOf(plan));
    for (const form of [unsigned.toHex(), toHex(psbtV2(psbtOf(plan))), '["","",""]', ',,'])
      expect(refusalOf(plan, form)).toEqual(none);
    expect(refusalOf(plan, toHex(unsigned.data.getTransaction()))).toEqual(none);
  });

  it('are listed up to a limit', () => {
    const key = keyOf('many');
    const plan = planOf(Array.from({ length: 40 }, () => ({ type: 'p2wpkh' as const, key })));
    const shown = Array.from({ length: 10 }, (_, i) => `encoded[${i}]`).join(', ');
    expect(refusalOf(plan, toHex(psbtOf(plan)))[1]).toBe(
      `0 of 40 inputs are signed: missing are ${shown} and 30 more.`,
    );
  });
});
