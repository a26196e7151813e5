import { createHash } from 'node:crypto';
import type { HexAddress } from './address.ts';
import { newAccount, type State, type Witness } from './state.ts';

/** Some more than the 127 that are paid. */
const count = 130;

/** Brokerages of the first, in percent. All others have Tron's default of 20. */
const brokerages = [0, 5, 10, 20, 100];

/** An address of the engine's own, which follows from a name. Nobody has its key. */
export function ownAddress(name: string): HexAddress {
  return `41${createHash('sha256').update(`isochain devnet ${name}`).digest('hex').slice(0, 40)}`;
}

/** Adds super representatives, partners and candidates, with fewer votes from one to the next. */
export function addWitnesses(state: State, createTime: number): void {
  for (let index = 0; index < count; index++) {
    const address = ownAddress(`witness ${index}`);
    const votes = 1_000_000_000n - BigInt(index) * 7_500_000n;
    const witness: Witness = {
      address,
      url: `https://sr-${String(index + 1).padStart(3, '0')}.example`,
      votes,
      countedVotes: votes,
      totalProduced: index < 27 ? 2_900_000n - BigInt(index) : 0n,
      totalMissed: BigInt(index),
      brokerage: brokerages[index] ?? 20,
    };
    state.witnesses.set(address, witness);
    state.accounts.set(address, newAccount(address, createTime));
  }
}

/** Votes as they are now, by witness. */
export function liveVotes(state: State): Map<HexAddress, bigint> {
  const votes = new Map([...state.witnesses.values()].map((one) => [one.address, one.votes]));
  for (const account of state.accounts.values()) {
    for (const { address, count } of account.votes) votes.set(address, (votes.get(address) ?? 0n) + count);
  }
  return votes;
}
