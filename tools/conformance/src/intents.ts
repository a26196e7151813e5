import type { Mode } from '@isochain/core';
import type { Scene, TestAccount } from './setup.ts';

/** A well-formed intent of a mode that a chain need not have: made of the scene's own addresses, so that only the mode can be refused. */
export function sampleIntent(mode: Mode, { sender, recipient }: Scene<TestAccount>): Record<string, unknown> {
  const senderAddress = sender.address;
  const recipientAddress = recipient.address;
  const validatorAddress = recipientAddress;
  const senderPubKey = sender.publicKey ?? '00';
  const amount = '1';
  switch (mode) {
    case 'deployAccount':
      return { mode, senderPubKey };
    case 'transfer':
      return { mode, senderAddress, recipientAddress, amount };
    case 'stake':
      return { mode, senderAddress, targetValidatorAddress: validatorAddress, amount };
    case 'transferToken':
      return { mode, senderAddress, recipientAddress, tokenId: recipientAddress, amount };
    case 'enableToken':
      return { mode, senderAddress, tokenId: recipientAddress };
    case 'unstake':
    case 'withdraw':
      return { mode, senderAddress, validatorAddress, amount };
    case 'claimRewards':
      return { mode, senderAddress, validatorAddress };
    case 'registerStake':
      return {
        mode,
        senderPubKey,
        senderForeignPubKey: '00',
        senderAddress,
        proofOfPossession: '00',
        amount,
        validatorPubKey: '00',
        unsignedUnbondingTransaction: '00',
        signedStakingTransaction: '00',
        signedSlashingTransaction: '00',
        signedUnbondingSlashingTransaction: '00',
      };
    case 'convertAsset':
      return {
        mode,
        from: { amount, tokenId: recipientAddress, address: senderAddress },
        to: { tokenId: senderAddress, address: recipientAddress },
        includeFees: false,
      };
  }
}
