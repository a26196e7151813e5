import type { Address } from '../../ton-core.ts';
import { mapped, type Query } from '../query.ts';
import { getMethod, hasRun } from './get-method.ts';

/** What the issuer of a governed jetton forbade the owner of a jetton wallet. */
export interface JettonLock {
  readonly sending: boolean;
  readonly receiving: boolean;
}

const none: JettonLock = { sending: false, receiving: false };

/** Bits of the status, and how many it has (ton-blockchain/stablecoin-contract, contracts/jetton-wallet.fc and jetton-utils.fc: STATUS_SIZE). */
const [noSending, noReceiving, statusBits] = [1n, 2n, 4n];

/**
 * Asks a jetton wallet whether its owner is locked. Wallets of most jettons have no such method. One that is not deployed yet has no lock.
 *
 * @see https://github.com/ton-blockchain/stablecoin-contract, contracts/jetton-wallet.fc: get_status, send_jettons and receive_jettons.
 */
export function jettonLock(wallet: Address): Query<JettonLock> {
  return mapped(getMethod(wallet, 'get_status', []), (answer) => {
    const [status] = hasRun(answer) ? answer.stack : [];
    // Anything else is the method of another contract, by the same name.
    if (status?.type !== 'number' || status.value < 0n || status.value >= 1n << statusBits) return none;
    return { sending: (status.value & noSending) !== 0n, receiving: (status.value & noReceiving) !== 0n };
  });
}
