import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actor, nobody, recipient, sender, stranger } from '../../../../packages/aptos/test/world/actor.ts';
import { errorsOf, warningsOf } from '../chain-network.ts';
import { expectRefusal, type Refusal } from '../expect-refusal.ts';
import { type Network, openNetwork } from './network.ts';

// Tokens that would not arrive: nothing is encoded, and nothing sent.

const apt = 100_000_000n;
let network: Network;
let count = 0;

beforeAll(async () => {
  network = await openNetwork();
});
afterAll(() => network.close());

const transfer = (tokenId: string, more: Readonly<Record<string, unknown>> = {}) => ({
  ...{ mode: 'transferToken', senderAddress: sender.address, senderPubKey: sender.publicKey },
  ...{ recipientAddress: recipient.address, tokenId, amount: '300', ...more },
});
const refuses = (data: Readonly<Record<string, unknown>>, refusal: Refusal) => expectRefusal(network, data, refusal);

/** A coin with an address of 64 digits, which the sender holds. */
function coin(options: { paired?: boolean; holders?: readonly string[] } = {}): string {
  count += 1;
  const type = `0x${(0xc0ffee00 + count).toString(16).padStart(64, '0')}::coin::Coin`;
  network.engine.createCoin({ type, decimals: 8, holders: [sender.address], amountEach: 1_000n, ...options });
  return type;
}

/** A fungible asset that the sender holds. */
function asset(options: Parameters<Network['engine']['createAsset']>[0] = {}): string {
  count += 1;
  return network.engine.createAsset({
    symbol: `T${count}`,
    holders: [sender.address],
    amountEach: 1_000n,
    ...options,
  });
}

describe('a token that does not exist', () => {
  it('as a coin type', () =>
    refuses(transfer(`0x${'77'.repeat(32)}::nothing::Coin`), {
      code: 'token.unknown',
      field: 'tokenId',
      message: /./,
    }));

  it('as the address of an account', () =>
    refuses(transfer(stranger.address), { code: 'token.unknown', field: 'tokenId', message: /./ }));

  it('as the address of a pool', () =>
    refuses(transfer(network.engine.validators()[0]?.address ?? ''), {
      code: 'token.unknown',
      field: 'tokenId',
      message: /./,
    }));

  it('cannot be enabled', () =>
    refuses(
      {
        ...{ mode: 'enableToken', senderAddress: sender.address, tokenId: `0x${'77'.repeat(32)}::nothing::Coin` },
        params: { publicKey: sender.publicKey },
      },
      { code: 'token.unknown', field: 'tokenId', message: /./ },
    ));
});

it('a picture is no token', () =>
  refuses(transfer(network.engine.tokenIds.nft, { amount: '1' }), {
    code: 'token.notFungible',
    field: 'tokenId',
    message: /./,
  }));

describe('amounts', () => {
  it.each([
    ['an asset', () => asset()],
    ['a coin', () => coin()],
  ])('of %s beyond the balance, and beyond 64 bits', async (_, make) => {
    for (const amount of ['1001', '18446744073709551616', '99999999999999999999999999'])
      await refuses(transfer(make(), { amount }), { code: 'token.insufficient', field: 'amount', message: /./ });
  });

  it('of all that is nothing', () =>
    refuses(transfer(asset({ holders: [] }), { amount: undefined, useMaxAmount: true }), {
      code: 'token.nothingToSend',
      field: 'amount',
      message: /./,
    }));

  it('are compared with the token, and fees with APT (ledger-live#17285)', async () => {
    const by = actor('tokens and little APT');
    await network.engine.fund(by.address, apt / 10n);
    const tokenId = asset({ holders: [by.address], amountEach: 500_000_000_000n });
    const { data } = await network.encoded({
      ...transfer(tokenId, { amount: '100000000000' }),
      ...{ senderAddress: by.address, senderPubKey: by.publicKey },
    });
    expect([data.amount, BigInt(String(data.fees)) > 0n]).toEqual(['100000000000', true]);
  });

  it('without APT for the fees', async () => {
    const by = actor('tokens alone');
    const tokenId = asset({ holders: [by.address], amountEach: 5n });
    await refuses(
      { ...transfer(tokenId, { amount: '5' }), senderAddress: by.address, senderPubKey: by.publicKey },
      { code: 'balance.insufficientForFees', field: 'senderAddress', message: /has 0 APT/ },
    );
  });
});

