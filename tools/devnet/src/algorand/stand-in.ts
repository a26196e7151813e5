import { algorandAccounts, algorandCreator } from './accounts.ts';
import { toBase64 } from './address.ts';
import { toAssetId } from './algod/account.ts';
import { answerAlgod } from './algod/routes.ts';
import type { AlgorandEngine, AlgorandOptions, RestCall, RestInterceptor, RestReply } from './engine.ts';
import { furnish, furnishNetwork, noAssets } from './furnish.ts';
import { placedTransaction } from './indexer/placed.ts';
import { answerIndexer } from './indexer/routes.ts';
import { Ledger } from './ledger/ledger.ts';
import { copyState, emptyState, type State } from './ledger/state.ts';
import { feeSink } from './ledger/well-formed.ts';
import { serve } from './server.ts';
import {
  accountStateIn,
  balanceIn,
  destroyAsset,
  mint,
  placeAccount,
  placeAsset,
  placeHolding,
  placeHoldings,
} from './world.ts';

const mainnet = { id: 'mainnet-v1.0', hash: 'wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=' };

/** Of the main network in November 2026, about. */
const firstRound = 55_000_000;

/** What `startAlgorand` starts. */
export async function openStandIn(options: AlgorandOptions): Promise<AlgorandEngine> {
  const { now, bare = false, token, maxResources = 1_000, round: start = firstRound } = options;
  const genesisHash = new Uint8Array(Buffer.from(options.genesisHash ?? mainnet.hash, 'base64'));
  const startTime = Math.floor((options.startTime?.getTime() ?? now?.() ?? Date.now()) / 1000) * 1000;
  const state = emptyState();
  furnishNetwork(state, start);
  const world = bare ? undefined : furnish(state, start);
  const genesisId = options.genesisId ?? mainnet.id;
  const ledger = new Ledger({ genesisId, genesisHash, state, round: start, startTime, now });

  const requests: RestCall[] = [];
  const failures: { path: string; reply: RestReply; server: RestCall['server'] | undefined }[] = [];
  let interceptor: RestInterceptor | undefined;
  const shared = {
    catchUp: () => ledger.catchUp(),
    onCall: (call: RestCall) => void requests.push(call),
    interceptor: (): RestInterceptor => (call, answer) => {
      const index = failures.findIndex(
        ({ path, server = call.server }) => path === call.path && server === call.server,
      );
      const [failure] = index < 0 ? [] : failures.splice(index, 1);
      if (failure !== undefined) return failure.reply;
      return interceptor?.(call, answer);
    },
  };
  const algod = await serve({
    ...shared,
    server: 'algod',
    answer: (call) => answerAlgod({ ledger, token, maxResources }, call),
  });
  const indexer = await serve({ ...shared, server: 'indexer', answer: async (call) => answerIndexer(ledger, call) });
  const change = <T>(act: (held: State) => T): T => ledger.change(act, copyState);

  return {
    name: 'stand-in of an Algorand node and indexer',
    chainId: 'algorand',
    family: 'algorand',
    url: algod.url,
    algodUrl: algod.url,
    indexerUrl: indexer.url,
    genesisId,
    genesisHash: toBase64(genesisHash),
    accounts: algorandAccounts,
    others: { creator: algorandCreator, feeSink },
    tokens: world?.tokens ?? [],
    assetIds: world?.assetIds ?? noAssets,
    settings: {
      endpoints: [
        { url: algod.url, name: 'embedded', kind: 'algod' },
        { url: indexer.url, name: 'embedded-indexer', kind: 'indexer' },
      ],
      // The clock may stand still.
      oldestBlockMs: 0,
      options: {},
    },
    async stop() {
      await Promise.all([algod.stop(), indexer.stop()]);
    },
    now: () => ledger.time,
    advance: (seconds) => ledger.advance(seconds),
    mine: (blocks = 1) => ledger.mine(blocks),
    async setAutomine(on) {
      ledger.settings.automine = on;
    },
    rounds: () => ({ node: ledger.round, indexer: ledger.indexerRound }),
    setRound: (round) => ledger.setRound(round),

    async fund(address, amount, assetId) {
      change((held) => mint(held, address, amount, assetId, ledger.round));
    },
    async balance(address, assetId) {
      return balanceIn(ledger.state, address, assetId);
    },
    placeAccount: (address, settings = {}) => {
      change((held) => placeAccount(held, address, settings, ledger.round));
    },
    placeAsset: (settings) => {
      change((held) => placeAsset(held, settings, ledger.round));
    },
    placeHolding: (address, assetId, settings = {}) =>
      change((held) => placeHolding(held, address, assetId, settings, ledger.round)),
    placeHoldings: (address, count) =>
      change((held) => placeHoldings(held, address, count, algorandCreator.address, ledger.round)),
    destroyAsset: (assetId) => change((held) => destroyAsset(held, toAssetId(assetId), ledger.round)),
    rekey: (address, to) => {
      change((held) => placeAccount(held, address, { authAddr: to === address ? '' : to }, ledger.round));
    },
    accountState: (address) => accountStateIn(ledger.state, address),
    placeHistory: (transaction) => {
      let id = '';
      ledger.place((at) => {
        const placed = placedTransaction(transaction, at, ledger);
        id = placed.id;
        return placed;
      });
      return id;
    },

    setFees: ({ minFee, perByte }) => {
      ledger.settings.minFee = minFee ?? ledger.settings.minFee;
      ledger.settings.perByte = perByte ?? ledger.settings.perByte;
    },
    capacityReached: (on) => {
      ledger.settings.isFull = on;
    },
    setStatus: (status) => {
      ledger.settings.status = status;
    },
    setIndexerLag: (rounds) => ledger.setLag(rounds),

    evict: (txId, reason = 'transaction was thrown out of the pool') => ledger.remove(txId, reason),
    dropPending: (txId) => ledger.remove(txId),
    prunePending: () => ledger.forget(),
    pending: () => ledger.pending.map(({ txId }) => txId),
    get submissions() {
      return ledger.submissions;
    },

    async rehearse(run) {
      const [count, kept] = [requests.length, [...failures]];
      try {
        return await ledger.rehearse(run);
      } finally {
        requests.length = count;
        failures.splice(0, failures.length, ...kept);
      }
    },
    intercept: (next) => {
      interceptor = next;
    },
    failNext: (path, reply, server) => void failures.push({ path, reply, server }),
    requests,
  };
}
