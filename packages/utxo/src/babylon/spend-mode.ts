import { toHex } from '@isochain/core';
import type { TransactionInput } from '../upstreams/backend.ts';
import { internalKey } from './scripts.ts';

const key = '20[0-9a-f]{64}';

/** `<staker> OP_CHECKSIGVERIFY <time> OP_CHECKSEQUENCEVERIFY`: the staker takes its coins back. */
const timelock = new RegExp(`^${key}ad(5[1-9a-f]|60|01..|02.{4}|03.{6})b2$`);

/** `<staker> OP_CHECKSIGVERIFY`, then the covenant alone: the stake ends early. With a finality provider's key between them it is slashing. */
const unbonding = new RegExp(`^${key}ad${key}ac(?:(?:${key}ba)*(?:5[1-9a-f]|60|01..)9c)?$`);

/** BIP341: leaf version, the internal key that nobody has the private key of, and hashes beside the leaf. */
const controlBlock = new RegExp(`^c[01]${toHex(internalKey)}(?:[0-9a-f]{64}){0,2}$`);

/** What a spend of Babylon's staking outputs does; undefined for all other inputs, and where the upstream tells no witness. */
export function stakeSpendMode({ witness = [] }: TransactionInput): 'unstake' | 'withdraw' | undefined {
  const [script, block] = witness.slice(-2);
  if (script === undefined || block === undefined || !controlBlock.test(block)) return undefined;
  if (timelock.test(script)) return 'withdraw';
  return unbonding.test(script) ? 'unstake' : undefined;
}
