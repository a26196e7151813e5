/** Numbers have 64 bits (algorand/go-algorand, data/transactions). */
export const mostUint64 = 2n ** 64n - 1n;

/** The largest numbers of 1, 2, 3, 5 and 9 bytes in msgpack (msgpack/msgpack, spec.md: "int format family"). */
export const amountEnds: readonly bigint[] = [2n ** 7n - 1n, 2n ** 8n - 1n, 2n ** 16n - 1n, 2n ** 32n - 1n, mostUint64];

/** Most rounds from the first valid to the last valid one (go-algorand, config/consensus.go: MaxTxnLife). */
export const mostRounds = 1_000n;

/** Most bytes of a note, on all versions (config/consensus.go: MaxTxnNoteBytes). Version 42 allows more for a higher fee, which is not used here. */
export const mostNoteBytes = 1_024;

/** Bytes of a lease (data/transactions/transaction.go: Header). */
export const leaseLength = 32;

/** The most that is ever put into a transaction as its fee, in microAlgos: 10 ALGO, five times what an account pays that goes online for rewards. Our own choice. */
export const mostFee = 10_000_000n;

/** What an account pays that goes online, to be eligible for rewards (config/consensus.go: Payouts.GoOnlineFee). In microAlgos. */
export const goOnlineFee = 2_000_000n;

/** What an account must keep, in microAlgos, and as much again for each asset that it holds (config/consensus.go: MinBalance). */
export const basicMinimum = 100_000n;

/** All ALGO that exist, in microAlgos: 10 billion ALGO. Nobody can hold more (go-algorand, installer/genesis/mainnet/genesis.json: the sum of `alloc`). */
export const totalSupply = 10n ** 16n;
