import { toHex } from '@isochain/core';
import { programs } from '../well-known.ts';
import { readInstruction } from './instructions.ts';
import { type CompiledMessage, decodeMessage } from './message.ts';
import { priorityFee } from './params.ts';

/** Programs that browser wallets add instructions of, by themselves. */
const known: Readonly<Record<string, string>> = {
  // https://docs.phantom.com, "Priority fees": it adds them unless the transaction sets a price.
  [programs.computeBudget]: 'the compute budget program',
  // https://github.com/Jac0xb/lighthouse. Phantom adds its checks (https://docs.phantom.com, "Transaction validation").
  L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95: 'Lighthouse, which checks balances afterwards',
};

/** Units that the chain assumes for each instruction without a limit (anza-xyz/agave, DEFAULT_INSTRUCTION_COMPUTE_UNIT_LIMIT). */
const unitsWithoutLimit = 200_000n;

interface Step {
  readonly program: string;
  /** Equal for equal instructions. */
  readonly text: string;
  readonly facts: Readonly<Record<string, string | undefined>>;
}

/**
 * Says what a wallet added to our instructions before it signed, as browser wallets do.
 *
 * @param theirs - The message that was signed.
 * @returns A clause. Undefined if nothing was added, or if one of our instructions is missing.
 */
export function addedTo(ours: Uint8Array, theirs: Uint8Array): string | undefined {
  const [meant, found] = [decodeMessage(ours), decodeMessage(theirs)];
  if (meant === undefined || found === undefined) return undefined;
  const [own, all] = [stepsOf(meant), stepsOf(found)];
  const rest = all.map(({ text }) => text);
  for (const { text, program } of own) {
    const at = rest.indexOf(text);
    if (at >= 0) rest.splice(at, 1);
    // A wallet may put another price in the place of ours.
    else if (program !== programs.computeBudget) return undefined;
  }
  const added = all.filter(({ text }) => rest.includes(text));
  if (added.length === 0) return undefined;
  const names = [...new Set(added.map(({ program }) => known[program] ?? program))];
  const fee = addedFee(added, all);
  return [
    `the wallet added instructions of ${names.join(', and of ')}`,
    ...(fee === undefined ? [] : [`these offer a priority fee of ${fee} lamports`]),
    'have it sign the bytes as they are, with a wallet that changes nothing, or wish for `fees` and `gas` in encode: wallets add no fee beside another one',
  ].join('; ');
}

/** Lamports. Undefined if the wallet set no price. */
function addedFee(added: readonly Step[], all: readonly Step[]): bigint | undefined {
  const price = added.find(({ facts }) => facts.computeUnitPrice !== undefined)?.facts.computeUnitPrice;
  if (price === undefined) return undefined;
  const limit = all.find(({ facts }) => facts.units !== undefined)?.facts.units;
  const others = all.filter(({ program }) => program !== programs.computeBudget).length;
  return priorityFee(limit === undefined ? unitsWithoutLimit * BigInt(others) : BigInt(limit), BigInt(price));
}

function stepsOf({ keys, instructions }: CompiledMessage): Step[] {
  return instructions.map(({ program, accounts, data }) => ({
    program: keys[program] ?? '',
    text: JSON.stringify([keys[program], accounts.map((index) => keys[index]), toHex(data)]),
    facts: readInstruction(keys, program, accounts, data) ?? {},
  }));
}
