import { attempt } from '@isochain/core';
import { Address, type Cell, type Slice } from '../ton-core.ts';
import { signedRequest } from './signing-message.ts';

// Orders that let somebody else spend from a wallet: extensions of version 5 (ton-blockchain/wallet-contract-v5, types.tlb and contracts/wallet_v5.fc), and
// plugins of version 4 (ton-blockchain/wallet-contract, func/wallet-v4-code.fc).

/** An order to a wallet of version 5 that is signed by its key, and that somebody else brings inside a message between contracts. */
export const signedInternal = 0x7369_6e74;
/** An order of one of its extensions. */
const fromExtension = 0x6578_746e;

/** A wallet of version 4 gives a plugin the coins that it asked for. */
export const coinsForPlugin = 0xf06c_7567;

const [addExtension, allowSignature] = [0x02, 0x04];
const [deployPlugin, installPlugin] = [1, 2];

/** More actions than fit into a message that a wallet takes. */
const mostActions = 255;

/** Who may spend from the wallet from now on: an address, or the wallet's own key, or nobody but extensions that it has. */
export type Spender = Address | 'its own key' | 'its extensions alone';

/**
 * Reads whom the body of a message to a wallet of version 4 or 5 lets spend from it.
 *
 * @returns nobody for orders that change nothing of that, and for other bodies.
 */
export function newSpenders(body: Cell): readonly Spender[] {
  return attempt(() => readSpenders(body.beginParse(true))) ?? [];
}

function readSpenders(slice: Slice): Spender[] {
  const operation = slice.remainingBits >= 32 ? slice.preloadUint(32) : undefined;
  if (operation === signedRequest || operation === signedInternal) return readExtended(slice.skip(4 * 32));
  if (operation === fromExtension) return readExtended(slice.skip(32 + 64));
  // Signature, wallet id, time limit and seqno of version 4.
  return readPlugin(slice.skip(512 + 3 * 32));
}

function readExtended(slice: Slice): Spender[] {
  slice.loadMaybeRef();
  const spenders: Spender[] = [];
  let rest = slice.loadBit() ? slice : undefined;
  for (let i = 0; rest !== undefined && i < mostActions; i++) {
    const action = rest.loadUint(8);
    if (action === addExtension) spenders.push(rest.loadAddress());
    if (action === allowSignature) spenders.push(rest.loadBit() ? 'its own key' : 'its extensions alone');
    rest = rest.remainingRefs > 0 ? rest.loadRef().beginParse(true) : undefined;
  }
  return spenders;
}

function readPlugin(slice: Slice): Spender[] {
  // A version 3 wallet has a send mode of 8 bits for each message here, and nothing else.
  if (slice.remainingBits <= 8 * slice.remainingRefs) return [];
  const operation = slice.loadUint(8);
  const workchain = slice.loadInt(8);
  if (operation === installPlugin) return [new Address(workchain, slice.loadBuffer(32))];
  if (operation !== deployPlugin) return [];
  slice.loadCoins();
  return [new Address(workchain, slice.loadRef().hash())];
}
