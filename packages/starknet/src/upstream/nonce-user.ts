import { ask, type FallibleCall, largeAnswer, type Operation, optional, silent } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../address/address.ts';
import type { DeployPlan, StarknetPlan } from '../bytes/transaction.ts';
import { type FeltHex, toFelt } from '../felt.ts';
import { question } from './calls.ts';
import { blockNumber, felt, felts } from './fields.ts';
import { latestState, rpc } from './rpc.ts';

// Which transaction used a nonce. No method of nodes tells, but they tell the nonce of an account after each block.

/** How many of the endpoints that call a nonce used are asked what used it, one after the other. */
const maxEndpoints = 2;

/** Where to look first, in blocks below the latest: minutes, hours, and days. */
const reaches = [8, 128, 2_000, 30_000, 200_000] as const;

/** The most rounds after that. Each leaves a quarter of the blocks: nine find one among 260,000. */
const maxRounds = 9;

/** Fields that say whose nonce a transaction used. DEPLOY_ACCOUNT names no sender: what it is made of decides the address. */
const transaction = z.object({
  transaction_hash: felt,
  sender_address: felt.optional(),
  nonce: felt.optional(),
  class_hash: felt.optional(),
  contract_address_salt: felt.optional(),
  constructor_calldata: felts.optional(),
});

const block = z.object({ transactions: z.array(transaction) });

/** A block by its number, or the one that is being made. */
type BlockId = typeof latestState | { readonly block_number: number };

const transactionsIn = (id: BlockId) => question('starknet_getBlockWithTxs', { block_id: id }, block, largeAnswer);

const blockNumberNow = () => question('starknet_blockNumber', {}, blockNumber);

function nonceAt(sender: Address, block: number): FallibleCall<bigint> {
  const params = { block_id: { block_number: block }, contract_address: toFelt(BigInt(sender)) };
  return optional(question('starknet_getNonce', params, felt));
}

/** The transaction that found the nonce used. */
type Use = Pick<StarknetPlan, 'sender' | 'nonce'> | DeployPlan;

/**
 * Finds the transaction that used a nonce: the one that was sent, or another one. It looks into the block that is being made, and then for the block after
 * which the account's nonce is above this one. That takes some 14 requests at most.
 *
 * @param endpoints - Names of nodes that say that the nonce is used.
 * @returns Its hash. Undefined if it was not found, which proves nothing.
 */
export async function findNonceUser(
  endpoints: readonly string[],
  use: Use,
  operation: Operation,
): Promise<FeltHex | undefined> {
  for (const endpoint of endpoints.slice(0, maxEndpoints)) {
    const found = await silent(search(endpoint, use, operation));
    if (found !== undefined) return found;
  }
  return undefined;
}

async function search(endpoint: string, use: Use, operation: Operation): Promise<FeltHex | undefined> {
  const { sender, nonce } = use;
  const asked = { endpoint, maxAttempts: 1 };
  const questions = { next: rpc.nonce(sender), tip: blockNumberNow(), making: transactionsIn(latestState) };
  const { next, tip, making } = await ask(operation, questions, asked);
  if (!next.ok || next.value <= nonce) return undefined;
  const early = userIn(making, use);
  if (early !== undefined) return early;

  /** The lowest block after which the nonce is known to be used, and the highest after which it is known to be free. */
  let used: number | undefined;
  let free: number | undefined;
  const look = async (blocks: readonly number[]) => {
    const nonces = await operation.rpcBatch(
      blocks.map((each) => nonceAt(sender, each)),
      asked,
    );
    for (const [i, each] of blocks.entries()) {
      const outcome = nonces[i];
      // Before the account begins, a node may answer that there is none.
      if (outcome === undefined || (!outcome.ok && outcome.error.code !== 20)) continue;
      const isUsed = outcome.ok && outcome.value > nonce;
      if (isUsed && each < (used ?? Number.POSITIVE_INFINITY)) used = each;
      if (!isUsed && each > (free ?? -1)) free = each;
    }
  };
  await look([...new Set([0, ...reaches].map((distance) => Math.max(0, tip - distance)))]);
  if (used === undefined) return undefined;
  if (used === 0) free = -1;
  for (let round = 0; round < maxRounds; round += 1) {
    if (free === undefined || used - free <= 1) break;
    const [from, gap] = [free, used - free];
    const blocks = [1, 2, 3].map((quarter) => from + Math.floor((gap * quarter) / 4));
    await look([...new Set(blocks)].filter((each) => each > from && each < from + gap));
    // The node lacks the states between: more rounds do not help.
    if (used - free === gap) return undefined;
  }
  if (free === undefined || used - free !== 1) return undefined;
  const { found } = await ask(operation, { found: transactionsIn({ block_number: used }) }, asked);
  return userIn(found, use);
}

function userIn({ transactions }: z.output<typeof block>, use: Use): FeltHex | undefined {
  const user = transactions.find(
    (each) => each.nonce === use.nonce && (each.sender_address === BigInt(use.sender) || isSameDeployment(each, use)),
  );
  return user && toFelt(user.transaction_hash);
}

function isSameDeployment(one: z.output<typeof transaction>, use: Use): boolean {
  return (
    'salt' in use &&
    one.contract_address_salt === use.salt &&
    one.class_hash === use.classHash &&
    one.constructor_calldata?.join() === use.constructorCalldata.join()
  );
}
