import { type Problem, problem, toHex } from '@isochain/core';
import { canonicalAddress } from '../address/address.ts';
import type { NamedChain } from '../chains.ts';
import type { Address } from '../ton-core.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';
import { addressOfWallet, readWallet, type Wallet, walletsOfKey } from '../wallets/wallet.ts';

const field = 'transaction.data.senderAddress';

/** The wallet that signs. */
export interface SenderWallet {
  readonly wallet: Wallet;
  /** The next sequence number (seqno). */
  readonly seqno: number;
  /** Whether its first message has to deploy it. */
  readonly deploy: boolean;
}

/** The sender's wallet, from the chain or from the client's key. */
export function senderWallet(
  { chain }: NamedChain,
  sender: Address,
  key: Uint8Array | undefined,
  account: AccountFacts,
): SenderWallet | { readonly error: Problem } {
  const refused = (reason: string) => ({ error: problem('sender.notWallet', { reason }, field) });
  if (account.status === 'frozen') {
    return refused('the account is frozen, because it owed too much for storage: it must be unfrozen first');
  }
  if (account.status === 'active') return deployedWallet(key, account);
  if (account.isSuspended === true) {
    return refused('the account is suspended by a vote of the validators, so it cannot be deployed');
  }
  if (key === undefined) {
    const reason = 'its wallet is not deployed, so the chain does not know its key';
    return {
      error: problem(
        'publicKey.required',
        { sender: canonicalAddress(sender), reason },
        'transaction.data.senderPubKey',
      ),
    };
  }
  const wallet = walletsOfKey(key, chain.globalId).find((each) => addressOfWallet(each).equals(sender));
  if (wallet === undefined) return { error: wrongKey(key, chain.globalId) };
  return { wallet, seqno: 0, deploy: true };
}

function deployedWallet(
  key: Uint8Array | undefined,
  { code, data }: AccountFacts,
): SenderWallet | { readonly error: Problem } {
  const refused = (reason: string) => ({ error: problem('sender.notWallet', { reason }, field) });
  const state = code && data && readWallet(code, data);
  if (state === undefined) {
    return refused(
      'its contract is not a wallet of version v3r1, v3r2, v4r1, v4r2 or v5r1, as wallets with several keys and wallets for many payments are not',
    );
  }
  if (!state.takesSignatures) return refused('its wallet takes no signatures, only messages of its extensions');
  if (key !== undefined && toHex(key) !== toHex(state.publicKey)) {
    const owner = `the wallet ${canonicalAddress(addressOfWallet({ ...state, publicKey: key }))}`;
    return { error: problem('publicKey.mismatch', { owner }, 'transaction.data.senderPubKey') };
  }
  const { version, walletId, publicKey, seqno } = state;
  return { wallet: { version, walletId, publicKey }, seqno, deploy: false };
}

function wrongKey(key: Uint8Array, globalId: number): Problem {
  const addresses = walletsOfKey(key, globalId).map((wallet) => canonicalAddress(addressOfWallet(wallet)));
  return problem('publicKey.mismatch', { owner: addresses.join(', ') }, 'transaction.data.senderPubKey');
}
