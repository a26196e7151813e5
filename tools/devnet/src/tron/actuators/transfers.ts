import { invalid } from '../refusal.ts';
import { type AccountState, newAccount, parameter } from '../state.ts';
import { type Actuator, checkAddress, type Place } from './actuator.ts';

const largest = 2n ** 63n - 1n;

/** TransferActuator. */
export const transfer: Actuator<'TransferContract'> = (place, { owner, to, amount }) => {
  const { state } = place;
  checkAddress(owner, 'Invalid ownerAddress!');
  checkAddress(to, 'Invalid toAddress!');
  if (owner === to) throw invalid('Cannot transfer TRX to yourself.');
  const sender = state.accounts.get(owner);
  if (sender === undefined) throw invalid('Validate TransferContract error, no OwnerAccount.');
  if (amount <= 0n) throw invalid('Amount must be greater than 0.');
  const recipient = state.accounts.get(to);
  const fee = recipient === undefined ? parameter(state, 'getCreateNewAccountFeeInSystemContract') : 0n;
  if (recipient?.type === 'Contract') {
    if (parameter(state, 'getForbidTransferToContract') === 1n) {
      throw invalid('Cannot transfer TRX to a smartContract.');
    }
  }
  if (amount + fee > largest) throw invalid('long overflow');
  if (sender.balance < amount + fee) {
    throw invalid('Validate TransferContract error, balance is not sufficient.');
  }
  sender.balance -= amount + fee;
  activated(place, to, recipient).balance += amount;
  return { fee };
};

/** TransferAssetActuator: TRC-10. */
export const transferAsset: Actuator<'TransferAssetContract'> = (place, { owner, to, amount, asset }) => {
  const { state } = place;
  checkAddress(owner, 'Invalid ownerAddress');
  checkAddress(to, 'Invalid toAddress');
  if (amount <= 0n) throw invalid('Amount must be greater than 0.');
  if (owner === to) throw invalid('Cannot transfer asset to yourself.');
  const sender = state.accounts.get(owner);
  if (sender === undefined) throw invalid('No owner account!');
  const id = Buffer.from(asset, 'hex').toString('utf8');
  if (!state.assets.has(id)) throw invalid('No asset!');
  const balance = sender.assets.get(id) ?? 0n;
  if (balance <= 0n) throw invalid('assetBalance must be greater than 0.');
  if (amount > balance) throw invalid('assetBalance is not sufficient.');
  const recipient = state.accounts.get(to);
  const fee = recipient === undefined ? parameter(state, 'getCreateNewAccountFeeInSystemContract') : 0n;
  if (recipient?.type === 'Contract' && parameter(state, 'getForbidTransferToContract') === 1n) {
    throw invalid('Cannot transfer asset to smartContract.');
  }
  if ((recipient?.assets.get(id) ?? 0n) + amount > largest) throw invalid('long overflow');
  if (sender.balance < fee) throw invalid('Validate TransferAssetActuator error, insufficient fee.');
  sender.balance -= fee;
  sender.assets.set(id, balance - amount);
  const receiver = activated(place, to, recipient);
  receiver.assets.set(id, (receiver.assets.get(id) ?? 0n) + amount);
  return { fee };
};

function activated({ state, time }: Place, address: string, account: AccountState | undefined): AccountState {
  if (account !== undefined) return account;
  const created = newAccount(address, time);
  state.accounts.set(address, created);
  return created;
}
