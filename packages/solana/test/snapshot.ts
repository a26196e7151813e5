import type { Account } from '../src/upstream/rpc.ts';
import type { Snapshot } from '../src/upstream/snapshot.ts';
import { someAddress } from './addresses.ts';

/** The chain's state with these accounts: epoch 1,013, and rent as on mainnet-beta, 6,960 lamports for each of the bytes and 128 more. */
export function snapshotWith(accounts: Readonly<Record<string, Account>>, more: Partial<Snapshot> = {}): Snapshot {
  return {
    account: (address) => accounts[address],
    rentMinimum: (dataLength) => BigInt(128 + dataLength) * 6960n,
    clock: { slot: 437_000_000n, epochStartTimestamp: 1_779_990_000n, epoch: 1013n, unixTimestamp: 1_780_070_000n },
    latest: { blockhash: someAddress(2, 25), lastValidBlockHeight: 150n },
    readAt: 1_780_070_000_000,
    slotMs: 400,
    prices: [],
    ...more,
  };
}

/** An account as it was read. */
export function accountOf(owner: Account['owner'], lamports: bigint, data: Uint8Array = new Uint8Array()): Account {
  return { owner, lamports, data: Uint8Array.from(data), executable: false, space: data.length };
}
