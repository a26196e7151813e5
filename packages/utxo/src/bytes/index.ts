import type { Assembled, Bytes, Parsed } from '@isochain/core';
import { bitcoinIdentities } from '@isochain/core/catalogue';
import { parseAccount } from '../address/account-id.ts';
import { parseAddress } from '../address/address.ts';
import { ownerOf, readPublicKey } from '../address/public-key.ts';
import { chains, type UtxoChain, type UtxoChainId } from '../chains.ts';
import { keyLikeIds } from '../secrets.ts';
import type { Utxo, UtxoPlan } from '../types.ts';
import { assemblePlan } from './assemble.ts';
import { explain } from './explain.ts';
import { finalizePlan } from './finalize.ts';
import { transferPlan } from './plan.ts';
import { stakePlan, unstakePlan, withdrawPlan } from './plan-stake.ts';
import { documentsOf } from './stake-documents.ts';
import { told } from './told.ts';

/** The pure half of a chain: identifiers, and transactions from completed data to signed bytes and back. It needs no network. */
export function bytesOf(chainId: UtxoChainId): Bytes<Utxo> {
  const chain: UtxoChain = chains[chainId];
  const { network } = chain;
  const account = (text: string) => parseAccount(network, text);
  return {
    chainId,
    identity: bitcoinIdentities[chainId],
    keyLikeIds,
    identifiers: {
      account,
      sender: account,
      recipient: (text) => parseAddress(network, text),
      token: () => ({ ok: false, reason: 'it has no tokens' }),
      validator: readProvider,
      publicKey: readPublicKey,
      transaction: readTransactionId,
      ownerOf: (key, sender) => ownerOf(network, key, sender),
    },
    plan: {
      transfer: (data) => transferPlan(network, data),
      stake: (data) => stakePlan(network, data),
      unstake: unstakePlan,
      withdraw: withdrawPlan,
    },
    assemble,
    finalize: finalizePlan,
    explain: (encoded, intent) => explain(chain, encoded, intent),
    told,
  };
}

/** The documents of a stake stand in `params` too, for clients to sign. */
function assemble(plan: UtxoPlan): Assembled<Utxo> {
  const made = assemblePlan(plan);
  if (plan.registration === undefined) return made;
  return { ...made, copies: { ...documentsOf(plan.registration, made.unsigned.psbt) } };
}

/** A finality provider of Babylon, by its x-only or compressed key. */
function readProvider(text: string): Parsed<string> {
  const key = /^(?:0[23])?([0-9a-f]{64})$/i.exec(text)?.[1]?.toLowerCase();
  return key === undefined
    ? { ok: false, reason: 'it has to be an x-only public key: 64 hexadecimal digits' }
    : { ok: true, canonical: key, value: key };
}

/** 64 hexadecimal digits, in either case. */
function readTransactionId(text: string): Parsed<string> {
  const txid = text.toLowerCase();
  return /^[0-9a-f]{64}$/.test(txid)
    ? { ok: true, canonical: txid, value: txid }
    : { ok: false, reason: 'it has to be 64 hexadecimal digits' };
}

export type { UtxoChainId } from '../chains.ts';
export type { Registration, Utxo, UtxoPlan } from '../types.ts';
