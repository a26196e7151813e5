import { RawPSBTV0, RawPSBTV2 } from '@scure/btc-signer/psbt.js';
import { RawOldTx, RawTx } from '@scure/btc-signer/script.js';
import fc from 'fast-check';
import { keyOf } from './plans.ts';

// Random transactions and PSBTs, as @scure/btc-signer writes them. bitcoinjs-lib judges what they say.

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const script = fc.oneof(bytes(0), bytes(22), bytes(34), bytes(260));
const uint32 = fc.oneof(fc.constantFrom(0, 1, 0xfffffffd, 0xffffffff), fc.integer({ min: 0, max: 0xffffffff }));
const keys = Array.from({ length: 8 }, (_, i) => keyOf(i));
const publicKey = fc.constantFrom(...keys.map((key) => key.publicKey));
const xOnly = fc.constantFrom(...keys.map((key) => key.xOnly));

const output = fc.record({ amount: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), script });
const inputWith = (finalScriptSig: fc.Arbitrary<Uint8Array>) =>
  fc.record({ txid: bytes(32), index: uint32, finalScriptSig, sequence: uint32 });
const some = <T>(one: fc.Arbitrary<T>, minLength = 1) => fc.array(one, { minLength, maxLength: 3 });

const unsigned = fc.record({
  version: fc.constantFrom(1, 2),
  inputs: some(inputWith(bytes(0))),
  outputs: some(output),
  lockTime: uint32,
});

/** With or without witnesses, but always with inputs and outputs, as on the chain. */
const whole = fc
  .record({
    ...{ version: fc.constantFrom(1, 2), lockTime: uint32 },
    inputs: some(inputWith(fc.oneof(bytes(0), bytes(23), bytes(253)))),
    outputs: some(output),
    // The first input always has a witness, so that there is at least one.
    witnesses: fc.option(fc.tuple(some(bytes(71)), fc.array(bytes(33), { maxLength: 2 })), { nil: undefined }),
  })
  .map(({ witnesses, ...transaction }) => ({
    ...transaction,
    segwitFlag: witnesses !== undefined,
    witnesses: witnesses && transaction.inputs.map((_, i) => (i === 0 ? witnesses[0] : witnesses[1])),
  }));

export const transactions: fc.Arbitrary<Uint8Array> = whole.map((transaction) => RawTx.encode(transaction as never));

/** As in a PSBT: inputs or outputs may be absent. */
export const strippedTransactions: fc.Arbitrary<Uint8Array> = fc
  .record({
    ...{ version: fc.constantFrom(1, 2), lockTime: uint32 },
    inputs: some(inputWith(bytes(3)), 0),
    outputs: some(output, 0),
  })
  .map((transaction) => RawOldTx.encode(transaction as never));

const keyPath = fc.record({ fingerprint: uint32, path: fc.array(uint32, { maxLength: 4 }) });

/** Up to two, no key twice. */
const keyed = <V>(one: fc.Arbitrary<Uint8Array>, value: fc.Arbitrary<V>) =>
  fc.uniqueArray(fc.tuple(one, value), { minLength: 1, maxLength: 2, selector: ([each]) => each.join() });

const leaf = fc
  .record({
    ...{ version: fc.constantFrom(0xc0, 0xc2), parity: fc.constantFrom(0, 1), internalKey: xOnly, script: bytes(34) },
    merklePath: fc.array(bytes(32), { maxLength: 2 }),
  })
  .map(({ version, parity, script, ...rest }) => [
    { version: version | parity, ...rest },
    Uint8Array.of(...script, version),
  ]);

const derivations = {
  bip32Derivation: keyed(publicKey, keyPath),
  tapInternalKey: xOnly,
  tapBip32Derivation: keyed(xOnly, fc.record({ hashes: fc.array(bytes(32), { maxLength: 2 }), der: keyPath })),
};
const rest = {
  /** An identifier of 3 bytes, type 1, and more. */
  proprietary: keyed(
    bytes(5).map((data) => Uint8Array.of(3, ...data.subarray(0, 3), 1, ...data.subarray(3))),
    bytes(4),
  ),
  /** Types that no BIP has. */
  unknown: fc
    .tuple(fc.constantFrom(0x40, 0x80, 0x12c, 0x1_0000_0000), bytes(3), bytes(9))
    .map(([type, data, value]) => [[{ type, key: data }, value]]),
};

