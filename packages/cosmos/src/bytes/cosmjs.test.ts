import { encodeSecp256k1Pubkey, serializeSignDoc } from '@cosmjs/amino';
import {
  DirectSecp256k1Wallet,
  encodePubkey,
  makeAuthInfoBytes,
  makeSignBytes,
  makeSignDoc,
  Registry,
} from '@cosmjs/proto-signing';
import { AminoTypes, createDefaultAminoConverters, defaultRegistryTypes } from '@cosmjs/stargate';
import { fromBase64, toBase64, toHex } from '@isochain/core';
import { turns } from '@isochain/dial';
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { complete } from '../../test/complete.ts';
import { toAddress } from '../address/address.ts';
import { type CosmosChainId, chains, cosmosChainIds, namedChain } from '../chains.ts';
import { bytesOf } from './index.ts';

const registry = new Registry([...defaultRegistryTypes, ['/cosmwasm.wasm.v1.MsgExecuteContract', MsgExecuteContract]]);
const aminoTypes = new AminoTypes(createDefaultAminoConverters());

/** The chains that cosmjs knows: with keys of secp256k1 and plain staking messages. */
const plainChains = cosmosChainIds.filter((id) => chains[id].keys === 'secp256k1' && chains[id].staking === undefined);

const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const amount = fc.bigInt({ min: 1n, max: 2n ** 128n });
const account = fc.uint8Array({ minLength: 20, maxLength: 20 });
const intent = fc.record({
  chainId: fc.constantFrom(...plainChains),
  privateKey: fc.uint8Array({ minLength: 32, maxLength: 32 }).filter((key) => key[0] !== 0 && key[0] !== 255),
  others: fc.tuple(account, account, fc.uint8Array({ minLength: 32, maxLength: 32 })),
  amount,
  fees: amount,
  gas: uint64,
  nonce: uint64,
  accountNumber: uint64,
  // cosmjs does not escape the two line ends that Go does (amino-json.test.ts), and nodes write the other two characters in two ways.
  memo: fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => !/[\b\f\u2028\u2029]/.test(text)),
});

type Drawn = typeof intent extends fc.Arbitrary<infer T> ? T : never;

interface Names {
  readonly sender: string;
  readonly recipient: string;
  readonly contract: string;
  readonly validator: string;
  readonly source: string;
  readonly denom: string;
}

/** What each mode is, for us and for cosmjs. */
const cases: Readonly<
  Record<
    string,
    (names: Names, coin: string) => { data: object; params?: object; messages: { typeUrl: string; value: object }[] }
  >
> = {
  transfer: ({ sender, recipient, denom }, coin) => ({
    data: { mode: 'transfer', recipientAddress: recipient, amount: coin },
    messages: [send(sender, recipient, denom, coin)],
  }),
  'transferToken of a denomination': ({ sender, recipient }, coin) => {
    const tokenId = 'factory/osmo1xyz/uTest.token-1';
    return {
      data: { mode: 'transferToken', recipientAddress: recipient, tokenId, amount: coin },
      messages: [send(sender, recipient, tokenId, coin)],
    };
  },
  'transferToken of a contract': ({ sender, recipient, contract }, coin) => ({
    data: { mode: 'transferToken', recipientAddress: recipient, tokenId: contract, amount: coin },
    messages: [
      {
        typeUrl: '/cosmwasm.wasm.v1.MsgExecuteContract',
        value: {
          sender,
          contract,
          msg: new TextEncoder().encode(`{"transfer":{"recipient":"${recipient}","amount":"${coin}"}}`),
          funds: [],
        },
      },
    ],
  }),
  stake: ({ sender, validator, denom }, coin) => ({
    data: { mode: 'stake', targetValidatorAddress: validator, amount: coin },
    messages: [
      staking('MsgDelegate', {
        delegatorAddress: sender,
        validatorAddress: validator,
        amount: { denom, amount: coin },
      }),
    ],
  }),
  redelegate: ({ sender, validator, source, denom }, coin) => ({
    data: { mode: 'stake', targetValidatorAddress: validator, sourceValidatorAddress: source, amount: coin },
    messages: [
      staking('MsgBeginRedelegate', {
        delegatorAddress: sender,
        validatorSrcAddress: source,
        validatorDstAddress: validator,
        amount: { denom, amount: coin },
      }),
    ],
  }),
  unstake: ({ sender, validator, denom }, coin) => ({
    data: { mode: 'unstake', validatorAddress: validator, amount: coin },
    messages: [
      staking('MsgUndelegate', {
        delegatorAddress: sender,
        validatorAddress: validator,
        amount: { denom, amount: coin },
      }),
    ],
  }),
  claimRewards: ({ sender, validator }) => ({
    data: { mode: 'claimRewards', validatorAddress: validator },
    messages: [claim(sender, validator)],
  }),
  'claimRewards with compound': ({ sender, validator, denom }, coin) => ({
    data: { mode: 'claimRewards', validatorAddress: validator, compound: true },
    params: { compoundAmount: coin },
    messages: [
      claim(sender, validator),
      staking('MsgDelegate', {
        delegatorAddress: sender,
        validatorAddress: validator,
        amount: { denom, amount: coin },
      }),
    ],
  }),
};

