import type { ChainId } from '@isochain/core';
import type { Endpoint } from '@isochain/core/upstream';
import type { UtxoOptions } from './options.ts';
import type { BackendKind, UtxoKind } from './upstream/kind-names.ts';

/** A chain id of the UTXO family. */
export type UtxoChainId = keyof typeof chains;

/** How addresses and extended keys are written. */
export interface Network {
  /** Human-readable part of segwit addresses (BIP173); undefined where there are none. */
  readonly bech32: string | undefined;
  /** Version byte of p2pkh addresses. */
  readonly p2pkh: number;
  /** Version bytes of p2sh addresses. All are read; the first is written. */
  readonly p2sh: readonly number[];
  /** Version bytes (SLIP-132) of account-level extended public keys, and the script type that each stands for. */
  readonly extendedKeys: readonly { readonly version: number; readonly type: 'p2pkh' | 'p2sh-p2wpkh' | 'p2wpkh' }[];
  readonly hasTaproot: boolean;
}

/** What nodes relay, and what we offer. Amounts in the smallest unit; fee rates in the smallest unit per 1,000 virtual bytes. */
export interface Policy {
  /** The least fee rate of our transactions, even if estimates say less. */
  readonly minFeeRate: bigint;
  /**
   * What nodes of the chain take at least, if they say so. Then a transaction may pay less than `minFeeRate`. Undefined if `minFeeRate` holds whatever
   * nodes say.
   */
  readonly leastRelayRate: bigint | undefined;
  /** The highest fee rate of our transactions. If estimates say more, the answer has a warning. */
  readonly maxFeeRate: bigint;
  /** Whether blocks have room for transactions at `minFeeRate`. Then it is used if nobody has an estimate. */
  readonly isFloorEnough: boolean;
  /** The highest fee rate that coin selection expects for spending the change later. */
  readonly longTermFeeRate: bigint;
  /** What transactions usually pay. Fees of more than three times that have a warning. */
  readonly usualFeeRate: bigint;
  /** How the least amount of an output is found. */
  readonly dust:
    | { readonly kind: 'relayFee'; readonly feeRate: bigint }
    | {
        readonly kind: 'fixed';
        /** Outputs below this amount are refused. */
        readonly hard: bigint;
        /** Each output below this amount costs `surcharge` more. */
        readonly soft: bigint;
        readonly surcharge: bigint;
      };
  /** Whether nodes replace a transaction by another one that pays more. */
  readonly isReplaceable: boolean;
  /** Whether nodes replace only transactions that signal it (BIP125: a sequence number of at most 0xfffffffd). */
  readonly isReplacementOptIn: boolean;
  /** What a replacement pays for its own size, beside the fee of the original. */
  readonly incrementalFeeRate: bigint;
  /** Confirmations until a coinbase output may be spent. */
  readonly coinbaseMaturity: number;
  /** Confirmations until an output that left MWEB may be spent; undefined if the chain has no MWEB. */
  readonly pegOutMaturity: number | undefined;
  /**
   * Coins of taproot addresses up to this amount are spent on demand only: they may carry inscriptions or runes, and are hardly made for anything
   * else. Wallets put 330 or 546 into them. Undefined if nothing is protected.
   */
  readonly collectibleLimit: bigint | undefined;
  /**
   * Coins of taproot addresses up to this amount may carry inscriptions too, but may as well be change. They are spent last, with a warning.
   * Undefined if there is none.
   */
  readonly doubtfulLimit: bigint | undefined;
  /** No amount is above it; undefined if the supply is not limited. */
  readonly maxSupply: bigint | undefined;
}

/** A block that shows which chain an upstream serves, as its hash follows from all blocks before it. */
export interface Checkpoint {
  readonly height: number;
  /** In display order. */
  readonly hash: string;
}

/** The data of one chain. */
export interface UtxoChain {
  readonly network: Network;
  readonly policy: Policy;
  /**
   * Hash of block 0 in display order (src/chainparams.cpp of each chain's node), by name of the network. A chain id may stand for several networks;
   * the first is the default.
   */
  readonly genesis: Readonly<Record<string, string>>;
  /** If another chain has the same block 0: the first block after the split, by the same names. */
  readonly checkpoints?: Readonly<Record<string, Checkpoint>>;
  /** Public endpoints, by the same names. */
  readonly endpoints: Readonly<Record<string, readonly (Endpoint<UtxoKind> & { readonly kind: UtxoKind })[]>>;
  /**
   * Sources of fee estimates, by name: the hosts of the source itself, and the kinds of upstreams that repeat its estimates. All endpoints of one
   * source are one opinion.
   */
  readonly feeSources?: Readonly<
    Record<string, { readonly hosts: readonly string[]; readonly kinds: readonly BackendKind[] }>
  >;
  /** Whether upstreams may follow different chains. Then their latest blocks are compared before something is sent. */
  readonly comparesTips?: boolean;
  /** Seconds between blocks, on average. */
  readonly blockTime: number;
  /** The Babylon chain, if coins can be staked. */
  readonly babylon?: { readonly chainId: 'babylon' | 'babylon-testnet'; readonly lcdChainIds: readonly string[] };
  readonly explorer: string;
}

