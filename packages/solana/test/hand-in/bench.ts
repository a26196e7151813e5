import type { BenchHandIn } from '@isochain/conformance/hand-ins/hand-in.ts';
import { jsonRpc, type Methods } from '@isochain/conformance/hand-ins/json-rpc-stand-in.ts';
import { toBase58 } from '@isochain/core/bytes';

/** Hashes of the genesis of Mainnet Beta, and for lies of Devnet (https://docs.anza.xyz/clusters/available). */
const genesisHash = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const anotherGenesisHash = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';

const systemProgram = '11111111111111111111111111111111';
const sysvarProgram = 'Sysvar1111111111111111111111111111111111111';

// Layouts: anza-xyz/solana-sdk, clock/src/lib.rs, rent/src/lib.rs and epoch-schedule/src/lib.rs. A stake history without entries is its length alone.
const u64 = (value: number | bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const f64 = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
};
const clockAddress = 'SysvarC1ock11111111111111111111111111111111';
/** Of this moment: a clock that stood still would have the endpoint passed over. */
const clock = () => Buffer.concat([437_000_000, 1_790_000_000, 1011, 1012, Math.floor(Date.now() / 1000)].map(u64));
const sysvars: Readonly<Record<string, Buffer>> = {
  SysvarRent111111111111111111111111111111111: Buffer.concat([u64(3480), f64(2), Buffer.from([50])]),
  SysvarEpochSchedu1e111111111111111111111111: Buffer.concat([u64(432_000), u64(432_000), Buffer.alloc(17)]),
  SysvarStakeHistory1111111111111111111111111: u64(0),
};

function account(lamports: number, owner: string, data: Buffer = Buffer.alloc(0)): object {
  const base64 = [data.toString('base64'), 'base64'];
  return { lamports, owner, data: base64, executable: false, rentEpoch: 0, space: data.length };
}

const wallet = account(10_000_000_000, systemProgram);
const atSlot = (value: unknown) => ({ context: { slot: 437_000_000 }, value });

/** Wallets with 10 SOL each that hold no tokens and no stakes. */
const methods: Methods = {
  getGenesisHash: () => genesisHash,
  getMultipleAccounts: ([keys]) =>
    atSlot(
      (keys as readonly string[]).map((key) => {
        const sysvar = key === clockAddress ? clock() : sysvars[key];
        return sysvar === undefined ? wallet : account(1_000_000, sysvarProgram, sysvar);
      }),
    ),
  getLatestBlockhash: () =>
    atSlot({ blockhash: 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N', lastValidBlockHeight: 415_000_000 }),
  simulateTransaction: () => atSlot({ err: null, logs: [], unitsConsumed: 150, fee: 5000 }),
  getRecentPerformanceSamples: () => [{ slot: 437_000_000, numSlots: 150, numTransactions: 1, samplePeriodSecs: 60 }],
  getRecentPrioritizationFees: () => [{ slot: 437_000_000, prioritizationFee: 0 }],
  getAccountInfo: () => atSlot(wallet),
  getTokenAccountsByOwner: () => atSlot([]),
  getProgramAccounts: () => [],
};

/** 32 bytes that stand for an account: whether they are a point of the curve does not matter to a sender. */
function address(number: number): string {
  const bytes = new Uint8Array(32).fill(7);
  new DataView(bytes.buffer).setUint32(28, number);
  return toBase58(bytes);
}

export const bench: BenchHandIn = {
  chainId: 'solana',
  endpoint: { maxBatch: 20 },
  answer: jsonRpc(methods),
  lie: jsonRpc({ ...methods, getGenesisHash: () => anotherGenesisHash }),
  transfer: (number) => ({
    mode: 'transfer',
    senderAddress: address(number),
    recipientAddress: 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg',
    amount: '1000000',
  }),
  account: address,
  // A point of ed25519 (RFC 8032, section 7.1, TEST 1).
  publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
};
