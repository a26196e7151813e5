import * as ecc from '@bitcoinerlab/secp256k1';
import { toHex } from '@isochain/core';
import * as bitcoin from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { fixture } from '../../test/fixtures.ts';
import { type InputType, keyOf, lockOf, planOf } from '../../test/plans.ts';
import { messages, refusalOf, signed, signedOne } from '../../test/signed-plans.ts';
import { signHashes, signInput, signPsbt } from '../../test/signers.ts';
import { encodePlan } from './assemble.ts';
import type { Plan } from './planned-transaction.ts';
import { serialize } from './unsigned.ts';

/** Two inputs and two outputs, because SIGHASH_SINGLE needs an output for each input. */
const twice = (plan: Plan): Plan => ({ ...plan, outputs: [...plan.outputs, ...plan.outputs] });

describe('sighash types that sign only a part', () => {
  const types = [
    ['SIGHASH_NONE', 0x02],
    ['SIGHASH_SINGLE', 0x03],
    ['SIGHASH_ALL|ANYONECANPAY', 0x81],
    ['SIGHASH_NONE|ANYONECANPAY', 0x82],
    ['SIGHASH_SINGLE|ANYONECANPAY', 0x83],
  ] as const;

  describe.each(types)('%s', (name, type) => {
    const refused = (allowed: string) => [
      'signature.sighash',
      `Input 1 is signed with sighash type ${name}, which lets others change the transaction: only ${allowed} is accepted.`,
    ];

    it.each(['p2wpkh', 'p2sh-p2wpkh', 'p2pkh', 'p2tr', 'tapscript'] as const)('%s', (kind) => {
      const keys = [keyOf(1), keyOf(2)];
      const { plan, request } = signed(
        keys.map((key) => ({ type: kind, key })),
        twice,
      );
      const isTaproot = kind === 'p2tr' || kind === 'tapscript';
      const expected = refused(isTaproot ? 'SIGHASH_DEFAULT or SIGHASH_ALL' : 'SIGHASH_ALL');
      const psbt = signPsbt({ ...request, privateKeys: [keys[0]?.privateKey ?? new Uint8Array()] });
      signInput(psbt, 1, request, type);
      expect(refusalOf(plan, psbt.toHex())).toEqual(expected);
      const finalized = psbt.clone().finalizeAllInputs();
      expect(refusalOf(plan, finalized.toHex())).toEqual(expected);
      expect(refusalOf(plan, finalized.extractTransaction(true).toHex())).toEqual(expected);
      const { partialSig, tapKeySig, tapScriptSig } = psbt.data.inputs[1] ?? {};
      const bare = partialSig?.[0]?.signature ?? tapKeySig ?? tapScriptSig?.[0]?.signature ?? new Uint8Array();
      const [first] = signHashes(request);
      expect(refusalOf(plan, JSON.stringify([first, bare].map((each) => toHex(each ?? bare))))).toEqual(expected);
    });
  });

  it('and unknown sighash types', () => {
    const { plan, request } = signedOne('p2wpkh');
    const [signature = new Uint8Array()] = signHashes(request);
    const der = toHex(bitcoin.script.signature.encode(signature, 1)).slice(0, -2);
    for (const [type, name] of [
      ['00', 'SIGHASH_DEFAULT'],
      ['41', '0x41'],
    ] as const)
      expect(refusalOf(plan, der + type)[1]).toContain(`sighash type ${name},`);
  });

  it('of the vectors of BIP341', () => {
    const { keyPathSpending } = fixture<{
      keyPathSpending: [{ inputSpending: { given: { hashType: number }; expected: { witness: [string] } }[] }];
    }>('bip341-wallet-vectors');
    const { plan } = signedOne('p2tr');
    const open = keyPathSpending[0].inputSpending.filter(({ given }) => given.hashType > 1);
    expect(open).toHaveLength(5);
    for (const { expected } of open) expect(refusalOf(plan, expected.witness[0])[0]).toBe('signature.sighash');
  });
});

