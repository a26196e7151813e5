import { toHex } from '@isochain/core';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { SignDoc, TxBody } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { describe, expect, it } from 'vitest';
import { bytes, own } from '../../../babylon/test/babylon.ts';
import { namesOn, senderKey } from '../../test/completed.ts';
import { parameters, registrationOf, signed } from '../../test/registration.ts';
import { type NodeFacts, openScripted, Refused } from '../../test/scripted-endpoints.ts';
import { decodeBitcoinStake } from '../bytes/bitcoin-stake.ts';

const { sender } = namesOn('babylon-testnet');
const intent = { ...registrationOf(sender), senderPubKey: senderKey };

const versions = (...list: object[]) => ({
  '/babylon/btcstaking/v1/params_versions': { params: list.map((params, version) => ({ version, params })) },
});

const notRegistered = new Refused(404, { code: 5, message: 'the BTC delegation is not found' });
const delegationPath = `/babylon/btcstaking/v1/btc_delegation/${own.stakingTxid ?? ''}`;

function open(rest: Readonly<Record<string, unknown>> = {}, facts: Partial<NodeFacts> = {}) {
  return openScripted('babylon-testnet', [
    [
      'rest',
      {
        accounts: { [sender]: { number: 7n, sequence: 1n } },
        spendable: { ubbn: 10n ** 9n },
        simulation: 1_300_000n,
        ...facts,
        rest: {
          ...versions(parameters({ btc_activation_height: 100_000, unbonding_fee_sat: '1' }), parameters()),
          '/babylon/btclightclient/v1/tip': { header: { height: 250_000 } },
          [delegationPath]: notRegistered,
          ...rest,
        },
      },
    ],
  ]);
}

const errorsOf = async (rest?: Readonly<Record<string, unknown>>, changes: object = {}) => {
  const { status, transaction } = await open(rest).chain.encode({ ...intent, ...changes });
  return { errors: status.errors, isEncoded: (transaction.encoded ?? []).length > 0 };
};

