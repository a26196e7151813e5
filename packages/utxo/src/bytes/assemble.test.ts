import { toHex } from '@isochain/core';
import { RawPSBTV0 } from '@scure/btc-signer/psbt.js';
import * as bitcoin from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { own } from '../../../babylon/test/babylon.ts';
import { bytes, fixture, type SignedTransactionVector, type TransferVector } from '../../test/fixtures.ts';
import { inputTypes, keyOf, planOf } from '../../test/plans.ts';
import { fieldOf, maps } from '../../test/psbt-maps.ts';
import { planOfTransaction } from '../../test/transactions.ts';
import { encodePlan } from './assemble.ts';
import { planOfPsbt } from './plan-of-psbt.ts';
import type { Plan } from './planned-transaction.ts';
import { decodePsbt } from './read-psbt.ts';
import { serialize, txidOf } from './unsigned.ts';
import { psbtOf } from './write-psbt.ts';

/** The PSBT of an answer. */
const raw = (plan: Plan) => encodePlan(plan)[0]?.raw?.value;

const rebuilt = (psbt: string): Plan => planOfPsbt(decodePsbt(bytes(psbt))) as Plan;

describe('encodePlan', () => {
  it('makes the very PSBT of a recorded answer', () => {
    const { response } = fixture<{ response: { transaction: { encoded: [{ raw: { value: string } }] } } }>(
      'hosted-transfer',
    );
    const script = bytes('00143fac1a8303a3a9c25593f341d3b70cf0dfdd59c1');
    const plan: Plan = {
      version: 2,
      lockTime: 0,
      inputs: [
        {
          txid: '2d256e4225d52ed860e78af4449a39f1a1f13e3b741ff4327820d06e16b6431b',
          vout: 1,
          value: 18_192n,
          script,
          sequence: 0xfffffffd,
          spend: { type: 'p2wpkh' },
        },
      ],
      outputs: [
        { value: 1_000n, script },
        { value: 16_288n, script },
      ],
    };
    expect(raw(plan)).toBe(response.transaction.encoded[0].raw.value);
  });

  const { transfers } = fixture<{ transfers: TransferVector[] }>('transfer-vectors');
  it.each(transfers)('makes PSBT and hashes for $inputs', ({ inputs, psbt, digests, unsignedTx, txid }) => {
    const plan = rebuilt(psbt);
    expect(plan.inputs.map(({ spend }) => spend.type)).toEqual(inputs);
    expect(encodePlan(plan)).toEqual(
      digests.map((value, i) => ({
        hash: { format: 'sha256', value },
        ...(i === 0 ? { raw: { format: 'PSBT', value: psbt } } : {}),
      })),
    );
    expect(toHex(serialize(plan))).toBe(unsignedTx);
    if (inputs.includes('p2pkh')) expect(() => txidOf(plan)).toThrowError(TypeError);
    else expect(txidOf(plan)).toBe(txid);
  });

  const babylon: { sighashes: Record<string, string>; stakingTxid: string } & Record<string, string> = own;
  it.each(['staking', 'unbonding', 'slashing', 'unbondingSlashing', 'withdrawTimelock', 'withdrawUnbonded'])(
    'makes the %s PSBT of Babylon, and its hash',
    (name) => {
      const psbt = babylon[`${name}Psbt`] as string;
      expect(encodePlan(rebuilt(psbt))).toEqual([
        { hash: { format: 'sha256', value: babylon.sighashes[name] }, raw: { format: 'PSBT', value: psbt } },
      ]);
    },
  );

  const { transactions } = fixture<{ transactions: SignedTransactionVector[] }>('signed-transactions');
  it.each(transactions.filter(({ psbt }) => psbt !== undefined))(
    'makes the PSBT of an independent implementation: $name',
    ({ psbt = '', raw: signed, inputs }) => {
      const isLegacy = inputs[0]?.script.startsWith('76a9') ?? false;
      const spend = isLegacy ? ({ type: 'p2pkh', isUncompressed: false } as const) : ({ type: 'p2wpkh' } as const);
      const plan = planOfTransaction(
        signed,
        inputs.map((input) => ({ ...input, spend })),
      );
      const [, input] = maps(bytes(psbt));
      const previous = input && fieldOf(input, '00');
      expect(
        raw({
          ...plan,
          inputs: plan.inputs.map((each) => ({ ...each, previous: previous ? bytes(previous) : undefined })),
        }),
      ).toBe(psbt);
    },
  );

  it('tells wallets of extended keys the path of each key', () => {
    const types = ['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh'] as const;
    const key = keyOf('account');
    const derivation = {
      publicKey: key.publicKey,
      fingerprint: 0x73c5da0a,
      path: [0x80000054, 0x80000000, 0x80000000, 0, 7],
    };
    const base = planOf(types.map((type) => ({ type, key })));
    const plan: Plan = {
      ...base,
      inputs: base.inputs.map((input) => ({ ...input, derivation })),
      outputs: [
        ...base.outputs,
        ...types.map((type, i) => ({
          value: 1_000n,
          script: base.inputs[i]?.script ?? key.publicKey,
          derivation,
          type,
        })),
      ],
    };
    const { data } = bitcoin.Psbt.fromHex(raw(plan) ?? '');
    const ecdsa = [{ masterFingerprint: bytes('73c5da0a'), pubkey: key.publicKey, path: "m/84'/0'/0'/0/7" }];
    const taproot = [
      { masterFingerprint: bytes('73c5da0a'), pubkey: key.xOnly, path: "m/84'/0'/0'/0/7", leafHashes: [] },
    ];
    const plainly = (value: unknown) =>
      JSON.parse(JSON.stringify(value, (_, each) => (each instanceof Uint8Array ? toHex(each) : each)));
    const redeemScript = bitcoin.payments.p2wpkh({ pubkey: key.publicKey }).output;
    expect(plainly(data.inputs.map(({ witnessUtxo, nonWitnessUtxo, ...fields }) => fields))).toEqual(
      plainly([
        { bip32Derivation: ecdsa },
        { tapInternalKey: key.xOnly, tapBip32Derivation: taproot },
        { bip32Derivation: ecdsa, redeemScript },
        { bip32Derivation: ecdsa },
      ]),
    );
    expect(plainly(data.outputs)).toEqual(
      plainly([
        {},
        { bip32Derivation: ecdsa },
        { tapInternalKey: key.xOnly, tapBip32Derivation: taproot },
        { bip32Derivation: ecdsa, redeemScript },
        { bip32Derivation: ecdsa },
      ]),
    );
  });

  it('writes all fields like @scure/btc-signer, in the same order', () => {
    const key = keyOf('a');
    const derivation = { publicKey: key.publicKey, fingerprint: 0x00c5da0a, path: [0x80000054, 0xffffffff, 0] };
    const [first] = planOf([{ type: 'p2pkh', key }]).inputs;
    for (const from of [undefined, derivation]) {
      const { inputs, ...rest } = planOf(inputTypes.map((type) => ({ type, key })));
      const plan: Plan = {
        ...rest,
        inputs: inputs.map((input) => ({ ...input, previous: first?.previous, derivation: from })),
        outputs: (['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh'] as const).map((type, i) => ({
          ...{ value: 2n ** 62n, script: inputs[i]?.script ?? key.publicKey, derivation: from, type },
        })),
      };
      const psbt = psbtOf(plan);
      expect(toHex(RawPSBTV0.encode(RawPSBTV0.decode(psbt)))).toBe(toHex(psbt));
    }
  });

  it('holds the previous transactions, always for p2pkh and for others if they are given', () => {
    const key = keyOf('a');
    const { inputs, ...rest } = planOf([
      { type: 'p2pkh', key },
      { type: 'p2wpkh', key },
    ]);
    const previous = inputs[0]?.previous as Uint8Array;
    const [, legacy, segwit] = maps(psbtOf({ ...rest, inputs }));
    expect(legacy?.fields).toEqual([['00', toHex(previous)]]);
    expect(segwit?.fields.map(([name]) => name)).toEqual(['01']);
    const [, , both] = maps(psbtOf({ ...rest, inputs: inputs.map((input) => ({ ...input, previous })) }));
    expect(both?.fields.map(([name]) => name)).toEqual(['00', '01']);
  });

  it('holds the internal key of taproot only if it is given', () => {
    const fields = (showsKey: boolean) =>
      maps(psbtOf(planOf([{ type: 'p2tr', key: keyOf('a'), showsKey }])))[1]?.fields;
    expect(fields(true)?.map(([name]) => name)).toEqual(['01', '17']);
    expect(fields(false)?.map(([name]) => name)).toEqual(['01']);
  });

  it.each([252, 253])('counts %d inputs and outputs', (count) => {
    const key = keyOf('a');
    const outputs = Array.from({ length: count }, (_, i) => ({ value: BigInt(i), script: Uint8Array.of(0x6a) }));
    const plan = planOf(
      Array.from({ length: count }, () => ({ type: 'p2wpkh' as const, key })),
      outputs,
    );
    const items = encodePlan(plan);
    expect(items).toHaveLength(count);
    expect(items.slice(1).every(({ raw, hash }) => raw === undefined && hash !== undefined)).toBe(true);
    const psbt = bitcoin.Psbt.fromHex(items[0]?.raw?.value ?? '');
    expect([psbt.inputCount, psbt.txOutputs.length]).toEqual([count, count]);
  });
});