function send(fromAddress: string, toAddress: string, denom: string, coin: string) {
  return {
    typeUrl: '/cosmos.bank.v1beta1.MsgSend',
    value: { fromAddress, toAddress, amount: [{ denom, amount: coin }] },
  };
}

function staking(name: string, value: object) {
  return { typeUrl: `/cosmos.staking.v1beta1.${name}`, value };
}

function claim(delegatorAddress: string, validatorAddress: string) {
  return {
    typeUrl: '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward',
    value: { delegatorAddress, validatorAddress },
  };
}

async function compare(name: string, drawn: Drawn): Promise<void> {
  const { chainId, privateKey, others, amount: coins, fees, gas, nonce, accountNumber, memo } = drawn;
  const { chain, identity } = namedChain(chainId as CosmosChainId);
  const { prefix, validatorPrefix, denom } = chain;
  const wallet = await DirectSecp256k1Wallet.fromKey(privateKey, prefix);
  const [signer] = await wallet.getAccounts();
  if (signer === undefined) throw new Error('cosmjs has no account');
  const [one, other, long] = others;
  const names = {
    ...{ sender: signer.address, recipient: toAddress(prefix, one), contract: toAddress(prefix, long), denom },
    ...{ validator: toAddress(validatorPrefix, one), source: toAddress(validatorPrefix, other) },
  };
  const { data, params, messages } = cases[name]?.(names, coins.toString()) ?? { data: {}, messages: [] };
  const canAmino = name !== 'transferToken of a contract';
  const { plan } = complete(chainId as CosmosChainId, {
    ...{ ...data, senderAddress: signer.address, senderPubKey: toHex(signer.pubkey) },
    ...{ fees: `${fees}`, gas: `${gas}`, nonce: `${nonce}`, ...(memo === '' ? {} : { memo }) },
    params: {
      nativeId: identity.nativeId,
      accountNumber: `${accountNumber}`,
      feeDenom: denom,
      signMode: 'amino',
      ...params,
    },
  });
  const { items, unsigned } = bytesOf(chainId as CosmosChainId).assemble(plan());

  const pubkey = encodePubkey(encodeSecp256k1Pubkey(signer.pubkey));
  const body = registry.encodeTxBody({ messages, memo });
  const fee = [{ denom, amount: `${fees}` }];
  const authInfo = makeAuthInfoBytes([{ pubkey, sequence: nonce }], fee, gas as never, undefined, undefined);
  const doc = makeSignDoc(body, authInfo, identity.nativeId, accountNumber as never);
  expect(items[0]?.raw?.value).toBe(toHex(makeSignBytes(doc)));
  if (canAmino) {
    // makeSignDoc of cosmjs cannot make it: it takes no numbers above 2^53.
    const amino = {
      chain_id: identity.nativeId,
      account_number: `${accountNumber}`,
      sequence: `${nonce}`,
      fee: { amount: fee, gas: `${gas}` },
      msgs: messages.map((message) => aminoTypes.toAmino(message)),
      memo,
    };
    expect(items[2]?.raw?.value).toBe(toHex(serializeSignDoc(amino)));
  }

  // Signing is slow, so only some of the transactions are signed.
  if (nonce % 16n !== 0n) return;
  const { signature } = await wallet.signDirect(signer.address, doc);
  const { raw } = await bytesOf(chainId as CosmosChainId).finalize(plan(), unsigned, signature.signature);
  const { bodyBytes, authInfoBytes } = doc;
  const signatures = [fromBase64(signature.signature) as Uint8Array];
  expect(raw).toBe(toBase64(TxRaw.encode({ bodyBytes, authInfoBytes, signatures }).finish()));
}

describe('random transactions are those of cosmjs', () => {
  it.each(Object.keys(cases))('%s', async (name) => {
    await fc.assert(
      fc.asyncProperty(intent, (drawn) => compare(name, drawn)),
      { numRuns: turns(1000) },
    );
  });
});
