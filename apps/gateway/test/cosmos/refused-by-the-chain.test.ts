import type { CosmosChainId } from '@isochain/cosmos';
import { afterAll, describe, expect, it } from 'vitest';
import { testKey } from '../../../../packages/cosmos/test/keys.ts';
import { errorsOf, warningsOf } from '../chain-network.ts';
import { type Network, openNetwork } from './network.ts';

// Intents that the chain would refuse, or that would lose coins, as it is right now. They are found out before anything is signed.

const opened: Network[] = [];
afterAll(async () => {
  for (const network of opened) await network.close();
});

/** A chain with a sender, who has `amount`. */
async function on(chainId: CosmosChainId, amount = 10_000_000n) {
  const network = await openNetwork(chainId);
  opened.push(network);
  const sender = network.funded(1, amount);
  const by = { senderAddress: sender.address, senderPubKey: sender.publicKey };
  const [first = '', second = '', third = ''] = network.validators;
  const transfer = { mode: 'transfer', ...by, recipientAddress: network.key(2).address, amount: '1000000' };
  return { network, chain: network.chain, sender, by, transfer, first, second, third };
}

interface Expected {
  readonly code: string;
  /** Without `transaction.data.`. */
  readonly field: string;
  readonly message: string;
}

/** Encodes, and expects this error alone, nothing to sign, and nothing sent. */
async function expectRefusal(network: Network, data: Readonly<Record<string, unknown>>, expected: Expected) {
  const answer = await network.encode(data);
  const { code, field, message } = expected;
  expect(errorsOf(answer)).toMatchObject({
    status: 200,
    errors: [{ code, field: `transaction.data.${field}`, message }],
  });
  expect(errorsOf(answer).errors).toHaveLength(1);
  expect(answer.body.transaction).toMatchObject({ encoded: [] });
  expect(network.broadcasts()).toBe(0);
}

const endsAt = Date.UTC(2100, 0, 1);

describe('recipients', () => {
  it('that are accounts of modules lose what they get', async () => {
    const { network, chain, transfer } = await on('cosmoshub');
    const { address } = network.funded(3, 1n);
    chain.modules.set(address, 'gov');
    await expectRefusal(
      network,
      { ...transfer, recipientAddress: address },
      {
        ...{ code: 'recipient.keepsCoins', field: 'recipientAddress' },
        message: `The recipient ${address} is an account of a module of the chain, not a wallet: what is sent there is lost.`,
      },
    );
  });

  it('that the chain blocks get nothing', async () => {
    const { network, chain, transfer } = await on('cosmoshub');
    const { address } = network.key(3);
    chain.blocked.add(address);
    await expectRefusal(
      network,
      { ...transfer, recipientAddress: address },
      {
        ...{ code: 'recipient.keepsCoins', field: 'recipientAddress' },
        message: `The recipient ${address} is an account that the chain lets nobody send to, not a wallet: what is sent there is lost.`,
      },
    );
  });
});

describe('tokens', () => {
  it('that nobody has ever made are unknown', async () => {
    const { network, transfer } = await on('cosmoshub');
    await expectRefusal(
      network,
      { ...transfer, mode: 'transferToken', tokenId: 'ucosm' },
      {
        ...{ code: 'token.unknown', field: 'tokenId' },
        message:
          'There is no token ucosm on CosmosHub: none of it exists. /api/chains/cosmoshub/tokens lists the tokens that are known here.',
      },
    );
  });

  it('need a contract, and a chain that has contracts', async () => {
    for (const [chainId, name, reason] of [
      ['juno', 'Juno', 'there is no contract at this address'],
      ['cosmoshub', 'CosmosHub', 'the chain has no contracts'],
    ] as const) {
      const { network, chain, transfer } = await on(chainId);
      if (chainId === 'juno') chain.contracts = new Map();
      const { address: tokenId } = network.key(9);
      await expectRefusal(
        network,
        { ...transfer, mode: 'transferToken', tokenId },
        {
          ...{ code: 'token.unknown', field: 'tokenId' },
          message: `There is no token ${tokenId} on ${name}: ${reason}.`,
        },
      );
    }
  });

  it('are none if the contract has no balances, and nobody learns what the contract said', async () => {
    const { network, chain, transfer } = await on('juno');
    const { address: tokenId } = network.key(9);
    chain.contracts = new Map([[tokenId, { balances: new Map() }]]);
    await expectRefusal(
      network,
      { ...transfer, mode: 'transferToken', tokenId },
      {
        ...{ code: 'token.notFungible', field: 'tokenId' },
        message: `The contract at ${tokenId} does not answer like a fungible token: it does not know the queries of CW20.`,
      },
    );
  });

  it('of a contract are counted in the unit of the token', async () => {
    const { network, chain, sender, transfer } = await on('juno');
    const { address: contract } = network.key(9);
    const token = { name: 'Neta', symbol: 'NETA', decimals: 6 };
    chain.contracts = new Map([[contract, { token, balances: new Map([[sender.address, 3n]]) }]]);
    await expectRefusal(
      network,
      { ...transfer, mode: 'transferToken', tokenId: `cw20:${contract}`, amount: '5' },
      {
        ...{ code: 'token.insufficient', field: 'amount' },
        message: 'Insufficient token balance: the account holds 0.000003 NETA, but 0.000005 NETA are to be sent.',
      },
    );
  });
});

