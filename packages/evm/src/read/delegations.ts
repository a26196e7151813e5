import { type Problem, toHex } from '@isochain/core';
import { changedControl } from '@isochain/core/movements';
import { secp256k1 } from '@noble/curves/secp256k1';
import { hashAuthorization } from 'viem/utils';
import { type Address, addressNumber, addressOfPublicKey, toChecksum } from '../address.ts';
import type { EvmContext } from '../context.ts';
import type { Authorization, NodeTransaction } from '../upstream/rpc.ts';

/** Most authorizations of one transaction that are looked at: each takes about a millisecond. */
const mostAuthorizations = 10;

/**
 * The accounts that a transaction of type 4 gives to the code of a contract, which may spend for them from then on (EIP-7702). It does so also if it
 * failed. Whether an account really was given can depend on its nonce then, which only the sender's own authorization shows.
 */
export function delegationsIn(
  { chain }: Pick<EvmContext, 'chain'>,
  { authorizationList, from, nonce }: NodeTransaction,
): Problem[] {
  return (authorizationList ?? []).slice(0, mostAuthorizations).flatMap((authorization) => {
    const { chainId, address, nonce: used } = authorization ?? {};
    if (authorization === undefined || (chainId !== 0n && chainId !== BigInt(chain.id))) return [];
    const authority = authorityOf(authorization);
    if (authority === undefined || address === undefined || used === undefined) return [];
    // The nonce of the sender has gone up by then.
    const isSender = addressNumber(authority) === addressNumber(from);
    if (isSender && nonce != null && used !== nonce + 1n) return [];
    const account = toChecksum(authority);
    // The zero address takes the code away: the account is its key's alone again.
    return [changedControl(account, addressNumber(address) === 0n ? account : toChecksum(address))];
  });
}

/** Who signed. Undefined if the signature is no signature. */
function authorityOf({ chainId, address, nonce, yParity, r, s }: Authorization): Address | undefined {
  const digest = hashAuthorization({ chainId: Number(chainId), address, nonce: Number(nonce), to: 'bytes' });
  try {
    const point = new secp256k1.Signature(r, s).addRecoveryBit(Number(yParity)).recoverPublicKey(digest);
    const owner = addressOfPublicKey(toHex(point.toRawBytes(false)));
    return owner.ok ? owner.value : undefined;
  } catch {
    return undefined;
  }
}
