/** BIP44, "address gap limit": after so many addresses in a row that were never used wallets look for no more. */
export const gapLimit = 20;
