import { millisecondsPerSlot, slotsPerEpoch } from '../clock.ts';
import { measureFee } from '../measure-fee.ts';
import { RpcFault } from './fault.ts';
import type { Methods } from './methods.ts';
import { addressParam, configParam, inContext, integerParam, listParam, version } from './params.ts';
import { readMessage } from './transaction-params.ts';

/** The genesis hash of mainnet-beta. Clients recognise the chain by it, and the engine stands in for that chain. */
const genesisHash = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

const samplePeriodSeconds = 60n;
const feeHistory = 150n;

/** The cluster as a whole: time, blocks, fees. */
export const clusterMethods: Methods = {
  getHealth: () => 'ok',
  getVersion: () => ({ 'feature-set': 0, 'solana-core': version }),
  getGenesisHash: () => genesisHash,
  getSlot: (node, [config]) => {
    configParam(node, config);
    return node.clock.slot();
  },
  getBlockHeight: (node, [config]) => {
    configParam(node, config);
    return node.clock.blockHeight();
  },

  getBlockTime(node, [value]) {
    const slot = integerParam(value);
    if (slot > node.clock.slot()) throw new RpcFault(-32004, `Block not available for slot ${slot}`);
    return node.clock.timeOf(slot);
  },

  getEpochInfo(node, [config]) {
    configParam(node, config);
    const absoluteSlot = node.clock.slot();
    return {
      absoluteSlot,
      blockHeight: node.clock.blockHeight(),
      epoch: node.clock.epoch(),
      slotIndex: absoluteSlot % slotsPerEpoch,
      slotsInEpoch: slotsPerEpoch,
      transactionCount: node.ledger.count(),
    };
  },

  getEpochSchedule: () => ({
    firstNormalEpoch: 0,
    firstNormalSlot: 0,
    leaderScheduleSlotOffset: slotsPerEpoch,
    slotsPerEpoch,
    warmup: false,
  }),

  getRecentPerformanceSamples(node, [limit]) {
    const count = Number(integerParam(limit ?? 720));
    if (count > 720) throw new RpcFault(-32602, 'Invalid limit; max 720');
    const numSlots = (samplePeriodSeconds * 1000n) / millisecondsPerSlot;
    return Array.from({ length: count }, (_, index) => ({
      numNonVoteTransactions: 180_000,
      numSlots,
      numTransactions: 360_000,
      samplePeriodSecs: samplePeriodSeconds,
      slot: node.clock.slot() - BigInt(index) * numSlots,
    }));
  },

  getLatestBlockhash(node, [config]) {
    configParam(node, config);
    return inContext(node, node.clock.latestBlockhash());
  },

  isBlockhashValid(node, [blockhash, config]) {
    configParam(node, config);
    return inContext(node, node.clock.isBlockhashValid(addressParam(blockhash)));
  },

  getRecentPrioritizationFees(node, [addresses]) {
    for (const address of listParam(addresses ?? [], 128)) addressParam(address);
    const newest = node.prioritizationFees.toReversed();
    return Array.from({ length: Number(feeHistory) }, (_, age) => ({
      prioritizationFee: newest[age] ?? 0n,
      slot: node.clock.slot() - BigInt(age),
    })).toReversed();
  },

  getFeeForMessage(node, [message, config]) {
    configParam(node, config);
    const transaction = readMessage(message);
    const expired = node.ledger.refusal(transaction) === 'BlockhashNotFound';
    return inContext(node, expired ? null : measureFee(node.svm, transaction));
  },
};
