import { finalSequence, readStakeTag, type StakingParameters } from '@isochain/babylon';
import { parseAddress } from '../../address/address.ts';
import type { Network } from '../../chains.ts';
import type { ChainTransaction, TransactionInput, TransactionOutput } from '../backend.ts';

/** BIP68: a lock in blocks has 16 bits. Other sequence numbers of wallets are far higher. */
const longestLock = 0xffff;

/** What a transaction may do with a stake, by its form alone. Most do nothing, and Babylon is not asked about them. */
export interface Suspicion {
  readonly isTagged: boolean;
  /** An output may be a stake. */
  readonly mayStake: boolean;
  /** Its only input may be a stake that it ends early. */
  readonly mayUnstake: boolean;
  /** These inputs may be stakes, or what is left of them, whose time is over. */
  readonly withdrawn: readonly TransactionInput[];
}

/**
 * Looks for possible stakes in a transaction. With an account, coins of others are left out.
 *
 * @param versions - All versions of the parameters. Without them nearly every taproot output is suspect.
 * @param isOwn - Finds inputs and outputs of the account.
 */
export function suspect(
  network: Network,
  { inputs, outputs, height, isCoinbase }: ChainTransaction,
  versions: readonly StakingParameters[] | undefined,
  isOwn?: (side: TransactionInput | TransactionOutput) => boolean,
): Suspicion | undefined {
  const fits = (test: (version: StakingParameters) => boolean) => versions === undefined || versions.some(test);
  const isTaproot = isTaprootOn(network);
  // Babylon counts from the block of its light client, and the stake comes later.
  if (isCoinbase || !fits(({ activationHeight }) => height === undefined || height >= activationHeight))
    return undefined;

  const [input, ...moreInputs] = inputs;
  const [output, ...moreOutputs] = outputs;
  const isSender = isOwn === undefined || inputs.some(isOwn);
  const isStakeLike = (side: TransactionOutput) =>
    isOwn?.(side) !== true &&
    isTaproot(side) &&
    fits(({ minValue, maxValue }) => side.value >= minValue && side.value <= maxValue);
  const mayStake = isSender && outputs.some(isStakeLike);

  const isSingle = input !== undefined && output !== undefined && moreInputs.length + moreOutputs.length === 0;
  const paid = isSingle && input.value !== undefined ? input.value - output.value : undefined;
  const mayUnstake =
    isSingle &&
    input.sequence === finalSequence &&
    isTaproot(input) &&
    isTaproot(output) &&
    fits(({ unbondingFee }) => paid === undefined || paid === unbondingFee);

  const withdrawn = inputs.filter((side) => {
    const { sequence = 0 } = side;
    if (sequence < 1 || sequence > longestLock || !isTaproot(side)) return false;
    return fits(({ minTime, unbondingTime }) => sequence >= Math.min(minTime, unbondingTime));
  });

  const isTagged = mayStake && readStakeTag(outputs.map(({ script }) => script)) !== undefined;
  return mayStake || mayUnstake || withdrawn.length > 0 ? { isTagged, mayStake, mayUnstake, withdrawn } : undefined;
}

/** Whether coins are at a taproot address. If no upstream tells the address, they may be. */
export function isTaprootOn(network: Network): (side: TransactionInput | TransactionOutput) => boolean {
  return ({ script, address }) => {
    if (script) return /^5120[0-9a-f]{64}$/.test(script);
    if (address === undefined) return true;
    const parsed = parseAddress(network, address);
    return parsed.ok && parsed.value.type === 'p2tr';
  };
}
