/** The public mnemonic that Hardhat and Foundry use for development. */
export const mnemonic = 'test test test test test test test test test test test junk';
