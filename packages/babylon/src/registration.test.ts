import { createHash } from 'node:crypto';
import * as ecc from '@bitcoinerlab/secp256k1';
import { type RefusedError, toHex } from '@isochain/core';
import { Transaction as LibraryTransaction } from '@scure/btc-signer/transaction.js';
import { crypto, initEccLib, Psbt, type Signer, Transaction } from 'bitcoinjs-lib';
import { ECPairFactory } from 'ecpair';
import { describe, expect, it } from 'vitest';
import { bytes, own, ownParameters, provider } from '../test/babylon.ts';
import { blockWith } from '../test/blocks.ts';
import { readRegistration } from './index.ts';
import type { StakingParameters } from './parameters.ts';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const privateKey = sha256('isochain staker');
const babylonAddress = 'bbn1fc9qp3ujx7ylc34pcmwackdwdaexgs02rvpek8';
/** What the address stands for, taken from it with another decoder. */
const account = bytes('4e0a00c7923789fc46a1c6dddc59ae6f726441ea');

const parameters: StakingParameters = {
  version: 6,
  covenant: ownParameters.covenant_pks.toSorted(),
  quorum: 6,
  minValue: 500_000n,
  maxValue: 500_000_000_000n,
  minTime: 10_000,
  maxTime: 64_000,
  slashingScript: ownParameters.slashing_pk_script,
  slashingRate: '0.01',
  slashingFee: 100_000n,
  unbondingTime: 1008,
  unbondingFee: 32_000n,
  activationHeight: 200_000,
};
const context = { chainId: 'bitcoin-signet', parameters } as const;

initEccLib(ecc);
const { fromPrivateKey } = ECPairFactory(ecc);

/** Signs the first input as a wallet does: a leaf with the key itself, p2tr with the tweaked key (BIP86). */
function sign(text: string): Psbt {
  const psbt = Psbt.fromHex(text);
  const key = fromPrivateKey(privateKey);
  const isLeaf = psbt.data.inputs[0]?.tapLeafScript !== undefined;
  const tweak = crypto.taggedHash('TapTweak', key.publicKey.subarray(1));
  return psbt.signInput(0, (isLeaf ? key : key.tweak(tweak)) as Signer);
}

/** BIP370. */
const psbtV2 = (psbt: Uint8Array) => LibraryTransaction.fromPSBT(psbt, { allowUnknownOutputs: true }).toPSBT(2);
const slashing = sign(own.slashingPsbt);
const unbondingSlashing = sign(own.unbondingSlashingPsbt);
const proof = toHex(ecc.signSchnorr(sha256(account), privateKey, new Uint8Array(32)));

const request = {
  senderAddress: babylonAddress,
  senderForeignPubKey: own.keys.staker as string,
  proofOfPossession: proof,
  amount: '1000001',
  validatorPubKey: own.keys.finalityProvider as string,
  unsignedUnbondingTransaction: own.unsignedUnbondingTx as string,
  signedStakingTransaction: sign(own.stakingPsbt).finalizeAllInputs().toHex(),
  signedSlashingTransaction: slashing.clone().finalizeAllInputs().toHex(),
  signedUnbondingSlashingTransaction: unbondingSlashing.clone().finalizeAllInputs().toHex(),
};

/** The transaction without witness, as bitcoinjs-lib reads it from a PSBT. */
const unsigned = (psbt: string) => toHex(sign(psbt).data.globalMap.unsignedTx.toBuffer());

const read = (change: object = {}, more: object = {}) =>
  readRegistration({ ...request, ...change }, { ...context, ...more });