describe('witnesses and scripts with surplus data', () => {
  const malformed = (reason: string) => ['signature.malformed', `The signature could not be read: ${reason}.`];

  function refusalWith(
    kind: InputType,
    change: (transaction: bitcoin.Transaction, witness: Uint8Array[], scriptSig: Uint8Array) => void,
  ) {
    const { plan, forms } = signedOne(kind);
    const transaction = bitcoin.Transaction.fromHex(forms['the signed transaction']);
    const { witness = [], script = new Uint8Array() } = transaction.ins[0] ?? {};
    change(transaction, witness, script);
    return refusalOf(plan, transaction.toHex());
  }

  it.each(['p2tr', 'tapscript'] as const)('an annex: %s', (kind) => {
    expect(
      refusalWith(kind, (transaction, witness) => transaction.setWitness(0, [...witness, Buffer.of(0x50)])),
    ).toEqual(malformed('the witness of input 0 has an annex'));
  });

  it.each(['p2wpkh', 'p2sh-p2wpkh'] as const)('an item of witness: %s', (kind) => {
    const reason = 'input 0 is not unlocked by a signature and a public key, and these alone';
    for (const change of [
      (w: Uint8Array[]) => [...w, Buffer.of()],
      (w: Uint8Array[]) => [Buffer.of(), ...w],
      (w: Uint8Array[]) => w.slice(1),
    ])
      expect(refusalWith(kind, (transaction, witness) => transaction.setWitness(0, change(witness)))[0]).toBe(
        'signature.malformed',
      );
    expect(refusalWith(kind, (transaction, witness) => transaction.setWitness(0, [...witness, Buffer.of()]))).toEqual(
      malformed(reason),
    );
  });

  it('an item of witness, or another leaf: taproot', () => {
    const reason = 'the witness of input 0 is not a single signature, with its leaf where there is one';
    expect(
      refusalWith('p2tr', (transaction, witness) => transaction.setWitness(0, [...witness, Buffer.of(1)])),
    ).toEqual(malformed(reason));
    expect(
      refusalWith('tapscript', (transaction, witness) => transaction.setWitness(0, [Buffer.of(1), ...witness])),
    ).toEqual(malformed(reason));
    expect(
      refusalWith('tapscript', (transaction, [signature = Buffer.of()]) => transaction.setWitness(0, [signature])),
    ).toEqual(malformed(reason));
    expect(
      refusalWith('tapscript', (transaction, [signature = Buffer.of(), , control = Buffer.of()]) =>
        transaction.setWitness(0, [signature, Buffer.of(0x51), control]),
      ),
    ).toEqual(malformed(reason));
  });

  it.each(['p2wpkh', 'p2tr', 'tapscript'] as const)('a scriptSig: %s', (kind) => {
    expect(refusalWith(kind, (transaction) => transaction.setInputScript(0, Buffer.of(0x51)))).toEqual(
      malformed(`the scriptSig of input 0 is not the one of ${kind}`),
    );
  });

  it('another redeem script', () => {
    for (const script of [
      Buffer.of(),
      Buffer.of(0x51),
      Buffer.concat([Buffer.of(22), lockOf('p2wpkh', keyOf('thief')).script]),
    ])
      expect(refusalWith('p2sh-p2wpkh', (transaction) => transaction.setInputScript(0, script))).toEqual(
        malformed('the scriptSig of input 0 is not the one of p2sh-p2wpkh'),
      );
  });

  it('more than two pushes, or other ones, in a p2pkh scriptSig', () => {
    const reason = malformed('input 0 is not unlocked by a signature and a public key, and these alone');
    const changes: ((script: Uint8Array) => Uint8Array)[] = [
      (script) => Buffer.concat([script, Buffer.of(0x51)]),
      (script) => Buffer.concat([Buffer.of(0x51), script]),
      (script) => Buffer.concat([Buffer.of(0x4c), script]),
      (script) => script.subarray(0, -1),
      () => Buffer.of(0x51),
      () => Buffer.of(0),
    ];
    for (const change of changes)
      expect(refusalWith('p2pkh', (transaction, _, script) => transaction.setInputScript(0, change(script)))).toEqual(
        reason,
      );
    expect(refusalWith('p2pkh', (transaction) => transaction.setWitness(0, [Buffer.of(1)]))).toEqual(reason);
  });

  it('a key that segwit refuses, because it has 65 bytes', () => {
    const key = keyOf('p2wpkh');
    const full = ecc.pointCompress(key.publicKey, false);
    const script = bitcoin.payments.p2wpkh({ hash: bitcoin.crypto.hash160(full) }).output ?? full;
    const base = planOf([{ type: 'p2wpkh', key }]);
    const plan = { ...base, inputs: base.inputs.map((input) => ({ ...input, script })) };
    const [signature = full] = signHashes({ encoded: encodePlan(plan), privateKeys: [key.privateKey] });
    expect(refusalOf(plan, toHex(signature))).toEqual(['signature.mismatch', messages.mismatch]);
    const transaction = bitcoin.Transaction.fromBuffer(serialize(plan));
    transaction.setWitness(0, [bitcoin.script.signature.encode(signature, 1), full]);
    expect(refusalOf(plan, transaction.toHex())).toEqual(['signature.mismatch', messages.mismatch]);
  });
});
