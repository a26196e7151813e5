import { type Address, Cell } from '@ton/core';
import { runGetMethod } from '../get-method.ts';
import type { Jettons } from '../jettons.ts';
import type { Entry, Trace } from '../ledger.ts';
import { Refusal } from '../refusal.ts';
import type { Face } from '../server.ts';
import { hashOf, readAddress, upperRaw } from '../text.ts';
import type { World } from '../world.ts';
import { accountStateJson } from './account-json.ts';
import { addressBook, metadata } from './address-book.ts';
import { historyRoutes } from './history.ts';
import { jettonMasterJson, jettonWalletJson } from './jetton-json.ts';
import { paged, pageOf } from './page.ts';
import { readStack, stackJson } from './stack.ts';
import { stakingRoutes } from './staking.ts';
import { traceJson } from './trace-json.ts';
import { hash64, transactionJson } from './transaction-json.ts';

/** toncenter v3: the index of toncenter/ton-indexer, ton-index-go. */
export function v3(world: World): Face {
  const { chain, jettons } = world;
  return {
    base: '/api/v3',
    failure: (_, message) => ({ error: message }),
    routes: {
      ...historyRoutes(world),
      ...stakingRoutes(world),
      'GET /masterchainInfo': () => ({ last: blockJson(world), first: { ...blockJson(world), seqno: 1 } }),
      'GET /accountStates': async ({ query }) => {
        const addresses = query.getAll('address').map((text) => readAddress(text));
        if (addresses.length === 0) throw new Refusal(422, 'address of account is required');
        const includeBoc = query.get('include_boc') !== 'false';
        const states = await Promise.all(unique(addresses).map((one) => accountStateJson(chain, one, includeBoc)));
        return {
          accounts: states.filter((state) => state !== undefined),
          address_book: await addressBook(world, addresses),
          metadata: await metadata(world, addresses),
        };
      },
      'POST /message': async ({ body }) => {
        if (typeof body.boc !== 'string' || body.boc === '') throw new Refusal(401, 'boc is required');
        const { hash, hashNorm } = await chain.accept(readBoc(body.boc));
        return { message_hash: hash64(hash), message_hash_norm: hash64(hashNorm as string) };
      },
      'POST /runGetMethod': async ({ body }) => {
        if (typeof body.address !== 'string') throw new Refusal(401, 'address is required');
        if (typeof body.method !== 'string') throw new Refusal(401, 'method is required');
        const address = readAddress(body.address);
        const { exitCode, gasUsed, stack } = await runGetMethod(chain, address, body.method, readStack(body.stack));
        return { gas_used: gasUsed, exit_code: exitCode, stack: stack.map(stackJson) };
      },
      'GET /transactions': ({ query }) => transactions(world, query, selected(world, query)),
      'GET /transactionsByMessage': ({ query }) => {
        const hashes = query.getAll('msg_hash').map(readHash);
        if (hashes.length === 0) {
          throw new Refusal(422, 'at least one of msg_hash, body_hash, opcode should be specified');
        }
        const direction = query.get('direction');
        const found = hashes.flatMap((hash) =>
          chain.ledger.byMessage(hash).filter((entry) => {
            const isIn = entry.inMessage?.hash === hash || entry.inMessage?.hashNorm === hash;
            return direction === null || (direction === 'in') === isIn;
          }),
        );
        return transactions(world, query, found);
      },
      'GET /pendingTransactions': ({ query }) => {
        const account = query.get('account');
        const traceIds = query.getAll('trace_id').map(readHash);
        if (account === null && traceIds.length === 0)
          throw new Refusal(422, 'account or trace_id should be specified');
        const raw = account === null ? undefined : upperRaw(readAddress(account));
        const found = chain
          .pending()
          .filter(({ id }) => traceIds.length === 0 || traceIds.includes(id))
          .flatMap(({ entries }) => entries)
          .filter((entry) => raw === undefined || upperRaw(entry.account) === raw);
        if (found.length === 0) throw new Refusal(404, 'emulated traces not found');
        return transactions(world, query, found);
      },
      'GET /traces': async ({ query }) => {
        const found = paged(pageOf(query), tracesOf(world, query));
        return { traces: found.map(traceJson), address_book: {}, metadata: await metadata(world, accountsOf(found)) };
      },
      'GET /pendingTraces': async ({ query }) => {
        const hashes = query.getAll('ext_msg_hash').map(readHash);
        const account = query.get('account');
        if (account === null && hashes.length === 0)
          throw new Refusal(422, 'account or ext_msg_hash should be specified');
        const raw = account === null ? undefined : upperRaw(readAddress(account));
        const found =
          raw === undefined
            ? hashes.map((hash) => chain.pendingOf(hash)).filter((trace) => trace !== undefined)
            : chain.pending().filter(({ entries }) => entries.some((entry) => upperRaw(entry.account) === raw));
        return { traces: found.map(traceJson), address_book: {}, metadata: await metadata(world, accountsOf(found)) };
      },
      'GET /jetton/wallets': async ({ query }) => {
        const owners = query.getAll('owner_address').map((text) => readAddress(text));
        const masters = query.getAll('jetton_address').map((text) => readAddress(text));
        const addresses = query.getAll('address').map((text) => readAddress(text));
        if (masters.length > 1 && owners.length !== 1) {
          throw new Refusal(422, 'exact one owner_address required for multiple jetton_address');
        }
        const wallets = await jettonWallets(world, { owners, masters, addresses });
        const owned = await Promise.all(
          wallets.map(
            async ({ balance, master, owner }) => balance + ((await jettons.unclaimed(master, owner))?.amount ?? 0n),
          ),
        );
        const kept = wallets.filter((_, index) => query.get('exclude_zero_balance') !== 'true' || owned[index] !== 0n);
        const page = paged(pageOf(query), kept);
        const named = page.flatMap(({ address, owner, master }) => [address, owner, master]);
        return {
          jetton_wallets: await Promise.all(page.map((wallet) => jettonWalletJson(world, wallet))),
          address_book: await addressBook(world, named),
          metadata: await metadata(world, named),
        };
      },
      // Collections of a liquid pool have NFTs. This index lists none.
      'GET /nft/items': () => ({ nft_items: [], address_book: {}, metadata: {} }),
      'GET /jetton/masters': async ({ query }) => {
        const wanted = query.getAll('address').map((text) => readAddress(text));
        const admins = query.getAll('admin_address').map((text) => upperRaw(readAddress(text)));
        const addresses = wanted.length > 0 ? wanted : jettons.masters().map(({ address }) => address);
        const found = (await Promise.all(addresses.map((one) => jettons.master(one)))).filter(
          (one) => one !== undefined,
        );
        const kept = found.filter(({ admin }) => admins.length === 0 || (admin && admins.includes(upperRaw(admin))));
        const page = paged(pageOf(query), kept);
        const named = page.map(({ address }) => address);
        return {
          jetton_masters: await Promise.all(page.map((master) => jettonMasterJson(chain, master))),
          address_book: await addressBook(world, named),
          metadata: await metadata(world, named),
        };
      },
    },
  };
}

