import type { Told } from '@isochain/core';
import type { Utxo } from '../types.ts';

/** A stake looks like any other payment to a script, which is a hash of its terms. */
const script = { hidden: 'the script of a stake is a hash of it' } as const;
const shown = { hidden: 'the PSBT holds it in another form' } as const;
const none = { never: 'the chain has no such number' } as const;
const chosen = { never: 'the PSBT holds the coins that encode found' } as const;

const common = {
  fees: 'most',
  gas: none,
  nonce: none,
  memo: { never: 'memos are not put into transactions' },
} as const;

const priceWishes = {
  'params.feeRate': {
    sometimes: 'it follows only from the fees of a payment with change: without change, they take what is left over',
    proven: true,
    most: true,
  },
  'params.feeTarget': { never: 'the price that was estimated for it is not in the PSBT' },
} as const;

const coinWishes = {
  'params.includePrevTxs': { idle: 'it is for wallets that ask for more than the transaction' },
  'params.allowSmallUtxos': chosen,
  'params.replaces': chosen,
  'params.bip69': { idle: 'the order of outputs changes nothing' },
} as const;

const payment = {
  'params.v': shown,
  'params.lockTime': shown,
  'params.inputs': shown,
  'params.outputs': shown,
  'params.prevTxs': shown,
  'params.redeemScript': shown,
  'params.weight': shown,
  'params.vsize': shown,
} as const;

const terms = {
  'params.paramsVersion': script,
  'params.stakingTime': script,
  'params.unbondingTime': script,
  'params.covenantKeys': script,
  'params.covenantQuorum': script,
} as const;

const position = {
  'params.v': shown,
  'params.stakingTxid': shown,
  'params.providerKeys': script,
  'params.vout': shown,
  'params.value': shown,
} as const;

const copies = {
  'params.stakingPsbt': shown,
  'params.slashingPsbt': script,
  'params.unbondingTransaction': script,
  'params.unbondingSlashingPsbt': script,
  'params.slashingSighash': script,
  'params.unbondingSlashingSighash': script,
  'params.slashingScript': script,
  'params.slashingRate': script,
  'params.slashingFee': script,
  'params.unbondingFee': script,
} as const;

/** Of what Babylon gets, and not Bitcoin. */
const registration = {
  'params.postStaking': { never: 'it concerns what is sent to Babylon' },
  'params.inclusionProof': { never: 'it concerns what is sent to Babylon' },
  'params.popMessage': { never: 'it concerns what is sent to Babylon' },
  'params.registers': { never: 'it concerns what is sent to Babylon' },
  'params.babylonAddress': { never: 'it concerns what is sent to Babylon' },
} as const;

const max = { useMaxAmount: chosen } as const;
const sender = { sometimes: 'the inputs of an extended key have its addresses', proven: true } as const;

/** What the bytes of each mode tell. */
export const told: Told<Utxo> = {
  transfer: {
    ...common,
    ...max,
    ...priceWishes,
    ...coinWishes,
    ...payment,
    senderAddress: sender,
    senderPubKey: { idle: 'the signature shows whose key signs' },
    recipientAddress: 'told',
    amount: 'told',
  },
  stake: {
    ...common,
    ...max,
    ...priceWishes,
    ...coinWishes,
    ...payment,
    ...terms,
    ...copies,
    ...registration,
    'params.stakingTxid': shown,
    senderAddress: sender,
    senderPubKey: script,
    targetValidatorAddress: script,
    sourceValidatorAddress: script,
    amount: 'told',
  },
  unstake: {
    ...common,
    ...max,
    ...terms,
    ...position,
    'params.unbondingTxid': shown,
    'params.covenantSignatures': { idle: 'others made them, and the chain checks them' },
    senderAddress: script,
    senderPubKey: script,
    validatorAddress: script,
    stakeId: shown,
    amount: shown,
  },
  withdraw: {
    ...common,
    ...priceWishes,
    ...terms,
    ...position,
    'params.path': script,
    'params.txid': shown,
    'params.weight': shown,
    'params.vsize': shown,
    senderAddress: 'told',
    senderPubKey: script,
    validatorAddress: script,
    stakeId: shown,
    amount: shown,
  },
};