describe('amounts', () => {
  it('of 18 decimals are told to the last one', async () => {
    const { network, transfer } = await on('dymension', 1n);
    await expectRefusal(
      network,
      { ...transfer, amount: '1' },
      {
        ...{ code: 'balance.insufficient', field: 'amount' },
        message:
          'Insufficient balance: the account holds 0.000000000000000001 DYM, but 0.000000000000000001 DYM are to be sent, and up to 0.00077 DYM in fees: 0.000770000000000001 DYM in all.',
      },
    );
    const { amount: _, ...max } = transfer;
    await expectRefusal(
      network,
      { ...max, useMaxAmount: true },
      {
        ...{ code: 'balance.nothingToSend', field: 'amount' },
        message:
          'Insufficient balance: the account holds 0.000000000000000001 DYM, which does not cover the network fees of up to 0.00077 DYM.',
      },
    );
  });

  it('of the smallest unit are sent as they are', async () => {
    const { network, chain, transfer, sender } = await on('dymension', 10n ** 18n);
    const encoded = await network.encoded({ ...transfer, amount: '1' });
    expect((await network.broadcast(encoded, network.sign(encoded, sender))).status).toBe(200);
    expect(chain.balance(network.key(2).address, 'adym')).toBe(1n);
  });

  it('that still vest are not sent, and can be staked', async () => {
    const { network, chain, sender, transfer, by, first } = await on('cosmoshub');
    chain.vesting.set(sender.address, 9_500_000n);
    await expectRefusal(network, transfer, {
      ...{ code: 'balance.insufficient', field: 'amount' },
      message:
        'Insufficient balance: the account holds 0.5 ATOM, but 1 ATOM are to be sent, and up to 0.00375 ATOM in fees: 1.00375 ATOM in all.',
    });
    const staked = await network.encoded({ mode: 'stake', ...by, targetValidatorAddress: first, amount: '9000000' });
    expect((await network.broadcast(staked, network.sign(staked, sender))).status).toBe(200);
    expect(chain.delegation(sender.address, first)).toBe(9_000_000n);
  });

  it('leave room for the fees', async () => {
    const { network, transfer } = await on('cosmoshub');
    await expectRefusal(
      network,
      { ...transfer, amount: '10000000' },
      {
        ...{ code: 'balance.insufficient', field: 'amount' },
        message:
          'Insufficient balance: the account holds 10 ATOM, but 10 ATOM are to be sent, and up to 0.00375 ATOM in fees: 10.00375 ATOM in all.',
      },
    );
  });
});

describe('senders', () => {
  it('need a key that somebody knows', async () => {
    const { network, sender, transfer } = await on('cosmoshub');
    await expectRefusal(
      network,
      { ...transfer, senderPubKey: undefined },
      {
        ...{ code: 'publicKey.required', field: 'senderPubKey' },
        message: `senderPubKey is required to spend from ${sender.address}: the account has never signed a transaction, so the chain does not know its key.`,
      },
    );
  });

  it('cannot be accounts of modules', async () => {
    const { network, chain, sender, transfer } = await on('cosmoshub');
    chain.modules.set(sender.address, 'distribution');
    await expectRefusal(network, transfer, {
      ...{ code: 'sender.notWallet', field: 'senderAddress' },
      message:
        'The sender cannot sign and pay for transactions: it belongs to a module of the chain, and no key signs for it.',
    });
  });

  it('write memos that the chain has room for', async () => {
    const { network, transfer } = await on('cosmoshub');
    await expectRefusal(
      network,
      { ...transfer, memo: 'é'.repeat(129) },
      {
        ...{ code: 'memo.tooLong', field: 'memo' },
        message: 'The memo has 258 bytes: this transaction has room for 256.',
      },
    );
  });

  it('pay what the chain takes at least', async () => {
    const { network, transfer } = await on('cosmoshub');
    await expectRefusal(
      network,
      { ...transfer, fees: '1', gas: '100000' },
      {
        ...{ code: 'fee.tooLow', field: 'fees' },
        message: 'The wished fee is too low: the network takes at least 0.0005 ATOM.',
      },
    );
  });
});