function readHash(text: string): string {
  const hash = hashOf(text);
  if (hash === undefined) throw new Refusal(422, `failed to decode: schema: error converting value for "${text}"`);
  return hash;
}

function readBoc(base64: string): Cell {
  try {
    const [root] = Cell.fromBoc(Buffer.from(base64, 'base64'));
    if (root !== undefined) return root;
  } catch {
    // Falls through to the refusal.
  }
  throw new Refusal(500, 'Failed to parse BOC');
}

function accountsOf(traces: readonly Trace[]): Address[] {
  return unique(traces.flatMap(({ entries }) => entries.map(({ account }) => account)));
}

function unique(addresses: readonly Address[]): Address[] {
  return [...new Map(addresses.map((one) => [upperRaw(one), one])).values()];
}

function blockJson({ chain }: World): Record<string, unknown> {
  const hash = Buffer.alloc(32, chain.seqno % 251).toString('base64');
  const now = chain.now();
  return {
    workchain: -1,
    shard: '8000000000000000',
    seqno: chain.seqno,
    root_hash: hash,
    file_hash: hash,
    global_id: -239,
    version: 0,
    gen_utime: String(now),
    start_lt: String(chain.blockchain.lt),
    end_lt: String(chain.blockchain.lt),
    tx_count: 0,
    masterchain_block_ref: { workchain: -1, shard: '8000000000000000', seqno: chain.seqno },
    prev_blocks: [{ workchain: -1, shard: '8000000000000000', seqno: chain.seqno - 1 }],
  };
}