const bitcoinPolicy = {
  // Bitcoin Core's default before 28.3/29.1/30, so that every node relays it (doc/release-notes of 29.1: now 100 sat/kvB).
  minFeeRate: 1_000n,
  // DEFAULT_MIN_RELAY_TX_FEE since Bitcoin Core 28.3, 29.1 and 30 (bitcoin/bitcoin pull request 33106).
  leastRelayRate: 100n,
  maxFeeRate: 500_000n,
  isFloorEnough: false,
  longTermFeeRate: 10_000n,
  // Esplora's estimates in May 2026: 4.178 sat/vB for the next block, 0.442 for the next 13.
  usualFeeRate: 4_000n,
  // Bitcoin Core, src/policy/policy.h: DUST_RELAY_TX_FEE.
  dust: { kind: 'relayFee', feeRate: 3_000n },
  isReplaceable: true,
  // Replaces everything since Bitcoin Core 28 (doc/release-notes of 28.0: mempoolfullrbf).
  isReplacementOptIn: false,
  // DEFAULT_INCREMENTAL_RELAY_FEE before 29.1 and 30, so that every node takes it (bitcoin/bitcoin pull request 33106: now 100 sat/kvB).
  incrementalFeeRate: 1_000n,
  // src/consensus/consensus.h: COINBASE_MATURITY.
  coinbaseMaturity: 100,
  pegOutMaturity: undefined,
  collectibleLimit: 1_000n,
  // What the wallet of ordinals/ord puts into an inscription unless told otherwise (TARGET_POSTAGE). Babylon's staking page leaves coins up to this
  // amount out (babylonlabs-io/simple-staking pull request 27: LOW_VALUE_UTXO_THRESHOLD). Both read on 2026-11-28.
  doubtfulLimit: 10_000n,
  // src/consensus/amount.h: MAX_MONEY.
  maxSupply: 2_100_000_000_000_000n,
} as const satisfies Policy;

// Version bytes: Bitcoin Core, src/kernel/chainparams.cpp (base58Prefixes, bech32_hrp); extended keys: SLIP-132.
const bitcoinMain = {
  bech32: 'bc',
  p2pkh: 0x00,
  p2sh: [0x05],
  extendedKeys: [
    { version: 0x0488b21e, type: 'p2pkh' },
    { version: 0x049d7cb2, type: 'p2sh-p2wpkh' },
    { version: 0x04b24746, type: 'p2wpkh' },
  ],
  hasTaproot: true,
} as const satisfies Network;

const bitcoinTest = {
  bech32: 'tb',
  p2pkh: 0x6f,
  p2sh: [0xc4],
  extendedKeys: [
    { version: 0x043587cf, type: 'p2pkh' },
    { version: 0x044a5262, type: 'p2sh-p2wpkh' },
    { version: 0x045f1cf6, type: 'p2wpkh' },
  ],
  hasTaproot: true,
} as const satisfies Network;

/**
 * Blockbook takes estimates of Bitcoin from mempool.space (trezor/blockbook at a83486e, read on 2026-11-22: configs/coins/bitcoin.json and
 * bitcoin_testnet4.json, alternative_estimate_fee). Its configurations for Litecoin and Dogecoin ask their own node.
 */
const mempoolSpace = { 'mempool.space': { hosts: ['mempool.space'], kinds: ['blockbook'] } } as const;

