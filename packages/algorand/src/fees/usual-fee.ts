/**
 * What a transaction usually costs, in microAlgos: the lowest fee, while blocks have room and a byte costs nothing (algorand/go-algorand, config/consensus.go:
 * MinTxnFee).
 */
export const usualFee = 1_000n;
