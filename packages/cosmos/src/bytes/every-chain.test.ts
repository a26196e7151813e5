import { encodeEthSecp256k1Pubkey, encodeSecp256k1Pubkey, pubkeyToAddress } from '@cosmjs/amino';
import { keccak256, sha256 } from '@cosmjs/crypto';
import { type GeneratedType, makeAuthInfoBytes, makeSignBytes, makeSignDoc, Registry } from '@cosmjs/proto-signing';
import { defaultRegistryTypes } from '@cosmjs/stargate';
import { fromBase64, toBase64, toHex } from '@isochain/core';
import { BinaryWriter } from 'cosmjs-types/binary';
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys';
import { MsgBeginRedelegate, MsgDelegate, MsgUndelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx';
import { SignDoc } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { describe, expect, it } from 'vitest';
import fixture from '../../fixtures/encoded.json' with { type: 'json' };
import { complete } from '../../test/complete.ts';
import { type Address, addressBytes, toAddress } from '../address/address.ts';
import { type CosmosChain, chains, cosmosChainIds, type KeyKind, namedChain } from '../chains.ts';
import { bytesOf } from './index.ts';

// The five recorded intents of the Cosmos Hub, carried to every chain. cosmjs judges the bytes, with the chain's prefix, denomination, chain id
// and kind of keys. If it has no message, its own writer of protobuf judges.

type Recorded = (typeof fixture)[keyof typeof fixture];

/** What the public key is, by kind (cosmos-sdk; injectived 1.20.1; evmos/ethermint proto/ethermint/crypto/v1/ethsecp256k1/keys.proto). */
const keyTypes: Readonly<Record<KeyKind, string>> = {
  secp256k1: '/cosmos.crypto.secp256k1.PubKey',
  injective: '/injective.crypto.v1beta1.ethsecp256k1.PubKey',
  ethermint: '/ethermint.crypto.v1.ethsecp256k1.PubKey',
};

interface Message {
  readonly typeUrl: string;
  readonly value: object;
}

/** A message that holds another one in its field 1: babylonlabs-io/babylon proto/babylon/epoching/v1/tx.proto. */
function wrapping(inner: { encode(message: never, writer?: BinaryWriter): BinaryWriter }): GeneratedType {
  const encode = ({ msg }: { msg: never }, writer = BinaryWriter.create()) => {
    inner.encode(msg, writer.uint32(10).fork()).ldelim();
    return writer;
  };
  return { encode, decode: () => ({}), fromPartial: (value: object) => value } as never;
}

const registry = new Registry([
  ...defaultRegistryTypes,
  ['/babylon.epoching.v1.MsgWrappedDelegate', wrapping(MsgDelegate)],
  ['/babylon.epoching.v1.MsgWrappedUndelegate', wrapping(MsgUndelegate)],
  ['/babylon.epoching.v1.MsgWrappedBeginRedelegate', wrapping(MsgBeginRedelegate)],
]);

function staking({ staking }: CosmosChain, name: string, value: object): Message {
  return staking === 'epoching'
    ? { typeUrl: `/babylon.epoching.v1.MsgWrapped${name}`, value: { msg: value } }
    : { typeUrl: `/cosmos.staking.v1beta1.Msg${name}`, value };
}

/** The same account or validator on another chain. */
function carried(prefix: string, address: string): string {
  return toAddress(prefix, addressBytes(address as Address));
}

/** A recorded intent on a chain, and its messages. */
function intentOn(chain: CosmosChain, { data }: Recorded) {
  const { prefix, validatorPrefix, denom } = chain;
  const given = data as Readonly<Record<string, unknown>>;
  const key = fromBase64(data.senderPubKey) as Uint8Array;
  const sender = pubkeyToAddress(
    chain.keys === 'secp256k1' ? encodeSecp256k1Pubkey(key) : encodeEthSecp256k1Pubkey(key),
    prefix,
  );
  const amount = { denom, amount: String(given.amount) };
  const validatorOf = (field: string) => carried(validatorPrefix, String(given[field]));
  switch (data.mode) {
    case 'transfer': {
      // In each recorded transfer the sender is the recipient too.
      expect(given.recipientAddress).toBe(data.senderAddress);
      const value = { fromAddress: sender, toAddress: sender, amount: [amount] };
      const messages = [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value }];
      return { key, data: { ...data, senderAddress: sender, recipientAddress: sender }, messages };
    }
    case 'stake': {
      const targetValidatorAddress = validatorOf('targetValidatorAddress');
      const value = { delegatorAddress: sender, validatorAddress: targetValidatorAddress, amount };
      const messages = [staking(chain, 'Delegate', value)];
      return { key, data: { ...data, senderAddress: sender, targetValidatorAddress }, messages };
    }
    case 'unstake': {
      const validatorAddress = validatorOf('validatorAddress');
      const messages = [staking(chain, 'Undelegate', { delegatorAddress: sender, validatorAddress, amount })];
      return { key, data: { ...data, senderAddress: sender, validatorAddress }, messages };
    }
    case 'claimRewards': {
      const validatorAddress = validatorOf('validatorAddress');
      const value = { delegatorAddress: sender, validatorAddress };
      const messages = [{ typeUrl: '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward', value }];
      return { key, data: { ...data, senderAddress: sender, validatorAddress }, messages };
    }
    default:
      throw new Error(`${data.mode} was not recorded`);
  }
}

