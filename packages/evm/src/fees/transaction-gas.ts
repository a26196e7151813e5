/** The gas that every transaction costs, and all that a payment to an account without code costs (Ethereum's Yellow Paper, "Gtransaction"). */
export const transactionGas = 21_000n;
