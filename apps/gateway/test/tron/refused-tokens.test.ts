import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actor, nobody, recipient, sender, stranger } from '../../../../packages/tron/test/world/actor.ts';
import { errorsOf, lies, warningsOf } from '../chain-network.ts';
import { expectRefusal, type Refusal } from '../expect-refusal.ts';
import { type Network, openNetwork } from './network.ts';

// Transfers of tokens that the chain would refuse, that would fail and cost energy, or that would lose tokens.

type Fields = Readonly<Record<string, unknown>>;

let network: Network;
let usdt: string;
let asset: string;
/** Sends tokens, so that the sender of all others keeps what it has. */
const payer = actor('pays tokens');

/** 1,000 tokens with 6 decimals. */
const held = 1_000_000_000n;

beforeAll(async () => {
  network = await openNetwork();
  usdt = await deploy('usdt');
  asset = await network.engine.createTrc10({ holders: [sender.address], amountEach: held, precision: 6 });
  await network.engine.fund(payer.address, 100_000_000n);
  for (const token of [usdt, asset]) await network.engine.fund(payer.address, held, token);
  await network.engine.fund(stranger.address, held, usdt);
  await network.engine.blacklist(usdt, stranger.address);
});
afterAll(() => network.close());

function deploy(kind: 'standard' | 'usdt' | 'burning' | 'reverting' | 'asserting') {
  return network.engine.deployTrc20({ kind, decimals: 6, holders: [sender.address], amountEach: held });
}

const send = (tokenId: string, change: Fields = {}): Fields => ({
  ...{ mode: 'transferToken', senderAddress: sender.address, recipientAddress: recipient.address },
  ...{ tokenId, amount: '1000000', ...change },
});

const refuses = (data: Fields, expected: Refusal, by = network) => expectRefusal(by, data, expected);

const everything = { amount: undefined, useMaxAmount: true };