describe('readRegistration', () => {
  it("makes all fields of the message from the wallet's signatures", () => {
    const { slashingSignature, unbondingSlashingSignature, ...registration } = read();
    expect(registration).toEqual({
      stakingTxid: own.stakingTxid,
      stakerKey: bytes(own.keys.staker.slice(2)),
      providerKeys: [bytes(own.keys.finalityProvider)],
      proofOfPossession: { type: 0, signature: bytes(proof) },
      stakingTime: 64_000,
      stakingValue: 1_000_001n,
      stakingTransaction: bytes(own.unsignedStakingTx),
      slashingTransaction: bytes(unsigned(own.slashingPsbt)),
      unbondingTime: 1008,
      unbondingTransaction: bytes(own.unsignedUnbondingTx),
      unbondingValue: 968_001n,
      unbondingSlashingTransaction: bytes(unsigned(own.unbondingSlashingPsbt)),
    });
    const staker = bytes(own.keys.staker.slice(2));
    const isOver = (signature: Uint8Array, sighash: string) => ecc.verifySchnorr(bytes(sighash), staker, signature);
    expect(isOver(slashingSignature, own.sighashes.slashing)).toBe(true);
    expect(isOver(unbondingSlashingSignature, own.sighashes.unbondingSlashing)).toBe(true);
  });

  it.each([
    ['a PSBT that is signed and not finalized', slashing.toHex()],
    ['a PSBT in base64', slashing.toBase64()],
    ['a PSBT of version 2', toHex(psbtV2(slashing.toBuffer()))],
    ['a transaction', slashing.clone().finalizeAllInputs().extractTransaction(true).toHex()],
    ['a signature alone', toHex(slashing.data.inputs[0]?.tapScriptSig?.[0]?.signature ?? new Uint8Array())],
  ])('takes a slashing transaction as %s', (_, signedSlashingTransaction) => {
    expect(read({ signedSlashingTransaction })).toEqual(read());
  });

  it.each([
    ['a PSBT that is not signed', own.stakingPsbt],
    ['the transaction', sign(own.stakingPsbt).finalizeAllInputs().extractTransaction().toHex()],
    ['a transaction without witness', own.unsignedStakingTx],
  ])('takes the staking transaction as %s', (_, signedStakingTransaction) => {
    expect(read({ signedStakingTransaction })).toEqual(read());
  });

  it('takes the unbonding transaction as a PSBT too', () => {
    expect(read({ unsignedUnbondingTransaction: own.unbondingPsbt })).toEqual(read());
  });

  it('finds the output at another index, and beside other amounts', () => {
    const transaction = Transaction.fromHex(own.unsignedStakingTx);
    transaction.outs.reverse();
    // The signed transactions spend the first output, which is another one now.
    expect(() => read({ signedStakingTransaction: transaction.toHex() })).toThrow(
      'unbonding transaction of this stake',
    );
  });
});

// A stake that was sent before its registration becomes active only if the registration has the proof.
describe('a stake that is on Bitcoin already', () => {
  const block = blockWith(own.stakingTxid, 5, 11);
  const proofOfInclusion = {
    ...{ index: 5, blockHash: block.hash, blockHeight: 200_000, header: block.header, proof: block.branch },
  };
  const register = (inclusionProof: unknown, more: object = {}) => read({}, { inclusionProof, ...more });
  const refusal = (inclusionProof: unknown, more: object = {}) => {
    try {
      register(inclusionProof, more);
      return undefined;
    } catch (error) {
      const [first] = (error as RefusedError).problems;
      return { field: first?.field, code: first?.code, message: first?.message };
    }
  };

  it('is registered with the proof, in the form of the message', () => {
    const { inclusionProof, ...rest } = register(proofOfInclusion);
    expect(inclusionProof).toEqual({
      index: 5,
      // As hashes stand in messages.
      headerHash: bytes(block.hash).toReversed(),
      proof: bytes(block.branch),
    });
    expect(rest).toEqual(read());
    expect(read()).not.toHaveProperty('inclusionProof');
  });

  it.each([
    ['of another transaction', blockWith(own.input.txid, 5, 11)],
    ['of another place', { ...block, index: 4 }],
    ['of the first transaction', blockWith(own.stakingTxid, 0, 11)],
    ['of another block', { ...block, hash: '00'.repeat(32) }],
    ['with a piece missing', { ...block, branch: block.branch.slice(64) }],
  ])('is not registered with a proof %s', (_, { index, hash, header, branch }) => {
    expect(refusal({ ...proofOfInclusion, index, blockHash: hash, header, proof: branch })).toEqual({
      field: 'transaction.data.params.inclusionProof',
      code: 'request.invalid',
      message: expect.stringContaining('must prove that the staking transaction is in a block, as encode answered it'),
    });
  });

  it.each([undefined, null].map((value) => [value]))('has no proof if it is %s', (value) => {
    expect(register(value)).not.toHaveProperty('inclusionProof');
  });

  it.each([
    ['x'],
    [{}],
    [{ ...proofOfInclusion, more: 1 }],
    [{ ...proofOfInclusion, header: 'x' }],
    [[proofOfInclusion]],
  ])('is not registered with what is no proof: %#', (value) => {
    expect(refusal(value)?.field).toBe('transaction.data.params.inclusionProof');
  });

  it('follows the parameters of its block, not later ones', () => {
    expect(refusal({ ...proofOfInclusion, blockHeight: 199_999 })).toEqual({
      field: 'transaction.data.params.inclusionProof',
      code: 'request.invalid',
      message: expect.stringContaining('must be of a block in which the parameters are in force'),
    });
  });
});

