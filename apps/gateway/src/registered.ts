// The families that this version serves: one line each, by their names on the wire. `families.ts` reads them.

export { registration as algorand } from '@isochain/algorand/registration';
export { registration as aptos } from '@isochain/aptos/registration';
export { registration as cosmos } from '@isochain/cosmos/registration';
export { registration as evm } from '@isochain/evm/registration';
export { registration as solana } from '@isochain/solana/registration';
export { registration as starknet } from '@isochain/starknet/registration';
export { registration as stellar } from '@isochain/stellar/registration';
export { registration as ton } from '@isochain/ton/registration';
export { registration as tron } from '@isochain/tron/registration';
export { registration as bitcoin } from '@isochain/utxo/registration';