describe('registerStake', () => {
  it('encodes the message in two rounds, from the documents and the parameters in force', async () => {
    const { chain, asked } = open();
    const trips: number[] = [];
    const onTrace = ({ roundTrips }: { roundTrips: number }) => void trips.push(roundTrips);
    const { transaction, status } = await chain.encode(intent, { onTrace });
    expect(status.errors).toEqual([]);
    expect(trips).toEqual([2]);
    expect(transaction.data).toMatchObject({ gas: '1690000', fees: '11830', params: { parameters: { version: 1 } } });
    const document = SignDoc.decode(bytes(transaction.encoded?.[0]?.raw?.value ?? ''));
    const [message] = TxBody.decode(document.bodyBytes).messages;
    expect(message?.typeUrl).toBe('/babylon.btcstaking.v1.MsgCreateBTCDelegation');
    const { staker, registration } = decodeBitcoinStake(message?.value ?? new Uint8Array());
    expect(staker).toBe(sender);
    expect(toHex(registration.stakingTransaction)).toBe(own.unsignedStakingTx);
    expect(registration).toMatchObject({ stakingTime: 64_000, stakingValue: 1_000_001n, unbondingValue: 968_001n });
    expect(asked(/simulate/)).toHaveLength(1);
    expect(asked(/params_versions/)).toHaveLength(1);
  });

  it('follows the version at the tip of the light client', async () => {
    const found = await errorsOf({ '/babylon/btclightclient/v1/tip': { header: { height: 150_000 } } });
    // The version before has another fee, so the unbonding transaction is another one.
    expect(found.errors).toMatchObject([{ field: 'transaction.data.unsignedUnbondingTransaction' }]);
    const none = await errorsOf({ '/babylon/btclightclient/v1/tip': { header: { height: 1 } } });
    expect(none).toMatchObject({ errors: [{ code: 'stake.parametersUnclear' }], isEncoded: false });
  });

  it('refuses a stake that is registered already', async () => {
    const delegation = {
      ...{ btc_pk: own.keys.staker.slice(-64), fp_btc_pk_list: [own.keys.finalityProvider], staking_time: 64_000 },
      ...{ unbonding_time: 1008, total_sat: '1000001', staking_tx_hex: own.unsignedStakingTx, slashing_tx_hex: '00' },
      ...{ status_desc: 'PENDING' },
      undelegation_response: { unbonding_tx_hex: own.unsignedUnbondingTx, slashing_tx_hex: '00' },
    };
    const { chain, asked } = open();
    await chain.encode(intent);
    const [{ what } = { what: '' }] = asked(/btc_delegation/);
    expect(await errorsOf({ [what]: { btc_delegation: delegation } })).toMatchObject({
      errors: [{ code: 'stake.registered', context: { status: 'PENDING' } }],
      isEncoded: false,
    });
  });

  it.each([
    ['proofOfPossession', signed(sha256(new TextEncoder().encode('another address')))],
    ['proofOfPossession', 'zz'],
    ['amount', '1000002'],
    ['amount', '1'],
    ['signedStakingTransaction', '00'],
    ['senderForeignPubKey', toHex(secp256k1.getPublicKey(sha256(new Uint8Array(1))))],
    ['signedSlashingTransaction', signed(sha256(new Uint8Array(1)))],
    ['signedUnbondingSlashingTransaction', signed(sha256(new Uint8Array(1)))],
    ['unsignedUnbondingTransaction', '00'],
    ['validatorPubKey', '11'.repeat(32)],
  ])('names what is wrong as an error of the answer: %s', async (field, value) => {
    const { errors, isEncoded } = await errorsOf({}, { [field]: value });
    expect(isEncoded).toBe(false);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.field).toMatch(/^transaction\.data\.\w+$/);
    expect(errors[0]?.message.length).toBeGreaterThan(20);
  });

  describe('a proof of possession that a wallet signed as a message', () => {
    const digest = (text: string) => {
      const message = `\x18Bitcoin Signed Message:\n${String.fromCharCode(text.length)}${text}`;
      return sha256(sha256(new TextEncoder().encode(message)));
    };
    const [recoveryId = 0, ...numbers] = secp256k1.sign(
      digest(sender),
      sha256(new TextEncoder().encode('isochain staker')),
      { prehash: false, format: 'recovered' },
    );
    const proof = (header: number) => toHex(Uint8Array.of(header, ...numbers));

    it.each([27 + recoveryId, 31 + recoveryId])('is taken with the header %d', async (header) => {
      expect(await errorsOf({}, { proofOfPossession: proof(header) })).toEqual({ errors: [], isEncoded: true });
    });

    it('signs the address in lower case, as Babylon does', async () => {
      const changes = { proofOfPossession: proof(31 + recoveryId), senderAddress: sender.toUpperCase() };
      expect(await errorsOf({}, changes)).toEqual({ errors: [], isEncoded: true });
    });

    // As Babylon's code does: the vectors are in packages/babylon.
    it.each([0, 255, 35 + recoveryId, 39 + recoveryId, 31 + (recoveryId ^ 1)])(
      'is refused with the header %d',
      async (header) => {
        expect(await errorsOf({}, { proofOfPossession: proof(header) })).toMatchObject({
          errors: [
            {
              code: 'request.invalid',
              field: 'transaction.data.proofOfPossession',
              message: expect.stringContaining(`its first byte is ${header}`),
            },
          ],
          isEncoded: false,
        });
      },
    );
  });

  it('refuses an inclusion proof that proves nothing', async () => {
    const inclusionProof = {
      ...{ index: 1, blockHash: '11'.repeat(32), blockHeight: 240_000 },
      ...{ header: '00'.repeat(80), proof: '22'.repeat(32) },
    };
    const rest = {
      '/babylon/btccheckpoint/v1/params': { params: { btc_confirmation_depth: 10 } },
      [`/babylon/btclightclient/v1/depth/${inclusionProof.blockHash}`]: { depth: '10000' },
    };
    expect(await errorsOf(rest, { params: { inclusionProof } })).toMatchObject({
      errors: [{ field: 'transaction.data.params.inclusionProof' }],
      isEncoded: false,
    });
  });

  it('is only on the chains of Babylon', () => {
    expect(open().chain.adapter.modes).toHaveProperty('registerStake');
    expect(openScripted('cosmoshub', [['rest', {}]]).chain.adapter.modes).not.toHaveProperty('registerStake');
  });
});
