import { toBase64 } from '@isochain/core';
import { type Fields, readMessage } from '@isochain/core/protobuf';
import { largeAnswer, type Operation, type RpcCall, silent } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../address/address.ts';
import { readPublicKey } from '../address/public-key.ts';
import type { NamedChain } from '../chains.ts';
import type { Target } from './broadcast.ts';
import { base64, eachOf, uint64 } from './lcd/fields.ts';
import { askIndex, type SearchContext, type SearchMemory, searches } from './tx-index.ts';

// Which transaction used a sequence number: nodes find transactions by their sender, newest first, and each tells the sequences of its signers.

/** The most endpoints that are asked what used a sequence, one after the other. */
const maxEndpoints = 2;
/** Transactions on a page, and the most pages: few transactions follow one that was just encoded. */
const perPage = 30;
const maxPages = 3;

/** An account, and one of its sequence numbers. */
interface Use {
  readonly sender: Address;
  readonly sequence: bigint;
}

/** A transaction in a block. */
interface Mined {
  /** In upper case. */
  readonly hash: string;
  readonly signers: readonly {
    /** Undefined if the chain had the key already. */
    readonly key: Uint8Array | undefined;
    readonly sequence: bigint;
  }[];
}

/**
 * Finds the transaction in a block that used a sequence number: the one that was sent, or another one.
 *
 * @param endpoints - Those that say that the sequence is used.
 * @returns Its hash. Undefined if it was not found, which proves nothing: many nodes keep no index.
 */
export async function findSequenceUser(
  context: SearchContext,
  endpoints: readonly Pick<Target, 'kind' | 'endpoint'>[],
  use: Use,
  operation: Operation,
): Promise<string | undefined> {
  for (const endpoint of endpoints.slice(0, maxEndpoints)) {
    const found = await silent(search(context, { ...endpoint, maxAttempts: 1 }, use, operation));
    if (found !== undefined) return found;
  }
  return undefined;
}

async function search(
  context: SearchContext,
  target: Target,
  use: Use,
  operation: Operation,
): Promise<string | undefined> {
  for (let page = 1; page <= maxPages; page += 1) {
    const found =
      target.kind === 'rest'
        ? await askRest(context.searchMemory, target, use.sender, page, operation)
        : await askRpc(target, use.sender, page, operation);
    const user = found.find((mined) => isUse(context, mined, use));
    if (user !== undefined) return user.hash;
    // Sequences only rise: older transactions have lower ones.
    const isBelow = found.some(({ signers }) => signers.length === 1 && (signers[0]?.sequence ?? 0n) < use.sequence);
    if (isBelow || found.length < perPage) return undefined;
  }
  return undefined;
}

function isUse(named: NamedChain, { signers }: Mined, { sender, sequence }: Use): boolean {
  return signers.some((signer) => {
    if (signer.sequence !== sequence) return false;
    // The search was for the sender, so a lone signer is the sender.
    if (signer.key === undefined) return signers.length === 1;
    const key = readPublicKey(named, toBase64(signer.key));
    return key.ok && key.value.address === sender;
  });
}

const hashOf = z.object({ txhash: z.string() }).transform(({ txhash }) => txhash.toUpperCase());

const signersIn = z
  .object({
    auth_info: z.object({
      signer_infos: z.array(
        z.object({ public_key: z.object({ key: base64.optional().catch(undefined) }).nullish(), sequence: uint64 }),
      ),
    }),
  })
  .transform(({ auth_info }): Mined['signers'] =>
    auth_info.signer_infos.map(({ public_key, sequence }) => ({ key: public_key?.key, sequence })),
  );

const page = z
  .object({
    txs: z.array(z.unknown()),
    tx_responses: z.array(z.unknown()),
  })
  .transform(({ txs, tx_responses: responses }) =>
    // One that cannot be read may be of anybody.
    responses.flatMap((response, i): Mined[] => {
      const { data: hash } = hashOf.safeParse(response);
      const signers = signersIn.safeParse(txs[i]).data ?? [];
      return hash === undefined ? [] : [{ hash, signers }];
    }),
  );

async function askRest(
  memory: SearchMemory,
  target: Target,
  account: Address,
  number: number,
  operation: Operation,
): Promise<readonly Mined[]> {
  const wish = { name: 'sent', account, page: number, perPage } as const;
  const { endpoint, maxAttempts } = target;
  const found = await askIndex(memory, { endpoint, maxAttempts }, wish, page, operation);
  return found?.answer.ok ? found.answer.value : [];
}

const searched = z
  .object({ txs: eachOf(z.object({ hash: z.string(), tx: base64 })) })
  .transform(({ txs }) =>
    txs.items.map(({ hash, tx }): Mined => ({ hash: hash.toUpperCase(), signers: signersOf(tx) })),
  );

async function askRpc(
  { endpoint, maxAttempts }: Target,
  sender: Address,
  number: number,
  operation: Operation,
): Promise<readonly Mined[]> {
  const call: RpcCall<readonly Mined[]> = {
    method: 'tx_search',
    params: {
      ...{ query: `${searches.sent}='${sender}'`, prove: false, order_by: 'desc' },
      // CometBFT wants numbers as texts.
      ...{ page: String(number), per_page: String(perPage) },
    },
    schema: searched,
    maxBytes: largeAnswer,
  };
  const outcome = await operation.tryRpc(call, { kind: 'rpc', endpoint, maxAttempts });
  return outcome.ok ? outcome.value : [];
}

/** `TxRaw`, its `AuthInfo` and each `SignerInfo` (proto/cosmos/tx/v1beta1/tx.proto). Empty if it cannot be read: EVM chains have others. */
function signersOf(transaction: Uint8Array): Mined['signers'] {
  try {
    return readMessage(transaction).message(2).messages(1).map(signerOf);
  } catch {
    return [];
  }
}

function signerOf(signer: Fields): Mined['signers'][number] {
  const key = signer.message(1).message(2).bytes(1);
  return { key: key.length === 0 ? undefined : key, sequence: signer.number(3) };
}
