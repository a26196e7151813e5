import { toHex } from '@isochain/core';
import { type HttpAnswer, largeAnswer, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address, Cell } from '../../ton-core.ts';
import { normalizedHash } from '../../wallets/signing-message.ts';
import { boc64, bocHex, hash, rawAddress } from '../fields.ts';
import { both, type Form, form, type Query } from '../query.ts';
import { notFound, v2Answer } from '../refusals.ts';
import { inPath } from './accounts.ts';

// Messages from outside that a wallet took: each is the reason of a transaction of the wallet.

/** So many of the newest transactions are looked through: few follow one that was just encoded. */
const limit = 30;

/** The bodies of messages from outside that a wallet took lately, the newest first. */
export function takenBodies(wallet: Address): Query<readonly Cell[]> {
  const account = wallet.toRawString();
  const address = inPath(account);
  return {
    forms: {
      'toncenter-v3': form(
        {
          path: '/transactions',
          query: { account: address, limit, sort: 'desc' },
          schema: v3Page,
          maxBytes: largeAnswer,
        },
        (answer) => bodiesOf(account, answer.value.transactions),
      ),
      'toncenter-v2': form(
        { path: '/getTransactions', query: { address, limit }, schema: v2Page, maxBytes: largeAnswer },
        (answer) => bodiesOf(account, answer.value),
      ),
      tonapi: form(
        {
          path: `/blockchain/accounts/${address}/transactions`,
          route: '/blockchain/accounts/{account}/transactions',
          query: { limit },
          schema: z.object({ transactions: z.array(tonapiTransaction) }),
          refusals: notFound,
          maxBytes: largeAnswer,
        },
        (answer) => (answer.ok ? bodiesOf(account, answer.value.transactions) : []),
      ),
    },
  };
}

/**
 * Whether the chain has a message, or a service waits for it in the next block.
 *
 * @param hashes - Its normalized hash, and its plain one.
 */
export function hasMessage(wallet: Address, hashes: readonly [string, ...string[]]): Query<boolean> {
  const [own] = hashes;
  const account = wallet.toRawString();
  const isOwn = ({ account: of, hashes: found, body }: Taken) =>
    of === account &&
    (found.some((each) => hashes.includes(each)) ||
      (body !== undefined && toHex(normalizedHash(wallet, body)) === own));
  const listed = takenBodies(wallet).forms['toncenter-v2'] as Form<readonly Cell[]>;
  return {
    forms: {
      'toncenter-v3': both(
        form(
          {
            path: '/transactionsByMessage',
            query: { msg_hash: own, direction: 'in', limit: 1 },
            schema: v3Page,
            maxBytes: largeAnswer,
          },
          (answer) => answer.value.transactions.some(isOwn),
        ),
        form(
          {
            path: '/pendingTraces',
            query: { ext_msg_hash: own },
            schema: v3Pending,
            refusals: noMempool,
            maxBytes: largeAnswer,
          },
          (answer) => answer.ok && answer.value.some((each) => hashes.includes(each)),
        ),
        (isInBlock, isPending) => isInBlock || isPending,
      ),
      // v2 knows no hashes of messages.
      'toncenter-v2': {
        requests: listed.requests,
        read: (answers) => listed.read(answers).some((body) => toHex(normalizedHash(wallet, body)) === own),
      },
      tonapi: form(
        {
          path: `/blockchain/messages/${own}/transaction`,
          route: '/blockchain/messages/{hash}/transaction',
          schema: tonapiTransaction,
          refusals: notFound,
          maxBytes: largeAnswer,
        },
        (answer: HttpAnswer<Taken, { error: string }>) => answer.ok && isOwn(answer.value),
      ),
    },
  };
}

interface Taken {
  /** Undefined if the service does not tell it. */
  readonly account: string | undefined;
  /** Of the message that caused the transaction. Empty if it came from another contract. */
  readonly hashes: readonly string[];
  readonly body: Cell | undefined;
}

function bodiesOf(account: string, transactions: readonly Taken[]): readonly Cell[] {
  return transactions.flatMap((each) => {
    if (each.account !== undefined && each.account !== account)
      throw new RejectedAnswer('it answers about another account');
    return each.body === undefined ? [] : [each.body];
  });
}

/** A hash or nothing: a message that cannot be read must not hide the others. */
const anyHash = hash.nullish().catch(undefined);

const v3Transaction = z
  .object({
    account: rawAddress,
    in_msg: z
      .object({
        source: z.string().nullish(),
        hash: anyHash,
        hash_norm: anyHash,
        message_content: z.object({ body: boc64.nullish().catch(undefined) }).nullish(),
      })
      .nullish(),
  })
  .transform(({ account, in_msg: message }): Taken => {
    if (message == null || message.source) return { account, hashes: [], body: undefined };
    const { hash: plain, hash_norm: normalized, message_content: content } = message;
    return { account, hashes: [plain ?? [], normalized ?? []].flat(), body: content?.body ?? undefined };
  });

const v3Page = z.object({ transactions: z.array(v3Transaction) });

const v3Pending = z
  .object({ traces: z.array(z.object({ external_hash: anyHash })) })
  .transform(({ traces }) => traces.flatMap(({ external_hash }) => external_hash ?? []));

/** Indexes without a mempool refuse (toncenter/ton-indexer ton-index-go/main.go: GetPendingTraces). */
const noMempool = { statuses: [404, 422, 500], schema: z.object({ error: z.string() }) } as const;

const v2Page = v2Answer(
  z.array(
    z
      .object({
        // Older services do not tell it.
        address: z.object({ account_address: rawAddress }).nullish(),
        in_msg: z
          .object({
            source: z.string().nullish(),
            hash: anyHash,
            msg_data: z.object({ body: boc64.nullish().catch(undefined) }).nullish(),
          })
          .nullish(),
      })
      .transform(({ address, in_msg: message }): Taken => {
        const account = address?.account_address;
        if (message == null || message.source) return { account, hashes: [], body: undefined };
        return { account, hashes: [message.hash ?? []].flat(), body: message.msg_data?.body ?? undefined };
      }),
  ),
);

const tonapiTransaction = z
  .object({
    account: z.object({ address: rawAddress }),
    in_msg: z.object({ msg_type: z.string(), hash: anyHash, raw_body: bocHex.nullish().catch(undefined) }).nullish(),
  })
  .transform(({ account: { address: account }, in_msg: message }): Taken => {
    if (message?.msg_type !== 'ext_in_msg') return { account, hashes: [], body: undefined };
    return { account, hashes: [message.hash ?? []].flat(), body: message.raw_body ?? undefined };
  });