export const chains = {
  bitcoin: {
    network: bitcoinMain,
    policy: bitcoinPolicy,
    genesis: { bitcoin: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f' },
    // The BIP-110 (RDTS) branch of Bitcoin Knots split off here on 2026-08-08. It has 0000000000000000000169eb6f811ddbd0daf343af7b62180cdb13e7c78dbc16
    // instead, and has had another proof of work since block 961,640 (bitcoin/bips pull requests 2245 and 2247, bitcoinknots/bitcoin 358 and 382).
    // Read on 2026-11-22 from what others published, not from the network: those pull requests, and the chain guard of Spiral Pool, which
    // took the hash from blockstream.info and mempool.space on 2026-08-14.
    checkpoints: {
      bitcoin: { height: 961_632, hash: '00000000000000000000d1e01392faa65ceeaed307f0a3159144b84146ff24ba' },
    },
    endpoints: {
      bitcoin: [
        // https://github.com/Blockstream/esplora/blob/master/API.md and https://mempool.space/docs/api/rest
        { url: 'https://mempool.space/api', name: 'mempool.space', kind: 'esplora' },
        { url: 'https://blockstream.info/api', name: 'blockstream', kind: 'esplora' },
        // Serves addresses with more than 500 coins, and extended keys in one request. The two above do not.
        { url: 'https://btc1.trezor.io', name: 'trezor', kind: 'blockbook' },
        // https://github.com/babylonlabs-io/networks, bbn-1
        { url: 'https://babylon.nodes.guru/api', name: 'babylon-nodes-guru', kind: 'babylon' },
        { url: 'https://babylon-api.polkachu.com', name: 'babylon-polkachu', kind: 'babylon' },
        // babylonlabs-io/babylon-toolkit (2026-08-21), services/simple-staking/src/ui/common/config/network/bbn/mainnet.ts
        { url: 'https://lcd-dapp.babylonlabs.io', name: 'babylonlabs-lcd', kind: 'babylon' },
        { url: 'https://staking-api.babylonlabs.io', name: 'babylonlabs', kind: 'babylon-staking' },
      ],
    },
    feeSources: mempoolSpace,
    blockTime: 600,
    babylon: { chainId: 'babylon', lcdChainIds: ['bbn-1'] },
    explorer: 'https://mempool.space',
  },
  'bitcoin-testnet': {
    network: bitcoinTest,
    policy: bitcoinPolicy,
    // Bitcoin Core, src/kernel/chainparams.cpp.
    genesis: {
      testnet4: '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
      testnet3: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
    },
    endpoints: {
      testnet4: [{ url: 'https://mempool.space/testnet4/api', name: 'mempool.space', kind: 'esplora' }],
      testnet3: [
        { url: 'https://mempool.space/testnet/api', name: 'mempool.space', kind: 'esplora' },
        { url: 'https://blockstream.info/testnet/api', name: 'blockstream', kind: 'esplora' },
      ],
    },
    feeSources: mempoolSpace,
    blockTime: 600,
    explorer: 'https://mempool.space/testnet4',
  },
  'bitcoin-signet': {
    network: bitcoinTest,
    policy: bitcoinPolicy,
    genesis: { signet: '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6' },
    endpoints: {
      signet: [
        { url: 'https://mempool.space/signet/api', name: 'mempool.space', kind: 'esplora' },
        { url: 'https://blockstream.info/signet/api', name: 'blockstream', kind: 'esplora' },
        // babylonlabs-io/babylon-toolkit (2026-08-21), services/simple-staking/src/ui/common/config/network/bbn/testnet.ts
        { url: 'https://lcd-dapp.testnet.babylonlabs.io', name: 'babylonlabs-lcd', kind: 'babylon' },
        // https://github.com/babylonlabs-io/networks (2025-12-01), bbn-test-6/README.md
        { url: 'https://babylon-testnet-api.polkachu.com', name: 'babylon-polkachu', kind: 'babylon' },
        { url: 'https://staking-api.testnet.babylonlabs.io', name: 'babylonlabs', kind: 'babylon-staking' },
      ],
    },
    blockTime: 600,
    // babylonlabs-io/networks, bbn-test-6/README.md: it took the place of bbn-test-5 in October 2025.
    babylon: { chainId: 'babylon-testnet', lcdChainIds: ['bbn-test-6'] },
    explorer: 'https://mempool.space/signet',
  },
  litecoin: {
    network: {
      // Litecoin Core, src/chainparams.cpp.
      bech32: 'ltc',
      p2pkh: 0x30,
      p2sh: [0x32, 0x05],
      extendedKeys: [
        { version: 0x019da462, type: 'p2pkh' },
        { version: 0x0488b21e, type: 'p2pkh' },
        { version: 0x01b26ef6, type: 'p2sh-p2wpkh' },
        { version: 0x049d7cb2, type: 'p2sh-p2wpkh' },
        { version: 0x04b24746, type: 'p2wpkh' },
      ],
      hasTaproot: true,
    },
    policy: {
      minFeeRate: 1_000n,
      leastRelayRate: undefined,
      maxFeeRate: 500_000n,
      isFloorEnough: true,
      longTermFeeRate: 1_000n,
      // Blocks have room: the lowest rate that nodes relay (Litecoin Core, src/policy/policy.h: DEFAULT_MIN_RELAY_TX_FEE).
      usualFeeRate: 1_000n,
      // Litecoin Core, src/policy/policy.h: DUST_RELAY_TX_FEE.
      dust: { kind: 'relayFee', feeRate: 30_000n },
      // -mempoolreplacement is off by default.
      isReplaceable: false,
      isReplacementOptIn: true,
      // Litecoin Core, src/policy/policy.h: DEFAULT_INCREMENTAL_RELAY_FEE.
      incrementalFeeRate: 1_000n,
      coinbaseMaturity: 100,
      // Litecoin Core, src/consensus/consensus.h: PEGOUT_MATURITY.
      pegOutMaturity: 6,
      collectibleLimit: undefined,
      doubtfulLimit: undefined,
      maxSupply: 8_400_000_000_000_000n,
    },
    genesis: { litecoin: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2' },
    endpoints: {
      litecoin: [
        { url: 'https://litecoinspace.org/api', name: 'litecoinspace', kind: 'esplora' },
        { url: 'https://ltc1.trezor.io', name: 'trezor', kind: 'blockbook' },
      ],
    },
    // Soft forks of MWEB at blocks 3,154,440 (Litecoin Core 0.21.5.6) and 3,172,640 (0.21.5.8): an older node may follow a chain that others refuse
    // (btcpayserver/btcpayserver-docker pull requests 1094 and 1154, trezor/blockbook 1701; read on 2026-11-22).
    comparesTips: true,
    blockTime: 150,
    explorer: 'https://litecoinspace.org',
  },
  dogecoin: {
    network: {
      // Dogecoin Core, src/chainparams.cpp.
      bech32: undefined,
      p2pkh: 0x1e,
      p2sh: [0x16],
      extendedKeys: [
        { version: 0x02facafd, type: 'p2pkh' },
        { version: 0x0488b21e, type: 'p2pkh' },
      ],
      hasTaproot: false,
    },
    policy: {
      // Dogecoin Core, doc/fee-recommendation.md: 0.01 DOGE per kB recommended; outputs below 0.01 DOGE cost as much more, and those below
      // 0.001 DOGE are not relayed.
      minFeeRate: 1_000_000n,
      leastRelayRate: undefined,
      maxFeeRate: 50_000_000n,
      isFloorEnough: true,
      longTermFeeRate: 1_000_000n,
      // Dogecoin Core, doc/fee-recommendation.md.
      usualFeeRate: 1_000_000n,
      dust: { kind: 'fixed', hard: 100_000n, soft: 1_000_000n, surcharge: 1_000_000n },
      // src/validation.h: DEFAULT_ENABLE_REPLACEMENT, read on 2026-11-22. Only what signals it is replaced (src/validation.cpp: fReplacementOptOut).
      isReplaceable: true,
      isReplacementOptIn: true,
      // 0.0001 DOGE per kB since 1.14.5 (src/policy/policy.h: DEFAULT_INCREMENTAL_RELAY_FEE; dogecoin/dogecoin pull request 2590).
      incrementalFeeRate: 10_000n,
      // src/chainparams.cpp: nCoinbaseMaturity from block 145,000 on.
      coinbaseMaturity: 240,
      pegOutMaturity: undefined,
      collectibleLimit: undefined,
      doubtfulLimit: undefined,
      maxSupply: undefined,
    },
    genesis: { dogecoin: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691' },
    endpoints: {
      dogecoin: [
        { url: 'https://doge1.trezor.io', name: 'trezor-1', kind: 'blockbook' },
        { url: 'https://doge2.trezor.io', name: 'trezor-2', kind: 'blockbook' },
      ],
    },
    blockTime: 60,
    explorer: 'https://dogechain.info',
  },
} as const satisfies Record<string, UtxoChain>;

export const utxoChainIds = Object.keys(chains) as UtxoChainId[];

/** A URL alone means Esplora. */
export const defaultKind: BackendKind = 'esplora';

/** The public endpoints of a chain, on the test network that the options name. */
export function publicEndpoints(
  chainId: ChainId,
  { network }: Pick<UtxoOptions, 'network'> = {},
): readonly Endpoint<UtxoKind>[] {
  const chain: UtxoChain = chains[chainId as UtxoChainId];
  return chain.endpoints[network ?? ''] ?? Object.values(chain.endpoints)[0] ?? [];
}