describe('validators', () => {
  it('that are jailed or not bonded take stakes, with a warning, and give them back', async () => {
    const { network, chain, sender, by, first, second } = await on('cosmoshub');
    const [jailed, unbonded] = chain.validators;
    if (jailed === undefined || unbonded === undefined) throw new Error('There are no validators.');
    jailed.jailed = true;
    unbonded.status = 'BOND_STATUS_UNBONDED';
    for (const validatorAddress of [first, second]) {
      const stake = { mode: 'stake', ...by, targetValidatorAddress: validatorAddress, amount: '1000000' };
      const answer = await network.encode(stake);
      expect(errorsOf(answer)).toEqual({ status: 200, errors: [] });
      expect(answer.body.status?.warnings).toMatchObject([
        {
          ...{ code: 'validator.delinquent', field: 'transaction.data.targetValidatorAddress' },
          message: 'The validator does not take part in consensus at the moment: it earns nothing',
        },
      ]);
      chain.setDelegation(sender.address, validatorAddress, 1_000_000n);
      const unstake = await network.encode({ mode: 'unstake', ...by, validatorAddress, useMaxAmount: true });
      expect(errorsOf(unstake)).toEqual({ status: 200, errors: [] });
      expect(warningsOf(unstake)).toEqual([]);
    }
  });

  it('that lost everything take no stakes', async () => {
    const { network, chain, by, first } = await on('cosmoshub');
    const [slashed] = chain.validators;
    if (slashed !== undefined) slashed.tokens = 0n;
    await expectRefusal(
      network,
      { mode: 'stake', ...by, targetValidatorAddress: first, amount: '1000000' },
      {
        ...{ code: 'validator.inactive', field: 'targetValidatorAddress' },
        message: `Validator ${first} takes no stakes: slashing has taken all that was staked with it.`,
      },
    );
  });

  it('have to be there', async () => {
    const { network, by } = await on('cosmoshub');
    const { address } = testKey({ prefix: 'cosmosvaloper', keys: 'secp256k1' }, 555);
    await expectRefusal(
      network,
      { mode: 'stake', ...by, targetValidatorAddress: address, amount: '1000000' },
      {
        ...{ code: 'validator.notFound', field: 'targetValidatorAddress' },
        message: `There is no validator ${address} on CosmosHub.`,
      },
    );
  });
});

describe('stakes', () => {
  it('have no eighth unstake under way', async () => {
    const { network, chain, sender, by, first } = await on('cosmoshub');
    chain.setDelegation(sender.address, first, 5_000_000n);
    for (let day = 0; day < 7; day += 1) {
      const entry = { delegator: sender.address, validator: first, amount: 1n, endsAt: endsAt + day * 86_400_000 };
      chain.unbondings.push(entry);
    }
    await expectRefusal(
      network,
      { mode: 'unstake', ...by, validatorAddress: first, amount: '1000000' },
      {
        ...{ code: 'position.locked', field: 'validatorAddress' },
        message:
          'The staking position is locked: 7 unstakes from this validator are under way, and the chain allows no more; the first is over at 2100-01-01T00:00:00Z.',
      },
    );
  });

  it('that were moved to a validator are not moved on', async () => {
    const { network, chain, sender, by, first, second, third } = await on('cosmoshub');
    chain.setDelegation(sender.address, second, 5_000_000n);
    chain.redelegations.push({ delegator: sender.address, source: first, target: second, endsAt });
    const data = { mode: 'stake', ...by, sourceValidatorAddress: second, targetValidatorAddress: third };
    const answer = await network.encode({ ...data, amount: '1000000' });
    const [{ message } = { message: '' }] = errorsOf(answer).errors;
    await expectRefusal(
      network,
      { ...data, amount: '1000000' },
      { code: 'position.locked', field: 'sourceValidatorAddress', message },
    );
    expect(message).toContain('2100-01-01T00:00:00Z');
  });

  it('are not larger than they are', async () => {
    const { network, chain, sender, by, first } = await on('cosmoshub');
    chain.setDelegation(sender.address, first, 5_000_000n);
    await expectRefusal(
      network,
      { mode: 'unstake', ...by, validatorAddress: first, amount: '5000001' },
      {
        ...{ code: 'position.insufficient', field: 'amount' },
        message: 'The staking position holds 5 ATOM, but 5.000001 ATOM are asked for.',
      },
    );
  });

  it('reach the minimum of the chain', async () => {
    const { network, chain, by, first } = await on('babylon');
    chain.minStake = 2_000_000n;
    await expectRefusal(
      network,
      { mode: 'stake', ...by, targetValidatorAddress: first, amount: '1999999' },
      { code: 'stake.belowMinimum', field: 'amount', message: 'At least 2 BABY have to be staked.' },
    );
  });

  it('earn something before there is something to claim', async () => {
    const { network, chain, sender, by, first } = await on('cosmoshub');
    const claim = { mode: 'claimRewards', ...by, validatorAddress: first };
    await expectRefusal(network, claim, {
      ...{ code: 'position.notFound', field: 'validatorAddress' },
      message: `There is no such staking position: the account has no stake with ${first}.`,
    });
    chain.setDelegation(sender.address, first, 5_000_000n);
    const answer = await network.encode(claim);
    expect(errorsOf(answer)).toMatchObject({ status: 200, errors: [{ code: 'rewards.none' }] });
  });
});