describe('TRC-20', () => {
  it('is sent, if nothing is wrong', async () => {
    const encoded = await network.encoded(send(usdt, { senderAddress: payer.address }));
    expect((await network.broadcast(encoded, network.sign(encoded, payer))).status).toBe(200);
    expect(await network.engine.balance(recipient.address, usdt)).toBe(1_000_000n);
  });

  it('from an account that was never activated', () =>
    refuses(send(usdt, { senderAddress: nobody.address }), {
      ...{ code: 'sender.notFound', field: 'senderAddress', message: 'Sender account does not exist' },
    }));

  it('from an account that is on the blacklist', async () => {
    await refuses(send(usdt, { senderAddress: stranger.address }), {
      ...{ code: 'sender.frozen', field: 'senderAddress' },
      message: 'The token account of the sender is frozen by the issuer of the token.',
    });
  });

  it('to an account that is on the blacklist: the contract would move it, and nobody could move it on', () =>
    refuses(send(usdt, { recipientAddress: stranger.address }), {
      ...{ code: 'recipient.frozen', field: 'recipientAddress' },
      message: 'The token account of the recipient is frozen by the issuer of the token.',
    }));

  it('to its own contract', () =>
    refuses(send(usdt, { recipientAddress: usdt }), {
      ...{ code: 'recipient.isToken', field: 'recipientAddress' },
      message: 'The recipient is the token contract itself: tokens sent there are lost.',
    }));

  it('more than there is', () =>
    refuses(send(usdt, { amount: '2000000000' }), {
      ...{ code: 'token.insufficient', field: 'amount' },
      message: 'Insufficient token balance: the account holds 1000 USDT, but 2000 USDT are to be sent.',
    }));

  it('more than a contract can count', () =>
    refuses(send(usdt, { amount: String(2n ** 255n) }), {
      ...{
        code: 'token.insufficient',
        field: 'amount',
        message: /^Insufficient token balance: the account holds 1000 USDT/,
      },
    }));

  it('everything of nothing', () =>
    refuses(
      send(usdt, { senderAddress: recipient.address, tokenId: 'TWer2Ygk5TEheHp3TPuYeqxmB6SsGZmaL6', ...everything }),
      {
        ...{
          code: 'token.unknown',
          field: 'tokenId',
          message: /^There is no token TWer2Ygk5TEheHp3TPuYeqxmB6SsGZmaL6 on Tron: /,
        },
      },
    ));

  it('everything of a token that the account does not hold', async () => {
    const { address } = actor('holds no tokens');
    await network.engine.fund(address, 100_000_000n);
    await refuses(send(usdt, { senderAddress: address, ...everything }), {
      ...{ code: 'token.nothingToSend', field: 'amount' },
      message: 'Insufficient token balance: the account holds no USDT.',
    });
  });

  it('that burn a part of what is sent', async () => {
    const burning = await deploy('burning');
    await refuses(send(burning), {
      ...{ code: 'token.notWhole', field: 'tokenId', message: /1 TEST.*0\.99 TEST/ },
    });
  });

  it('that the issuer keeps a part of', async () => {
    const taxed = await deploy('usdt');
    await network.engine.setTokenFee(taxed, 10n, 50_000_000n);
    await refuses(send(taxed), {
      ...{ code: 'token.notWhole', field: 'tokenId', message: /1 USDT.*0\.999 USDT/ },
    });
  });

  it('that reverts: the words of the contract are told', async () => {
    await refuses(send(await deploy('reverting')), {
      ...{ code: 'token.transferFails', field: 'tokenId', message: /^Token transfer would fail: .+\.$/ },
    });
  });

  it('whose contract breaks off, which would cost all of the fee limit', async () => {
    const asserting = await deploy('asserting');
    await refuses(send(asserting, { amount: String(2n * held) }), {
      ...{ code: 'token.insufficient', field: 'amount', message: /^Insufficient token balance/ },
    });
  });

  it('whose energy the account cannot pay', async () => {
    const { address } = actor('no energy');
    await network.engine.fund(address, 1_000_000n);
    await network.engine.fund(address, held, usdt);
    await refuses(send(usdt, { senderAddress: address }), {
      ...{ code: 'balance.insufficientForFees', field: 'senderAddress' },
      message: /^Insufficient TRX to pay network fees: needs up to \d+\.\d+ TRX, has 1 TRX\.$/,
    });
  });

  describe('with a wish for a limit of fees', () => {
    it('that is below what the call needs', () =>
      refuses(send(usdt, { params: { feeLimit: '1000' } }), {
        ...{ code: 'fee.tooLow', field: 'params.feeLimit' },
        message: /^The wished fee is too low: the network takes at least \d+\.\d+ TRX\.$/,
      }));

    it("that is above the chain's own", () =>
      refuses(send(usdt, { params: { feeLimit: '15000000001' } }), {
        ...{ code: 'fee.tooHigh', field: 'params.feeLimit' },
        message: 'The wished fee is too high: the service offers at most 15000 TRX for this transaction.',
      }));
  });

  it('that costs more energy than the chain allows', async () => {
    await network.engine.setParameter('getMaxFeeLimit', 1_000_000n);
    const low = await openNetwork({}, network.engine);
    await refuses(
      send(usdt),
      {
        ...{ code: 'token.transferFails', field: 'tokenId' },
        message: /^Token transfer would fail: its energy costs \d+ sun, and the chain allows 1000000 sun at most\.$/,
      },
      low,
    );
    await low.close();
    await network.engine.setParameter('getMaxFeeLimit', 15_000_000_000n);
  });

  it('to oneself is warned of', async () => {
    const answer = await network.encode(send(usdt, { recipientAddress: sender.address }));
    expect(errorsOf(answer)).toEqual({ status: 200, errors: [] });
    expect(warningsOf(answer)).toContain('recipient.isSender');
  });

  describe('whose simulation', () => {
    type Told = {
      result: object;
      constant_result: string[];
      energy_used: number;
      logs?: object[];
      transaction?: object;
    };
    const isTransfer = (body: string | undefined) => /"data":"a9059cbb/.test(body ?? '');

    /** A network whose only node changes the simulation of the transfer. */
    async function simulating(change: (told: Told) => unknown, run: (by: Network) => Promise<unknown>) {
      const behaves = lies(/triggerconstantcontract$/, (told: Told, { body }) =>
        isTransfer(body) ? change(told) : told,
      );
      const by = await openNetwork({ nodes: { node: { behaves } } }, network.engine);
      await run(by);
      expect(by.broadcasts()).toBe(0);
      await by.close();
    }

    const isDown = async (by: Network) => {
      const answer = await by.encode(send(usdt));
      expect(errorsOf(answer)).toMatchObject({ status: 502, errors: [{ code: 'upstream.unavailable' }] });
      expect(answer.body.transaction).toBeUndefined();
    };
    const fails = (message: string | RegExp) => (by: Network) =>
      refuses(send(usdt), { code: 'token.transferFails', field: 'tokenId', message }, by);

    it('is empty', () => simulating(() => ({}), isDown));
    it('uses no energy', () => simulating((told) => ({ ...told, energy_used: 0 }), isDown));
    it('uses less energy than any transfer', () => simulating((told) => ({ ...told, energy_used: 700 }), isDown));
    it('has no logs', () =>
      simulating(
        (told) => ({ ...told, logs: [] }),
        fails('Token transfer would fail: the contract does not say that it moves anything.'),
      ));
    it('reverts without an error code', () =>
      simulating(
        (told) => ({ ...told, constant_result: [''], logs: [], transaction: { ret: [{ ret: 'FAILED' }] } }),
        fails(/^Token transfer would fail: /),
      ));
    it('has a message', () =>
      simulating(
        (told) => ({
          ...told,
          result: { result: true, message: Buffer.from('REVERT opcode executed').toString('hex') },
        }),
        fails(/^Token transfer would fail: /),
      ));
    it('answers another call', () =>
      simulating((told) => {
        const value = { data: '00', owner_address: '00', contract_address: '00' };
        return { ...told, transaction: { raw_data: { contract: [{ parameter: { value } }] }, ret: [{}] } };
      }, isDown));
    it('fails by time', () =>
      simulating(
        () => ({
          result: {
            code: 'OTHER_ERROR',
            message: Buffer.from('class OutOfTimeException : CPU timeout').toString('hex'),
          },
        }),
        isDown,
      ));
  });
});

