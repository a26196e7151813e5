import {
  Account,
  Claimant,
  MuxedAccount,
  Memo as SdkMemo,
  Operation as SdkOperation,
  type Transaction,
  TransactionBuilder,
} from '@stellar/stellar-sdk/base';
import type { Memo } from './memo.ts';
import { toSdkAsset } from './sdk-asset.ts';
import { toDecimal } from './stroops.ts';
import type { Operation, StellarTransaction } from './transaction.ts';

/** Makes a transaction with the chain's own library. */
export function buildTransaction(transaction: StellarTransaction, passphrase: string): Transaction {
  const { source, fee, sequence, maxTime, memo, operation } = transaction;
  // The builder adds one to the sequence number.
  const before = (sequence - 1n).toString();
  const account = source.startsWith('M') ? MuxedAccount.fromAddress(source, before) : new Account(source, before);
  return new TransactionBuilder(account, {
    fee: fee.toString(),
    networkPassphrase: passphrase,
    timebounds: { minTime: '0', maxTime: maxTime.toString() },
    memo: sdkMemo(memo),
  })
    .addOperation(sdkOperation(operation))
    .build();
}

function sdkMemo(memo: Memo): SdkMemo {
  switch (memo.type) {
    case 'none':
      return SdkMemo.none();
    case 'text':
      return SdkMemo.text(memo.value);
    case 'id':
      return SdkMemo.id(memo.value);
    case 'hash':
      return SdkMemo.hash(memo.value);
    case 'return':
      return SdkMemo.return(memo.value);
  }
}

function sdkOperation(operation: Operation) {
  switch (operation.type) {
    case 'createAccount':
      return SdkOperation.createAccount({
        destination: operation.destination,
        startingBalance: toDecimal(operation.startingBalance),
      });
    case 'payment':
      return SdkOperation.payment({
        destination: operation.destination,
        asset: toSdkAsset(operation.asset),
        amount: toDecimal(operation.amount),
      });
    case 'changeTrust':
      return SdkOperation.changeTrust({ asset: toSdkAsset(operation.asset), limit: toDecimal(operation.limit) });
    case 'accountMerge':
      return SdkOperation.accountMerge({ destination: operation.destination });
    case 'createClaimableBalance': {
      const { by, afterSeconds } = operation.reclaim;
      const later = Claimant.predicateNot(Claimant.predicateBeforeRelativeTime(afterSeconds.toString()));
      return SdkOperation.createClaimableBalance({
        asset: toSdkAsset(operation.asset),
        amount: toDecimal(operation.amount),
        claimants: [new Claimant(operation.claimant), new Claimant(by, later)],
      });
    }
  }
}
