import { largeAnswer, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { canonicalAddress } from '../../address/address.ts';
import type { Address } from '../../ton-core.ts';
import { type Form, form, type Query } from '../query.ts';
import { notFound } from '../refusals.ts';
import { type SeenJetton, v3Facts, v3Metadata } from './jetton-facts.ts';
import { supportedExtensions, tonapiBalance, unclaimedOf, v3Wallet } from './jetton-holding.ts';

/** A jetton that an account holds, as an index lists it. */
export interface HeldJetton extends SeenJetton {
  /** Its master, in raw form. */
  readonly master: string;
  /** In the smallest unit. With what can still be claimed, if the index tells it. Undefined if its row cannot be read. */
  readonly amount: bigint | undefined;
}

export interface HeldJettons {
  /** Each master once. */
  readonly jettons: readonly HeldJetton[];
  /** Whether some row does not name its master. */
  readonly hasNameless: boolean;
  /** Whether there may be more than the index answers at once. */
  readonly isCut: boolean;
}

/** The most that both interfaces answer at once. */
const mostRows = 1000;

/** The jettons of an account. Both indexes list only wallets that their master confirms. Interfaces without an index cannot list them. */
export function jettonsOf(owner: Address): Query<HeldJettons> {
  return { forms: { 'toncenter-v3': v3Jettons(owner, []), tonapi: tonapiJettons(owner) } };
}

/** Some jettons of an account. */
export function someJettonsOf(owner: Address, masters: readonly Address[]): Query<HeldJettons> {
  return { forms: { 'toncenter-v3': v3Jettons(owner, masters) } };
}

// toncenter v3

/** What even a row tells that does not fit. */
const v3Odd = v3Wallet.pick({ jetton: true });

/** One row that does not fit costs only itself: anybody can send jettons to anybody. */
const v3Answer = z.object({ jetton_wallets: z.array(z.unknown()), metadata: v3Metadata });

function v3Jettons(owner: Address, masters: readonly Address[]): Form<HeldJettons> {
  const request = {
    path: '/jetton/wallets',
    query: {
      owner_address: canonicalAddress(owner),
      ...(masters.length === 0 ? {} : { jetton_address: masters.map(canonicalAddress) }),
      exclude_zero_balance: true,
      limit: mostRows,
    },
    maxBytes: largeAnswer,
    schema: v3Answer,
  };
  return form(request, ({ value: { jetton_wallets: rows, metadata } }) => {
    const jettons = rows.map((raw): HeldJetton | undefined => {
      const { data: row } = v3Wallet.safeParse(raw);
      const master = row?.jetton ?? v3Odd.safeParse(raw).data?.jetton;
      if (master === undefined) return undefined;
      if (row !== undefined && row.owner !== owner.toRawString()) {
        throw new RejectedAnswer('it answers about another account');
      }
      const amount = row && row.balance + (unclaimedOf(row)?.amount ?? 0n);
      return { master, amount, ...v3Facts(undefined, metadata.get(master)) };
    });
    return heldOf(jettons);
  });
}

// tonapi

/** What even a row tells that does not fit. */
const tonapiOdd = tonapiBalance.pick({ jetton: true });

function tonapiJettons(owner: Address): Form<HeldJettons> {
  const request = {
    path: `/accounts/${canonicalAddress(owner)}/jettons`,
    route: '/accounts/{account}/jettons',
    query: { supported_extensions: supportedExtensions, limit: mostRows },
    maxBytes: largeAnswer,
    schema: z.object({ balances: z.array(z.unknown()).nullish() }),
    refusals: notFound,
  };
  return form(request, (answer) => {
    const rows = (answer.ok ? answer.value.balances : undefined) ?? [];
    const jettons = rows.map((raw): HeldJetton | undefined => {
      const { data: row } = tonapiBalance.safeParse(raw);
      const jetton = row?.jetton ?? tonapiOdd.safeParse(raw).data?.jetton;
      if (jetton === undefined) return undefined;
      const { address: master, facts, isScam } = jetton;
      return { master, amount: row?.balance, facts, isScam };
    });
    return heldOf(jettons);
  });
}

function heldOf(rows: readonly (HeldJetton | undefined)[]): HeldJettons {
  const jettons = rows.filter((row) => row !== undefined);
  return { jettons: eachOnce(jettons), hasNameless: jettons.length < rows.length, isCut: rows.length >= mostRows };
}

/** One master can have had several wallets for an owner, if its code was changed. Only the first counts, because only one can be used. */
function eachOnce(jettons: readonly HeldJetton[]): HeldJetton[] {
  return [...new Map(jettons.toReversed().map((jetton) => [jetton.master, jetton])).values()].reverse();
}
