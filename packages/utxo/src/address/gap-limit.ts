/** BIP44, "address gap limit": wallets stop looking after so many unused addresses in a row. */
export const gapLimit = 20;