describe('frozen', () => {
  it('stores of the sender send nothing', () => {
    const tokenId = asset();
    network.engine.freeze(tokenId, sender.address);
    return refuses(transfer(tokenId), { code: 'sender.frozen', field: 'senderAddress', message: /./ });
  });

  it('stores of the recipient get nothing', () => {
    const tokenId = asset({ holders: [sender.address, recipient.address] });
    network.engine.freeze(tokenId, recipient.address);
    return refuses(transfer(tokenId), { code: 'recipient.frozen', field: 'recipientAddress', message: /./ });
  });

  it('stores of coins send nothing, and get nothing', async () => {
    const own = coin();
    network.engine.freeze(own, sender.address);
    await refuses(transfer(own), { code: 'sender.frozen', field: 'senderAddress', message: /./ });
    const other = coin({ holders: [sender.address, recipient.address] });
    network.engine.freeze(other, recipient.address);
    await refuses(transfer(other), { code: 'recipient.frozen', field: 'recipientAddress', message: /./ });
  });
});

describe('recipients', () => {
  it('that refuse coins which they did not ask for', () => {
    const picky = actor('picky');
    network.engine.placeAccount(picky.address);
    network.engine.refuseDirectTransfers(picky.address);
    return refuses(transfer(coin(), { recipientAddress: picky.address }), {
      code: 'token.transferFails',
      field: 'recipientAddress',
      message: /the recipient takes no coins that it did not ask for/,
    });
  });

  it('that are the token itself', () => {
    const tokenId = asset();
    return refuses(transfer(tokenId, { recipientAddress: tokenId }), {
      code: 'recipient.isToken',
      field: 'recipientAddress',
      message: /./,
    });
  });

  it('that are a delegation pool', () =>
    refuses(transfer(asset(), { recipientAddress: network.engine.validators()[0]?.address }), {
      code: 'recipient.isPool',
      field: 'recipientAddress',
      message: /./,
    }));

  it('at 0x0', () =>
    refuses(transfer(asset(), { recipientAddress: '0x0' }), {
      code: 'recipient.zeroAddress',
      field: 'recipientAddress',
      message: /./,
    }));

  it('that nobody has used yet, are warned about', async () => {
    const answer = await network.encode(transfer(asset(), { recipientAddress: nobody.address }));
    expect([errorsOf(answer).errors, warningsOf(answer)]).toEqual([[], ['recipient.uninitialized']]);
  });
});

describe('an asset with code of its issuer', () => {
  it('that refuses transfers', () =>
    refuses(transfer(asset({ refuses: true })), { code: 'token.transferFails', field: 'tokenId', message: /./ }));

  it('that keeps a part: the sender is told how much arrives', async () => {
    const answer = await network.encode(transfer(asset({ keeps: 100n }), { amount: '200' }));
    expect(errorsOf(answer).errors).toEqual([]);
    expect(warningsOf(answer)).toContain('token.transferFee');
  });

  it('that keeps everything', () =>
    refuses(transfer(asset({ keeps: 10_000n })), { code: 'token.notWhole', field: 'tokenId', message: /./ }));
});

describe('enabling', () => {
  const enable = (tokenId: string, by = sender) => ({
    ...{ mode: 'enableToken', senderAddress: by.address, tokenId, params: { publicKey: by.publicKey } },
  });

  it('a fungible asset, whose store appears by itself', () =>
    refuses(enable(asset()), { code: 'token.invalid', field: 'tokenId', message: /needs no enabling/ }));

  it('a coin that the account takes already: it would only cost the fee', async () => {
    const answer = await network.encode(enable(coin()));
    const { errors } = errorsOf(answer);
    expect([...errors.map(({ code }) => code), ...warningsOf(answer)]).toContain('token.alreadyEnabled');
  });

  it('without a key that is known', async () => {
    const by = actor('enables');
    await network.engine.fund(by.address, apt);
    await refuses(
      { mode: 'enableToken', senderAddress: by.address, tokenId: coin() },
      { code: 'publicKey.required', field: 'senderPubKey', message: /./ },
    );
  });
});