/** What /transactions selects. Newest first. */
function selected({ chain: { ledger } }: World, query: URLSearchParams): Entry[] {
  const hash = query.get('hash');
  const messages = query.getAll('msg_hash').map(readHash);
  const accounts = query.getAll('account').map((text) => readAddress(text));
  const excluded = query.getAll('exclude_account').map((text) => upperRaw(readAddress(text)));
  const one = hash === null ? undefined : ledger.byHash(readHash(hash));
  const found =
    hash !== null
      ? one === undefined
        ? []
        : [one]
      : messages.length > 0
        ? messages.flatMap((message) => [...ledger.byMessage(message)])
        : accounts.length > 0
          ? accounts.flatMap((account) => ledger.ofAccount(account))
          : ledger.all();
  const inAccounts = new Set(accounts.map(upperRaw));
  return found.filter(
    (entry) =>
      (inAccounts.size === 0 || inAccounts.has(upperRaw(entry.account))) && !excluded.includes(upperRaw(entry.account)),
  );
}

async function transactions(world: World, query: URLSearchParams, found: readonly Entry[]): Promise<unknown> {
  const number = (name: string): bigint | undefined => {
    const text = query.get(name);
    return text === null ? undefined : BigInt(text);
  };
  const [startLt, endLt, startUtime, endUtime] = [
    number('start_lt'),
    number('end_lt'),
    number('start_utime'),
    number('end_utime'),
  ];
  const kept = [...new Set(found)].filter(
    ({ lt, transaction: { now } }) =>
      (startLt === undefined || lt >= startLt) &&
      (endLt === undefined || lt <= endLt) &&
      (startUtime === undefined || BigInt(now) >= startUtime) &&
      (endUtime === undefined || BigInt(now) <= endUtime),
  );
  const sign = query.get('sort') === 'asc' ? 1 : -1;
  kept.sort((a, b) => (a.lt < b.lt ? -sign : a.lt > b.lt ? sign : 0));
  const page = paged(pageOf(query), kept);
  return {
    transactions: page.map(transactionJson),
    address_book: await addressBook(
      world,
      page.map(({ account }) => account),
    ),
  };
}

function tracesOf({ chain: { ledger } }: World, query: URLSearchParams) {
  const hashes = [...query.getAll('trace_id'), ...query.getAll('tx_hash'), ...query.getAll('msg_hash')].map(readHash);
  const account = query.get('account');
  if (hashes.length > 0) {
    return [...new Set(hashes.map((hash) => ledger.traceOf(hash)).filter((trace) => trace !== undefined))];
  }
  const all = account === null ? ledger.all() : ledger.ofAccount(readAddress(account));
  const traces = [...new Set(all.map(({ trace }) => trace))];
  return query.get('sort') === 'asc' ? traces.reverse() : traces;
}

async function jettonWallets(
  { jettons }: World,
  { owners, masters, addresses }: { owners: Address[]; masters: Address[]; addresses: Address[] },
): ReturnType<Jettons['walletsOf']> {
  if (addresses.length > 0) {
    const found = await Promise.all(addresses.map((one) => jettons.wallet(one)));
    return found.filter((wallet) => wallet !== undefined);
  }
  return jettons.walletsOf(owners, masters);
}