describe('TRC-10', () => {
  it('is sent, if nothing is wrong', async () => {
    const encoded = await network.encoded(send(asset, { senderAddress: payer.address }));
    expect((await network.broadcast(encoded, network.sign(encoded, payer))).status).toBe(200);
    expect(await network.engine.balance(recipient.address, asset)).toBe(1_000_000n);
  });

  it('from an account that was never activated', () =>
    refuses(send(asset, { senderAddress: nobody.address }), {
      ...{ code: 'sender.notFound', field: 'senderAddress', message: 'Sender account does not exist' },
    }));

  it('that does not exist', () =>
    refuses(send('1999999'), {
      ...{ code: 'token.unknown', field: 'tokenId' },
      message: 'There is no token 1999999 on Tron: the chain has no TRC-10 token with this number.',
    }));

  it('to oneself', () =>
    refuses(send(asset, { recipientAddress: sender.address }), {
      ...{ code: 'transaction.fails', field: 'recipientAddress' },
      message: 'The transaction would fail: the chain takes no transfers of TRC-10 tokens to oneself.',
    }));

  it('to a contract, where the chain refuses that', async () => {
    await network.engine.setParameter('getForbidTransferToContract', 1n);
    const afterwards = await openNetwork({}, network.engine);
    await refuses(
      send(asset, { recipientAddress: usdt }),
      {
        ...{ code: 'transaction.fails', field: 'recipientAddress' },
        message:
          'The transaction would fail: the recipient is a contract, and the chain takes no transfers of TRC-10 tokens to contracts.',
      },
      afterwards,
    );
    await afterwards.close();
    await network.engine.setParameter('getForbidTransferToContract', 0n);
  });

  it('more than there is', () =>
    refuses(send(asset, { amount: '2000000000' }), {
      ...{ code: 'token.insufficient', field: 'amount' },
      message: /^Insufficient token balance: the account holds 1000 TA, but 2000 TA are to be sent\.$/,
    }));

  it('more than 64 bits', () =>
    refuses(send(asset, { amount: String(2n ** 63n) }), {
      ...{
        code: 'token.insufficient',
        field: 'amount',
        message: /^Insufficient token balance: the account holds 1000 TA/,
      },
    }));

  it('everything of nothing', () =>
    refuses(send(asset, { senderAddress: stranger.address, ...everything }), {
      ...{ code: 'token.nothingToSend', field: 'amount' },
      message: 'Insufficient token balance: the account holds no TA.',
    }));

  it('to a recipient that the sender cannot pay the activation of', async () => {
    const { address } = actor('too poor to activate');
    await network.engine.fund(address, 1_000_000n);
    await network.engine.fund(address, held, asset);
    await refuses(send(asset, { senderAddress: address, recipientAddress: nobody.address }), {
      ...{ code: 'balance.insufficientForFees', field: 'senderAddress' },
      message: 'Insufficient TRX to pay network fees: needs up to 1.1 TRX, has 1 TRX.',
    });
  });

  it('with a limit for energy', () =>
    refuses(send(asset, { params: { feeLimit: '1000000' } }), {
      ...{ code: 'wish.invalid', field: 'params.feeLimit' },
      message:
        'transaction.data.params.feeLimit cannot be wished for like this: transfers of TRC-10 tokens use no energy.',
    }));
});
