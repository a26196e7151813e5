import { beginCell, type Cell, type StateInit, storeStateInit } from '../ton-core.ts';
import { sizeOf } from './cell-size.ts';
import { forwardFee } from './fees.ts';
import type { MessagePrice } from './prices.ts';

/** What the recipient is notified with. Without it, services do not see that jettons arrived (TEP-74). More could be lost at an account without a contract. */
export const notificationCoins = 1n;

/** The least that is attached to a jetton transfer, in nanotons: what wallets usually attach (ton-blockchain/docs, content/standard/tokens/jettons). */
const usualCoins = 50_000_000n;

/**
 * Nanotons for the gas and storage of both jetton wallets. The reference wallet asks for 0.04 coins (ton-blockchain/token-contract,
 * ft/jetton-wallet.fc: 2 * gas_consumption + min_tons_for_storage), and the rest is a reserve. Others ask for less.
 */
const workCoins = 45_000_000n;

/** How often the message's own fee is paid on the way. Reference wallets ask for two with a notification, and one more is a reserve. */
const hops = 3n;

/**
 * Nanotons to attach to a jetton transfer. What the contracts leave comes back.
 *
 * @param body - Of the transfer.
 * @param init - Deploys the sender's jetton wallet.
 */
export function jettonTransferCoins(price: MessagePrice, body: Cell, init: StateInit | undefined): bigint {
  const parts = init === undefined ? [body] : [body, beginCell().store(storeStateInit(init)).endCell()];
  const needed = workCoins + hops * forwardFee(price, sizeOf(parts));
  return needed > usualCoins ? needed : usualCoins;
}