describe('a refusal', () => {
  const refusalOf = (change: object, more: object = {}) => {
    try {
      read(change, more);
      return undefined;
    } catch (error) {
      const [first] = (error as RefusedError).problems;
      return `${first?.field?.replace('transaction.data.', '')} ${first?.code}`;
    }
  };
  const otherKey = sha256('isochain covenant 0');

  it.each([
    ['senderForeignPubKey request.invalid', { senderForeignPubKey: own.keys.staker.slice(2) }],
    ['signedStakingTransaction request.invalid', { signedStakingTransaction: 'x' }],
    ['signedStakingTransaction request.invalid', { signedStakingTransaction: own.unsignedUnbondingTx }],
    ['signedStakingTransaction request.invalid', { amount: '1000000' }],
    ['amount request.invalid', { amount: '50000' }],
    ['amount request.invalid', { amount: '-1' }],
    ['signedStakingTransaction request.invalid', { validatorPubKey: provider.btc_pk }],
    ['validatorPubKey request.invalid', { validatorPubKey: own.keys.covenant[0] }],
    ['validatorPubKey request.invalid', { validatorPubKey: `1${own.keys.finalityProvider}` }],
    ['unsignedUnbondingTransaction request.invalid', { unsignedUnbondingTransaction: own.unsignedStakingTx }],
    ['unsignedUnbondingTransaction request.invalid', { unsignedUnbondingTransaction: '' }],
    ['proofOfPossession request.invalid', { proofOfPossession: `${proof.slice(0, -2)}00` }],
    ['proofOfPossession request.invalid', { senderAddress: 'bbn1tpl5jpqkn3n2ah6gugqhwn0cnymayuuqpjyrmv' }],
    ['signedSlashingTransaction signature.otherTransaction', { signedSlashingTransaction: unbondingSlashing.toHex() }],
    ['signedSlashingTransaction signature.incomplete', { signedSlashingTransaction: own.slashingPsbt }],
    ['signedSlashingTransaction signature.malformed', { signedSlashingTransaction: '00' }],
    [
      'signedUnbondingSlashingTransaction signature.otherTransaction',
      { signedUnbondingSlashingTransaction: slashing.toHex() },
    ],
    [
      'signedSlashingTransaction signature.mismatch',
      { signedSlashingTransaction: toHex(ecc.signSchnorr(bytes(own.sighashes.slashing), otherKey)) },
    ],
  ])('%s: %#', (expected, change) => {
    expect(refusalOf(change)).toBe(expected);
  });

  it('is given for parameters of another stake', () => {
    const changed = (change: object) => refusalOf({}, { parameters: { ...parameters, ...change } });
    expect(changed({ quorum: 5 })).toBe('signedStakingTransaction request.invalid');
    expect(changed({ maxTime: 63_999 })).toBe('signedStakingTransaction request.invalid');
    expect(changed({ unbondingTime: 1007 })).toBe('unsignedUnbondingTransaction request.invalid');
    expect(changed({ unbondingFee: 31_999n })).toBe('unsignedUnbondingTransaction request.invalid');
    expect(changed({ slashingRate: '0.02' })).toBe('signedSlashingTransaction signature.otherTransaction');
    expect(changed({ slashingFee: 99_999n })).toBe('signedSlashingTransaction signature.otherTransaction');
    expect(refusalOf({}, { stakingTime: 10_000 })).toBe('signedStakingTransaction request.invalid');
    expect(refusalOf({}, { stakingTime: 64_000, parameters: { ...parameters, maxTime: 65_000 } })).toBeUndefined();
  });

  it('is given for a signature of another sighash type', () => {
    const { tapLeafScript: [leaf] = [], witnessUtxo } = slashing.data.inputs[0] ?? {};
    if (leaf === undefined || witnessUtxo === undefined) throw new Error('no leaf');
    const length = Buffer.of(0xfd, leaf.script.length & 0xff, leaf.script.length >> 8);
    const leafHash = crypto.taggedHash('TapLeaf', Buffer.concat([Buffer.of(leaf.leafVersion), length, leaf.script]));
    const transaction = Transaction.fromHex(unsigned(own.slashingPsbt));
    const digest = (type: number) =>
      transaction.hashForWitnessV1(0, [witnessUtxo.script], [witnessUtxo.value], type, leafHash);
    expect(toHex(digest(Transaction.SIGHASH_DEFAULT))).toBe(own.sighashes.slashing);
    const signature = ecc.signSchnorr(digest(Transaction.SIGHASH_ALL), privateKey);
    expect(() => read({ signedSlashingTransaction: `${toHex(signature)}01` })).toThrow(
      'The signature could not be read: Babylon takes SIGHASH_DEFAULT alone.',
    );
  });
});

