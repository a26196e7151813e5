import { toAddress } from '../src/address/address.ts';
import { readPublicKey } from '../src/address/public-key.ts';
import type { CosmosChainId } from '../src/bytes/index.ts';
import { namedChain } from '../src/chains.ts';

/** The sender's public key. From trustwallet/wallet-core, rust/tw_cosmos_sdk/tests/sign.rs: account 1037. */
export const senderKey = '0257286ec3f37d33557bbbaa000b27744ac9023aa9967cae75a181d1ff91fa9dc5';

/** Addresses on a chain: the sender has the key above. */
export function namesOn(chainId: CosmosChainId) {
  const named = namedChain(chainId);
  const { prefix, validatorPrefix } = named.chain;
  const key = readPublicKey(named, senderKey);
  if (!key.ok) throw new Error(key.reason);
  return {
    sender: key.value.address,
    recipient: toAddress(prefix, new Uint8Array(20).fill(1)),
    contract: toAddress(prefix, new Uint8Array(32).fill(2)),
    validator: toAddress(validatorPrefix, new Uint8Array(20).fill(3)),
    source: toAddress(validatorPrefix, new Uint8Array(20).fill(4)),
  };
}

/** Completed data of each mode on a chain, by what it does. */
export function completedOn(chainId: CosmosChainId): Record<string, { params: object; [field: string]: unknown }> {
  const { identity, chain } = namedChain(chainId);
  const { sender, recipient, contract, validator, source } = namesOn(chainId);
  const common = {
    ...{ senderAddress: sender, senderPubKey: senderKey, fees: '2791', gas: '111635', nonce: '180', memo: 'a & b' },
    params: { nativeId: identity.nativeId, accountNumber: '13899434443979399787', feeDenom: chain.denom },
  };
  const token = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2';
  return {
    transfer: { ...common, mode: 'transfer', recipientAddress: recipient, amount: '10000' },
    token: { ...common, mode: 'transferToken', recipientAddress: recipient, tokenId: token, amount: '10000' },
    contract: { ...common, mode: 'transferToken', recipientAddress: recipient, tokenId: contract, amount: '10000' },
    stake: { ...common, mode: 'stake', targetValidatorAddress: validator, amount: '10000' },
    redelegate: {
      ...{ ...common, mode: 'stake', targetValidatorAddress: validator, sourceValidatorAddress: source },
      amount: '10000',
    },
    unstake: { ...common, mode: 'unstake', validatorAddress: validator, amount: '10000' },
    claim: { ...common, mode: 'claimRewards', validatorAddress: validator },
    compound: {
      ...{ ...common, mode: 'claimRewards', validatorAddress: validator, compound: true },
      params: { ...common.params, compoundAmount: '777' },
    },
  };
}
