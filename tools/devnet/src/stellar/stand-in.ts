import { Networks } from '@stellar/stellar-base';
import { stellarAccounts } from './accounts.ts';
import { toAccount, toAsset } from './asset.ts';
import { Core, firstLedger } from './core/core.ts';
import type { RestCall, RestInterceptor, RestReply, StellarEngine, StellarOptions } from './engine.ts';
import { furnish, issuers, noTokens } from './furnish.ts';
import { changeStats, quiet } from './horizon/fees.ts';
import type { SubmitSettings } from './horizon/submit.ts';
import { serve } from './server.ts';
import { emptyState, lineKey } from './state.ts';
import {
  accountIn,
  accountStateIn,
  balanceIn,
  lineIn,
  mint,
  placeAccount,
  placeTrustline,
  setData,
  setLiabilities,
} from './world.ts';

const passphrases = { stellar: Networks.PUBLIC, 'stellar-testnet': Networks.TESTNET } as const;

/** What `startStellar` starts. */
export async function openStandIn(options: StellarOptions): Promise<StellarEngine> {
  const { chainId = 'stellar', now, bare = false } = options;
  const passphrase = options.passphrase ?? passphrases[chainId];
  const startTime = Math.floor((options.startTime?.getTime() ?? now?.() ?? Date.now()) / 1000);
  const state = emptyState();
  const world = bare ? undefined : furnish(state, chainId, firstLedger);
  const core = new Core({ passphrase, state, startTime, now });

  const requests: RestCall[] = [];
  const failures: { path: string; reply: RestReply }[] = [];
  const submit: SubmitSettings = { async: 'on', stale: false, timeouts: [] };
  let interceptor: RestInterceptor | undefined;
  let feeStats = quiet;

  const server = await serve({
    core,
    submit,
    feeStats: () => feeStats,
    onCall: (call) => void requests.push(call),
    interceptor: () => (call, answer) => {
      const index = failures.findIndex(({ path }) => path === call.path);
      const [failure] = index < 0 ? [] : failures.splice(index, 1);
      if (failure !== undefined) return failure.reply;
      return interceptor?.(call, answer);
    },
  });
  const { url } = server;
  const ledger = () => core.head.sequence;

  return {
    name: 'stand-in of a Horizon server',
    chainId,
    family: 'stellar',
    url,
    passphrase,
    accounts: stellarAccounts,
    issuers,
    tokens: world?.tokens ?? [],
    tokenIds: world?.tokenIds ?? noTokens,
    settings: {
      endpoints: [{ url, name: 'embedded', kind: 'horizon' }],
      // The clock may stand still.
      oldestBlockMs: 0,
      options: {},
    },
    stop: server.stop,
    now: () => core.head.closeTime * 1000,
    advance: (seconds) => core.advance(seconds),
    mine: (blocks = 1) => core.close(blocks),
    closeLedger: (count = 1) => core.close(count),
    async setAutomine(on) {
      core.settings.automine = on;
    },
    ledgers: () => {
      const summary = ({ sequence, closeTime }: { sequence: number; closeTime: number }) => ({ sequence, closeTime });
      return { core: summary(core.head), history: summary(core.historyHead) };
    },
    dropPending: (hash) => core.drop(hash),

    async fund(address, amount, tokenId) {
      core.change((held) => mint(held, address, amount, tokenId, ledger()));
    },
    async balance(address, tokenId) {
      return balanceIn(core.state, address, tokenId);
    },
    placeAccount: (address, settings = {}) => {
      core.change((held) => placeAccount(held, address, settings, ledger()));
    },
    placeTrustline: (address, tokenId, settings = {}) => {
      core.change((held) => placeTrustline(held, address, tokenId, settings, ledger()));
    },
    setLiabilities: (address, liabilities, tokenId) =>
      core.change((held) => setLiabilities(held, address, liabilities, tokenId)),
    placeOffer: (address, { selling, buying, amount, receives }) =>
      core.change((held) => {
        const sold = selling === undefined ? accountIn(held, address) : lineIn(held, address, selling);
        const bought = buying === undefined ? accountIn(held, address) : lineIn(held, address, buying);
        sold.selling += amount;
        bought.buying += receives;
        accountIn(held, address).subentries += 1;
      }),
    requireMemo: (address, on = true) =>
      core.change((held) => setData(accountIn(held, address), 'config.memo_required', on ? '1' : undefined)),
    setSequence: (address, sequence) =>
      core.change((held) => {
        accountIn(held, address).sequence = sequence;
      }),
    accountState: (address) => accountStateIn(core.state, address, core.settings.baseReserve),
    freezeKey: (address, tokenId, on = true) =>
      core.change((held) => {
        const id = toAccount(address);
        const key = tokenId === undefined ? id : lineKey(id, toAsset(tokenId));
        if (on) held.frozen.add(key);
        else held.frozen.delete(key);
      }),

    setFeeStats: (stats) => {
      feeStats = changeStats(feeStats, stats);
    },
    setFees: (stroops) => {
      core.settings.feeRate = stroops;
    },
    setBaseFee: (stroops) => {
      core.settings.baseFee = stroops;
    },
    setBaseReserve: (stroops) => {
      core.settings.baseReserve = stroops;
    },
    setSurge: (stroops) => {
      core.settings.surge = stroops;
    },

    setHistoryLag: (count) => core.setLag(count),
    setAsync: (next) => {
      submit.async = next;
    },
    setStale: (stale) => {
      submit.stale = stale;
    },
    timeoutNext: (outcome) => void submit.timeouts.push(outcome),
    prune: (beforeLedger = core.historyHead.sequence) => {
      core.settings.elder = Math.max(core.settings.elder, Math.min(beforeLedger, core.historyHead.sequence));
    },

    async rehearse(run) {
      const [count, kept, stats] = [requests.length, [...failures], feeStats];
      const before = { ...submit, timeouts: [...submit.timeouts] };
      try {
        return await core.rehearse(run);
      } finally {
        feeStats = stats;
        submit.async = before.async;
        submit.stale = before.stale;
        submit.timeouts.splice(0, submit.timeouts.length, ...before.timeouts);
        requests.length = count;
        failures.splice(0, failures.length, ...kept);
      }
    },
    intercept: (next) => {
      interceptor = next;
    },
    failNext: (path, reply) => void failures.push({ path, reply }),
    requests,
  };
}