/** What cosmjs makes of the intent, in the form of the recorded answers. */
function judged(
  chain: CosmosChain,
  nativeId: string,
  accountNumber: bigint,
  { key, data, messages }: ReturnType<typeof intentOn>,
) {
  const body = registry.encodeTxBody({ messages, memo: String((data as { memo?: string }).memo ?? '') });
  const pubkey = { typeUrl: keyTypes[chain.keys], value: PubKey.encode({ key }).finish() };
  const fee = [{ denom: chain.denom, amount: data.fees }];
  const signers = [{ pubkey, sequence: Number(data.nonce) }];
  const authInfo = makeAuthInfoBytes(signers, fee, Number(data.gas), undefined, undefined);
  const bytes = makeSignBytes(makeSignDoc(body, authInfo, nativeId, Number(accountNumber)));
  const json = {
    bodyBytes: toBase64(body),
    authInfoBytes: toBase64(authInfo),
    chainId: nativeId,
    accountNumber: String(accountNumber),
  };
  const hash =
    chain.keys === 'secp256k1'
      ? { format: 'sha256', value: toHex(sha256(bytes)) }
      : { format: 'keccak256', value: toHex(keccak256(bytes)) };
  return [
    { raw: { format: 'SIGNDOC_DIRECT', value: toHex(bytes) }, hash },
    { raw: { format: 'SIGNDOC_DIRECT_JSON', value: JSON.stringify(json) } },
  ];
}

/** The account number stands only in the recorded document. */
function accountNumberOf({ encoded }: Recorded): bigint {
  const bytes = Uint8Array.from(Buffer.from(String(encoded[0]?.raw.value), 'hex'));
  return SignDoc.decode(bytes).accountNumber;
}

describe.each(Object.entries(fixture))('the recorded %s', (_, recorded) => {
  const accountNumber = accountNumberOf(recorded);

  it.each(cosmosChainIds)('is the same as by cosmjs on %s', (chainId) => {
    const { nativeId } = namedChain(chainId).identity;
    const intent = intentOn(chains[chainId], recorded);
    const params = { nativeId, accountNumber: `${accountNumber}`, feeDenom: chains[chainId].denom };
    const { plan } = complete(chainId, { ...intent.data, params });
    const expected = judged(chains[chainId], nativeId, accountNumber, intent);
    expect(bytesOf(chainId).assemble(plan()).items).toEqual(expected);
    // This checks the judge: on the Cosmos Hub it makes what was recorded.
    if (chainId === 'cosmoshub') expect(expected).toEqual(recorded.encoded);
  });
});