describe('proofs of possession', () => {
  const message = Buffer.from(babylonAddress);
  const digestOf = (text: Uint8Array) =>
    sha256(sha256(Buffer.concat([Buffer.from('\x18Bitcoin Signed Message:\n'), Buffer.of(text.length), text])));
  const compact = (text: Uint8Array, key = privateKey) => {
    const { signature, recoveryId } = ecc.signRecoverable(digestOf(text), key);
    return Buffer.concat([Buffer.of(27 + 4 + recoveryId), signature]).toString('hex');
  };
  const contextual = `${'ab'.repeat(32)}${babylonAddress}`;

  it('are signed messages of wallets', () => {
    const proofOfPossession = compact(message);
    expect(read({ proofOfPossession }).proofOfPossession).toEqual({ type: 2, signature: bytes(proofOfPossession) });
    const base64 = Buffer.from(proofOfPossession, 'hex').toString('base64');
    expect(read({ proofOfPossession: base64 }).proofOfPossession.type).toBe(2);
    expect(() => read({ proofOfPossession: compact(message, sha256('other')) })).toThrow('proofOfPossession');
  });

  it('sign the text that Babylon asks for', () => {
    const proofOfPossession = compact(Buffer.from(contextual));
    expect(read({ proofOfPossession }, { popMessage: contextual }).proofOfPossession.type).toBe(2);
    expect(() => read({ proofOfPossession })).toThrow('proofOfPossession');
    expect(() => read({ proofOfPossession: compact(message) }, { popMessage: contextual })).toThrow(
      'proofOfPossession',
    );
    // It is not defined what BIP340 signs with a context.
    expect(() => read({}, { popMessage: contextual })).toThrow('proofOfPossession');
  });

  it.each(['', '00', 'zz', '01'.repeat(66)])('are not %j', (proofOfPossession) => {
    expect(() => read({ proofOfPossession })).toThrow(
      'must be senderAddress, signed as a message with the key senderForeignPubKey',
    );
  });
});
