/**
 * The least gas of layer 2 that any transaction needs: that of checking a signature. The lowest that was measured is 145,600, for Argent 0.4.0 on Sepolia (block
 * 5508517; NethermindEth/juno, clients/feeder/testdata/sepolia). What the transaction does and its fee come on top: a transfer needs 982,400 without the check.
 */
export const leastL2Gas = 145_600n;