const input = {
  ...{ nonWitnessUtxo: whole, witnessUtxo: output, partialSig: keyed(publicKey, bytes(71)), sighashType: uint32 },
  ...{ redeemScript: script, witnessScript: script, finalScriptSig: script, finalScriptWitness: some(bytes(20)) },
  ...{ porCommitment: bytes(4), ripemd160: keyed(bytes(20), bytes(8)), sha256: keyed(bytes(32), bytes(8)) },
  ...{ hash160: keyed(bytes(20), bytes(8)), hash256: keyed(bytes(32), bytes(8)) },
  ...{ tapKeySig: fc.oneof(bytes(64), bytes(65)), tapLeafScript: leaf.map((one) => [one]) },
  tapScriptSig: fc
    .tuple(xOnly, bytes(32), bytes(64))
    .map(([pubKey, leafHash, signature]) => [[{ pubKey, leafHash }, signature]]),
  ...{ tapMerkleRoot: bytes(32), ...derivations, ...rest },
};

/** Depths of leaves from left to right. */
const depths = fc.constantFrom([0], [1, 1], [2, 2, 1], [1, 2, 3, 3], [2, 2, 2, 2]);
const tapTree = fc
  .tuple(depths, bytes(5))
  .map(([list, leafScript]) => list.map((depth) => ({ depth, version: 0xc0, script: leafScript })));

const outputFields = { redeemScript: script, witnessScript: script, tapTree, ...derivations, ...rest };

const xpub = fc
  .tuple(fc.integer({ min: 0, max: 2 }), uint32, bytes(32), publicKey, fc.array(uint32, { minLength: 2, maxLength: 2 }))
  .map(([depth, number, chainCode, publicKey, path]) => {
    const [parentFingerprint, childNumber] = depth === 0 ? [0, 0] : [number, number];
    const xpub = { version: 0x0488b21e, depth, parentFingerprint, childNumber, chainCode, publicKey };
    return [[xpub, { fingerprint: number, path: path.slice(0, depth) }]];
  });

/** Any of the fields. */
const any = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(fields, { requiredKeys: [] });

const psbtsV0 = unsigned
  .chain((unsignedTx) =>
    fc.record({
      global: any({ version: fc.constant(0), xpub, ...rest }).map((fields) => ({ ...fields, unsignedTx })),
      inputs: fc.tuple(...unsignedTx.inputs.map(() => any(input))),
      outputs: fc.tuple(...unsignedTx.outputs.map(() => any(outputFields))),
    }),
  )
  .map((psbt) => RawPSBTV0.encode(psbt as never));

const inputV2 = {
  ...{ ...input, sequence: uint32 },
  requiredTimeLocktime: fc.integer({ min: 500_000_000, max: 0xffffffff }),
  requiredHeightLocktime: fc.integer({ min: 1, max: 499_999_999 }),
};
const psbtsV2 = fc
  .record({
    global: any({ fallbackLocktime: uint32, txModifiable: fc.nat(255), xpub, ...rest }),
    inputs: some(fc.tuple(any(inputV2), fc.record({ txid: bytes(32), index: uint32 }))),
    outputs: some(fc.tuple(any(outputFields), output)),
    txVersion: fc.constantFrom(1, 2),
  })
  .map(({ global, inputs, outputs, txVersion }) =>
    RawPSBTV2.encode({
      global: { ...global, txVersion, version: 2, inputCount: inputs.length, outputCount: outputs.length },
      inputs: inputs.map(([fields, required]) => ({ ...fields, ...required })),
      outputs: outputs.map(([fields, required]) => ({ ...fields, ...required })),
    } as never),
  );

export const psbts: Readonly<Record<0 | 2, fc.Arbitrary<Uint8Array>>> = { 0: psbtsV0, 2: psbtsV2 };

/** Ten variants of the same bytes. In each a byte or two is changed, left out or put in, or the rest is cut off. */
export function bent(original: fc.Arbitrary<Uint8Array>): fc.Arbitrary<readonly Uint8Array[]> {
  const change = fc.record({ at: fc.nat(), byte: fc.oneof(fc.nat(255), fc.nat(3)), how: fc.nat(9) });
  const changes = fc.array(fc.array(change, { minLength: 1, maxLength: 2 }), { minLength: 10, maxLength: 10 });
  return fc.tuple(original, changes).map(([bytes, all]) =>
    all.map((some) => {
      const list = [...bytes];
      for (const { at, byte, how } of some) {
        const place = at % list.length;
        if (how < 5) list[place] = byte;
        else if (how < 7) list[place] = ((list[place] ?? 0) + (byte % 2 === 0 ? 1 : 255)) & 0xff;
        else if (how === 7) list.splice(place, 1);
        else if (how === 8) list.splice(place, 0, byte);
        else list.splice(place + 1);
      }
      return Uint8Array.from(list);
    }),
  );
}
