import { mediumAnswer, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { canonicalAddress } from '../../address/address.ts';
import type { Address, Cell } from '../../ton-core.ts';
import { bocHex, coins, rawAddress, seconds } from '../fields.ts';
import { both, type Form, form, mapped, mappedForm, type Query } from '../query.ts';
import { notFound } from '../refusals.ts';
import { addressAt, getMethod, hasRun, noContract, numberAt } from './get-method.ts';
import { type JettonFacts, tonapiPreview, v3Facts, v3Metadata } from './jetton-facts.ts';

/** What is known of the jettons of one owner under one master. */
export interface JettonHolding {
  /** What the master itself says. */
  readonly word: MasterWord;
  /** What an index lists. Undefined for interfaces without an index. */
  readonly listed: readonly ListedWallet[] | undefined;
}

/** The wallet that a master names for an owner, or the exit code of a contract that is no master. */
export type MasterWord = { readonly wallet: Address } | { readonly exitCode: number };

/** A jetton wallet of an owner, as an index lists it. */
export interface ListedWallet {
  /** In raw form. */
  readonly address: string;
  /** In the smallest unit. */
  readonly balance: bigint;
  /** Part of a mintless jetton that was never claimed: the first transfer has to prove it. */
  readonly unclaimed?: Unclaimed | undefined;
  /** Part of the balance that cannot move yet. */
  readonly lock?: { readonly amount: bigint; readonly till: number } | undefined;
  readonly isTransferable: boolean;
  readonly facts?: JettonFacts | undefined;
}

interface Unclaimed {
  /** Beyond the balance. 0 if the index counts it in the balance. */
  readonly amount: bigint;
  /** Unix times in seconds between which it can be claimed. */
  readonly from: number;
  readonly until: number;
}

/**
 * Asks an index for the sender's jetton wallet, and the master for the same wallet. A wallet that the master does not confirm is never used: anybody
 * can deploy a contract that claims to belong to a jetton.
 */
export function jettonHolding(owner: Address, master: Address): Query<JettonHolding> {
  const { forms } = walletAddress(owner, master);
  const join = (listed: readonly ListedWallet[], word: MasterWord): JettonHolding => ({ listed, word });
  return {
    forms: {
      'toncenter-v3': both(v3Wallets(owner, master), forms['toncenter-v3'] as Form<MasterWord>, join),
      'toncenter-v2': mappedForm(forms['toncenter-v2'] as Form<MasterWord>, (word) => ({ listed: undefined, word })),
      tonapi: both(tonapiWallet(owner, master), forms.tonapi as Form<MasterWord>, join),
    },
  };
}

/** Asks a master for the wallet of an owner. */
export function walletAddress(owner: Address, master: Address): Query<MasterWord> {
  return mapped(getMethod(master, 'get_wallet_address', [owner]), (answer) => {
    if (!hasRun(answer)) return { exitCode: answer.exitCode };
    const wallet = addressAt(answer, 0);
    if (wallet === undefined) throw new RejectedAnswer('a master names no wallet');
    return { wallet };
  });
}

/** What a jetton wallet says of itself. */
export interface WalletData {
  /** In the smallest unit. */
  readonly balance: bigint;
  readonly owner: Address | undefined;
  readonly master: Address | undefined;
}

/** Asks a jetton wallet. Undefined if it is not deployed: then it holds nothing. A wallet that is deployed tells what it holds. */
export function walletData(wallet: Address): Query<WalletData | undefined> {
  return mapped(getMethod(wallet, 'get_wallet_data', []), (answer) => {
    if (answer.exitCode === noContract) return undefined;
    if (!hasRun(answer)) throw new RejectedAnswer(`a jetton wallet ended with exit code ${answer.exitCode}`);
    const balance = numberAt(answer, 0);
    if (balance < 0n || balance >= 2n ** 120n) throw new RejectedAnswer('a jetton wallet holds an impossible amount');
    return { balance, owner: addressAt(answer, 1), master: addressAt(answer, 2) };
  });
}

/** What claims a mintless jetton. */
export interface Claim {
  readonly customPayload?: Cell | undefined;
  /** Deploys the jetton wallet. */
  readonly stateInit?: Cell | undefined;
}

/** Asks tonapi for the proof that claims a mintless jetton. Undefined if it knows none. Its own addresses are never fetched. */
export function claim(owner: Address, master: Address): Query<Claim | undefined> {
  return {
    forms: {
      tonapi: form(
        {
          path: `/jettons/${canonicalAddress(master)}/transfer/${canonicalAddress(owner)}/payload`,
          route: '/jettons/{jetton}/transfer/{account}/payload',
          maxBytes: mediumAnswer,
          schema: z.object({ custom_payload: bocHex.nullish(), state_init: bocHex.nullish() }),
          refusals: notFound,
        },
        (answer) =>
          answer.ok
            ? {
                customPayload: answer.value.custom_payload ?? undefined,
                stateInit: answer.value.state_init ?? undefined,
              }
            : undefined,
      ),
    },
  };
}

// toncenter v3 (toncenter/ton-indexer, ton-index-go/index/models/jetton.go)

/** `mintless_info` is there only while nothing was claimed (ton-index-go/index/parse/scan_jettons.go). */
const mintless = z.object({ amount: coins, start_from: seconds.nullish(), expire_at: seconds.nullish() });

/** A row of `jetton_wallets`. */
export const v3Wallet = z.object({
  address: rawAddress,
  balance: coins,
  owner: rawAddress,
  jetton: rawAddress,
  mintless_info: mintless.nullish(),
});

const v3Answer = z.object({ jetton_wallets: z.array(v3Wallet), metadata: v3Metadata });

/** One owner can have more than one wallet if the master's code was changed. */
const mostWallets = 10;

function v3Wallets(owner: Address, master: Address): Form<readonly ListedWallet[]> {
  const request = {
    path: '/jetton/wallets',
    query: {
      owner_address: canonicalAddress(owner),
      jetton_address: canonicalAddress(master),
      limit: mostWallets,
    },
    maxBytes: mediumAnswer,
    schema: v3Answer,
  };
  return form(request, ({ value: { jetton_wallets: rows, metadata } }) =>
    rows.map((row) => {
      if (row.owner !== owner.toRawString() || row.jetton !== master.toRawString()) {
        throw new RejectedAnswer('it answers about another jetton wallet');
      }
      return {
        address: row.address,
        balance: row.balance,
        unclaimed: unclaimedOf(row),
        isTransferable: true,
        facts: v3Facts(undefined, metadata.get(row.jetton))?.facts,
      };
    }),
  );
}

export function unclaimedOf({ mintless_info: told }: Pick<z.output<typeof v3Wallet>, 'mintless_info'>) {
  if (told === null || told === undefined || told.amount === 0n) return undefined;
  return { amount: told.amount, from: told.start_from ?? 0, until: told.expire_at ?? Number.POSITIVE_INFINITY };
}

// tonapi (tonkeeper/opentonapi, api/openapi.yml: JettonBalance)

/** A row of the balances of an account. */
export const tonapiBalance = z.object({
  balance: coins,
  wallet_address: z.object({ address: rawAddress }),
  jetton: tonapiPreview,
  extensions: z.array(z.string()).nullish(),
  lock: z.object({ amount: coins, till: seconds }).nullish(),
});

/** With it, tonapi lists mintless jettons too. */
export const supportedExtensions = 'custom_payload';

function tonapiWallet(owner: Address, master: Address): Form<readonly ListedWallet[]> {
  const request = {
    path: `/accounts/${canonicalAddress(owner)}/jettons/${canonicalAddress(master)}`,
    route: '/accounts/{account}/jettons/{jetton}',
    query: { supported_extensions: supportedExtensions },
    schema: tonapiBalance,
    refusals: notFound,
  };
  return form(request, (answer) => {
    if (!answer.ok) return [];
    const { balance, wallet_address: wallet, jetton, extensions, lock } = answer.value;
    if (jetton.address !== master.toRawString()) throw new RejectedAnswer('it answers about another jetton');
    const has = (name: string) => extensions?.includes(name) === true;
    return [
      {
        address: wallet.address,
        balance,
        unclaimed: has('custom_payload') ? { amount: 0n, from: 0, until: Number.POSITIVE_INFINITY } : undefined,
        lock: lock ?? undefined,
        isTransferable: !has('non_transferable'),
        facts: jetton.facts,
      },
    ];
  });
}
