/** The size of the largest transaction, in bytes: TRANSACTION_MAX_BYTE_SIZE of tronprotocol/java-tron. */
export const longestTransaction = 500 * 1024;
