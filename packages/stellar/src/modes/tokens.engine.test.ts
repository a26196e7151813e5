import { turns } from '@isochain/dial';
import { StrKey } from '@stellar/stellar-base';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTokenRig, type TokenRig } from '../../test/token-rig.ts';
import { checkTokenId, type TokenId } from '../address/token-id.ts';
import type { Operation } from '../bytes/transaction.ts';

// On the stand-in, which decodes transactions with @stellar/stellar-base and follows the public sources of stellar-core. Each case is decided twice: by
// encode, and by the chain, which gets the same operation without a look at the accounts.

let rig: TokenRig;
beforeAll(async () => {
  rig = await startTokenRig();
});
afterAll(() => rig?.engine.stop());

const most = 2n ** 63n - 1n;

interface LineSettings {
  readonly balance?: bigint;
  readonly limit?: bigint;
  readonly buying?: bigint;
  readonly selling?: bigint;
  readonly authorized?: boolean | 'maintain';
  readonly clawback?: boolean;
  readonly poolUseCount?: number;
}

/** Sender, recipient, somebody who does not exist, and the issuer. */
function parties() {
  const [, , sender, recipient, nobody] = rig.engine.accounts;
  if (sender === undefined || recipient === undefined || nobody === undefined) throw new Error('Accounts are missing.');
  return { sender, recipient, nobody, issuer: rig.engine.issuers.demo };
}

type Party = keyof ReturnType<typeof parties>;

function token(): TokenId {
  const checked = checkTokenId(rig.engine.tokenIds.demo);
  if (!checked.ok) throw new Error(checked.reason);
  return checked.value;
}

function place(party: Party, line: LineSettings | undefined) {
  if (line === undefined) return;
  const { buying = 0n, selling = 0n, ...settings } = line;
  const liabilities = { buying, selling };
  rig.engine.placeTrustline(parties()[party].address, token().text, { ...settings, liabilities });
}

interface TransferCase {
  readonly from?: Party;
  readonly to?: Party;
  readonly senderLine?: LineSettings | undefined;
  readonly recipientLine?: LineSettings | undefined;
  readonly amount?: bigint | 'max';
}

const payment = (to: string, amount: bigint): Operation => ({
  type: 'payment',
  destination: to,
  asset: token(),
  amount,
});

/** Encodes and sends a transfer, and forces the same payment. Both begin with the same chain. */
async function transfer(
  { from = 'sender', to = 'recipient', amount = 40n, ...lines }: TransferCase,
  more: object = {},
) {
  const { [from]: by, [to]: target } = parties();
  const scene = <T>(run: () => Promise<T>) =>
    rig.engine.rehearse(() => {
      place('sender', lines.senderLine);
      place('recipient', lines.recipientLine);
      return run();
    });
  const intent = {
    mode: 'transferToken',
    tokenId: token().text,
    recipientAddress: target.address,
    ...(amount === 'max' ? { useMaxAmount: true } : { amount: amount.toString() }),
    ...more,
  };
  const balances = async () =>
    Promise.all([by, target].map(({ address }) => rig.engine.balance(address, token().text)));
  const sent = await scene(async () => {
    const before = await balances();
    const outcome = await rig.send(by, intent);
    const after = await balances();
    return { ...outcome, moved: after.map((each, i) => each - (before[i] ?? 0n)) };
  });
  const forced = amount === 'max' ? undefined : await scene(() => rig.force(by, payment(target.address, amount)));
  return { ...sent, forced };
}

const amounts = fc.oneof(
  fc.bigInt({ min: 1n, max: 40n }),
  fc.bigInt({ min: most - 40n, max: most }),
  fc.bigInt({ min: 1n, max: most }),
);
const lines = fc.option(
  fc
    .record({
      limit: amounts,
      balance: fc.oneof(fc.constant(0n), amounts),
      buying: fc.oneof(fc.constant(0n), amounts),
      selling: fc.oneof(fc.constant(0n), amounts),
      authorized: fc.oneof({ weight: 8, arbitrary: fc.constant(true) }, fc.constantFrom(false, 'maintain' as const)),
      clawback: fc.boolean(),
    })
    // A trustline holds at most its limit, with what its offers buy, and its offers sell at most what it holds.
    .map(({ limit, balance, buying, selling, ...flags }) => {
      const held = balance < limit ? balance : limit;
      return {
        ...flags,
        limit,
        balance: held,
        buying: buying < limit - held ? buying : limit - held,
        selling: selling < held ? selling : held,
      };
    }),
  { nil: undefined, freq: 8 },
);
describe('a transfer', () => {
  it('moves exactly the amount, in one round', async () => {
    expect(await transfer({ senderLine: { balance: 100n }, recipientLine: {} })).toMatchObject({
      errors: [],
      warnings: [],
      result: 'done',
      forced: 'done',
      moved: [-40n, 40n],
      roundTrips: 1,
    });
  });

  it('of everything leaves what offers sell', async () => {
    const senderLine = { balance: most, selling: 7n };
    const { result, data, moved } = await transfer({ senderLine, recipientLine: {}, amount: 'max' });
    expect({ result, moved, amount: data.amount }).toEqual({
      result: 'done',
      moved: [-(most - 7n), most - 7n],
      amount: (most - 7n).toString(),
    });
  });

  it('to a number within an account shows the number to its recipient', async () => {
    await rig.engine.rehearse(async () => {
      const { sender, recipient } = parties();
      place('sender', { balance: 100n });
      place('recipient', {});
      const payload = Buffer.concat([StrKey.decodeEd25519PublicKey(recipient.address), Buffer.alloc(8, 1)]);
      const muxed = StrKey.encodeMed25519PublicKey(payload);
      const intent = { mode: 'transferToken', tokenId: token().text, recipientAddress: muxed, amount: '40' };
      expect(await rig.send(sender, intent)).toMatchObject({ errors: [], result: 'done' });
      expect(await rig.engine.balance(recipient.address, token().text)).toBe(40n);
      const response = await fetch(`${rig.engine.url}/accounts/${recipient.address}/payments?order=desc&limit=1`);
      const body = (await response.json()) as { readonly _embedded: { readonly records: readonly unknown[] } };
      expect(body._embedded.records).toMatchObject([
        { to: recipient.address, to_muxed: muxed, to_muxed_id: '72340172838076673', amount: '0.0000040' },
      ]);
    });
  });

  it('costs XLM for the fee alone', async () => {
    await rig.engine.rehearse(async () => {
      const { sender, recipient } = parties();
      place('sender', { balance: 100n });
      place('recipient', {});
      const before = await rig.engine.balance(sender.address);
      await rig.send(sender, {
        mode: 'transferToken',
        tokenId: token().text,
        recipientAddress: recipient.address,
        amount: '1',
      });
      expect(before - (await rig.engine.balance(sender.address))).toBe(100n);
    });
  });

  const line = (settings: LineSettings) => settings;
  const refusals: readonly (readonly [string, TransferCase, string, string])[] = [
    ['without a trustline of the sender', { recipientLine: {} }, 'token.insufficient', 'op_src_no_trust'],
    [
      'of more than the sender has',
      { senderLine: line({ balance: 39n }), recipientLine: {} },
      'token.insufficient',
      'op_underfunded',
    ],
    [
      'of what offers sell',
      { senderLine: line({ balance: 100n, selling: 61n }), recipientLine: {} },
      'token.insufficient',
      'op_underfunded',
    ],
    [
      'by a frozen sender',
      { senderLine: line({ balance: 100n, authorized: false }), recipientLine: {} },
      'sender.notApproved',
      'op_src_not_authorized',
    ],
    [
      'by a sender that may keep its offers only',
      { senderLine: line({ balance: 100n, authorized: 'maintain' }), recipientLine: {} },
      'sender.notApproved',
      'op_src_not_authorized',
    ],
    ['to nobody', { senderLine: line({ balance: 100n }), to: 'nobody' }, 'recipient.notFound', 'op_no_destination'],
    [
      'without a trustline of the recipient',
      { senderLine: line({ balance: 100n }) },
      'recipient.notEnabled',
      'op_no_trust',
    ],
    [
      'to a frozen recipient',
      { senderLine: line({ balance: 100n }), recipientLine: line({ authorized: false }) },
      'recipient.notApproved',
      'op_not_authorized',
    ],
    [
      'to a recipient that may keep its offers only',
      { senderLine: line({ balance: 100n }), recipientLine: line({ authorized: 'maintain' }) },
      'recipient.notApproved',
      'op_not_authorized',
    ],
    [
      'above the limit of the recipient',
      { senderLine: line({ balance: 100n }), recipientLine: line({ limit: 50n, balance: 11n }) },
      'recipient.tokenFull',
      'op_line_full',
    ],
    [
      'into the room that offers take up',
      { senderLine: line({ balance: 100n }), recipientLine: line({ limit: 50n, buying: 11n }) },
      'recipient.tokenFull',
      'op_line_full',
    ],
    [
      'to oneself without room',
      { senderLine: line({ balance: 100n, limit: 139n }), to: 'sender' },
      'recipient.tokenFull',
      'op_line_full',
    ],
    [
      'of new tokens above the limit',
      { from: 'issuer', recipientLine: line({ limit: 39n }) },
      'recipient.tokenFull',
      'op_line_full',
    ],
  ];

  it.each(refusals)('%s is refused, by the chain too', async (_, setting, code, chainCode) => {
    const { errors, result, forced } = await transfer(setting);
    expect(errors).toEqual([code]);
    expect(result).toBeUndefined();
    expect(forced).toBe(`tx_failed ${chainCode}`);
  });

  it.each([
    ['just what is left of it', { senderLine: { balance: 100n, selling: 60n }, recipientLine: {} }, [-40n, 40n]],
    [
      'just what has room',
      { senderLine: { balance: 100n }, recipientLine: { limit: 50n, balance: 5n, buying: 5n } },
      [-40n, 40n],
    ],
    ['tokens to oneself', { senderLine: { balance: 100n, limit: 140n }, to: 'sender' }, [0n, 0n]],
    ['tokens back to the issuer', { senderLine: { balance: 100n }, to: 'issuer' }, [-40n, 0n]],
    ['new tokens', { from: 'issuer', recipientLine: {} }, [0n, 40n]],
    ['tokens of the issuer to itself', { from: 'issuer', to: 'issuer' }, [0n, 0n]],
  ] as const)('moves %s', async (_, setting, moved) => {
    expect(await transfer(setting)).toMatchObject({ errors: [], result: 'done', forced: 'done', moved });
  });

  it('does not need the account of the issuer, neither between others nor back to it', async () => {
    const { sender, recipient, issuer } = parties();
    for (const target of [recipient, issuer]) {
      await rig.engine.rehearse(async () => {
        place('sender', { balance: 100n });
        place('recipient', {});
        expect(await rig.force(issuer, { type: 'accountMerge', destination: recipient.address })).toBe('done');
        expect(rig.engine.accountState(issuer.address)).toBeUndefined();
        const intent = {
          mode: 'transferToken',
          tokenId: token().text,
          recipientAddress: target.address,
          amount: '40',
        };
        expect(await rig.send(sender, intent)).toMatchObject({ errors: [], result: 'done' });
        expect(await rig.engine.balance(sender.address, token().text)).toBe(60n);
      });
    }
  });

  const anyCase = fc.record({
    from: fc.constantFrom<Party>('sender', 'sender', 'sender', 'issuer'),
    to: fc.constantFrom<Party>('recipient', 'recipient', 'recipient', 'sender', 'issuer', 'nobody'),
    senderLine: lines,
    recipientLine: lines,
    amount: amounts,
    /** Amounts near a limit of the case. */
    near: fc.constantFrom('none', 'held', 'room'),
    off: fc.bigInt({ min: -1n, max: 1n }),
  });

  it('is allowed exactly if the chain carries it out, for any two trustlines', async () => {
    let done = 0;
    const property = fc.asyncProperty(anyCase, async ({ near, off, ...setting }) => {
      const { senderLine, recipientLine } = setting;
      const held = senderLine && senderLine.balance - senderLine.selling;
      const room = recipientLine && recipientLine.limit - recipientLine.balance - recipientLine.buying;
      const wanted = (near === 'held' ? held : near === 'room' ? room : undefined) ?? setting.amount;
      const amount = wanted + off < 1n ? 1n : wanted + off > most ? most : wanted + off;
      const { errors, result, forced } = await transfer({ ...setting, amount });
      // The chain carries out payments to oneself above the balance. They are a mistake.
      const isAboveOwn = setting.from === 'sender' && setting.to === 'sender' && amount > (held ?? 0n);
      if (errors.length === 0) {
        expect([result, forced]).toEqual(['done', 'done']);
        done += 1;
      } else if (!isAboveOwn) {
        // The chain names the first thing that is wrong. It looks at the recipient's room first; we do not, because what the sender lacks needs no room.
        const [first = ''] = errors;
        const isFullToo = first !== 'recipient.tokenFull' && forced === 'tx_failed op_line_full';
        if (isFullToo) expect(amount).toBeGreaterThan(room ?? most);
        const why = isFullToo
          ? 'op_line_full'
          : first === 'token.insufficient' && senderLine === undefined
            ? 'op_src_no_trust'
            : reasons[first];
        expect(forced).toBe(`tx_failed ${why}`);
      }
    });
    await fc.assert(property, { numRuns: turns(120, 60) });
    // Not all of them are refused: one in eight is carried out.
    expect(done).toBeGreaterThan(turns(5, 0));
  });
});

/** What the chain says where encode says this. */
const reasons: Readonly<Record<string, string>> = {
  'recipient.notFound': 'op_no_destination',
  'recipient.notEnabled': 'op_no_trust',
  'recipient.notApproved': 'op_not_authorized',
  'recipient.tokenFull': 'op_line_full',
  'sender.notApproved': 'op_src_not_authorized',
  'token.insufficient': 'op_underfunded',
};

describe('a claimable balance', () => {
  const more = { params: { claimable: true, reclaimAfterSeconds: '3600' } };
  const claimed = (messages: readonly string[]) => /claimable balance ([0-9a-f]{72})/.exec(messages.join())?.[1] ?? '';

  it.each([
    ['no account', { to: 'nobody' }],
    ['no trustline', {}],
    ['a frozen trustline', { recipientLine: { authorized: false } }],
    ['no room', { recipientLine: { limit: 39n } }],
  ] as const)('waits for a recipient with %s', async (_, setting) => {
    const { errors, result, moved } = await transfer({ senderLine: { balance: 100n }, ...setting }, more);
    expect({ errors, result, moved }).toEqual({ errors: [], result: 'done', moved: [-40n, 0n] });
  });

  it('is carried out wherever encode allows it, for any two trustlines', async () => {
    let done = 0;
    const anyTransfer = fc.record({
      from: fc.constantFrom<Party>('sender', 'issuer'),
      to: fc.constantFrom<Party>('recipient', 'nobody', 'sender', 'issuer'),
      senderLine: lines,
      recipientLine: lines,
      amount: fc.oneof(amounts, fc.constant('max' as const)),
    });
    const property = fc.asyncProperty(anyTransfer, async (setting) => {
      const { errors, result } = await transfer(setting, more);
      expect(result).toBe(errors.length === 0 ? 'done' : undefined);
      if (result === 'done') done += 1;
    });
    await fc.assert(property, { numRuns: turns(60) });
    expect(done).toBeGreaterThan(turns(5, 0));
  });

  it('has the id that was told, locks two base reserves, and comes back after its time', async () => {
    await rig.engine.rehearse(async () => {
      const { sender, nobody } = parties();
      place('sender', { balance: 100n });
      const before = rig.engine.accountState(sender.address);
      const { messages, result } = await rig.send(sender, {
        mode: 'transferToken',
        tokenId: token().text,
        recipientAddress: nobody.address,
        amount: '40',
        ...more,
      });
      expect(result).toBe('done');
      const id = claimed(messages);
      const response = await fetch(`${rig.engine.url}/claimable_balances/${id}`);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({
        id,
        asset: token().text,
        amount: '0.0000040',
        sponsor: sender.address,
        claimants: [{ destination: nobody.address }, { destination: sender.address }],
      });
      const after = rig.engine.accountState(sender.address);
      expect((after?.minBalance ?? 0n) - (before?.minBalance ?? 0n)).toBe(2n * 5_000_000n);
      expect(await rig.claim(sender, id)).toBe('tx_failed op_cannot_claim');
      await rig.engine.advance(3_600);
      expect(await rig.claim(sender, id)).toBe('done');
      expect(await rig.engine.balance(sender.address, token().text)).toBe(100n);
      expect(rig.engine.accountState(sender.address)?.minBalance).toBe(before?.minBalance);
    });
  });

  it('is claimed by its recipient once it has enabled the token', async () => {
    await rig.engine.rehearse(async () => {
      const { sender, recipient } = parties();
      place('sender', { balance: 100n });
      const { messages } = await rig.send(sender, {
        mode: 'transferToken',
        tokenId: token().text,
        recipientAddress: recipient.address,
        amount: '40',
        ...more,
      });
      const id = claimed(messages);
      expect(await rig.claim(recipient, id)).toBe('tx_failed op_no_trust');
      expect(await rig.send(recipient, { mode: 'enableToken', tokenId: token().text })).toMatchObject({
        result: 'done',
      });
      expect(await rig.claim(recipient, id)).toBe('done');
      expect(await rig.engine.balance(recipient.address, token().text)).toBe(40n);
    });
  });

  it('needs two base reserves, as the chain says', async () => {
    const { sender, nobody } = parties();
    // Two base reserves for the account, one for its trustline and two for the claimants. The bid is 100 stroops.
    const least = 5n * 5_000_000n + 100n;
    const intent = {
      mode: 'transferToken',
      tokenId: token().text,
      recipientAddress: nobody.address,
      amount: '40',
      ...more,
    };
    const withBalance = <T>(balance: bigint, run: () => Promise<T>) =>
      rig.engine.rehearse(() => {
        rig.engine.placeAccount(sender.address, { balance });
        place('sender', { balance: 100n });
        return run();
      });
    expect(await withBalance(least, () => rig.send(sender, intent))).toMatchObject({ errors: [], result: 'done' });
    const poor = await withBalance(least - 1n, () => rig.send(sender, intent));
    expect(poor.errors).toEqual(['balance.insufficientForDeposit']);
    const reclaim = { by: sender.address, afterSeconds: 3_600n };
    const forced: Operation = {
      type: 'createClaimableBalance',
      asset: token(),
      amount: 40n,
      claimant: nobody.address,
      reclaim,
    };
    expect(await withBalance(least - 1n, () => rig.force(sender, forced))).toBe('tx_failed op_low_reserve');
    expect(await withBalance(least, () => rig.force(sender, { ...forced, claimant: sender.address }))).toBe(
      'tx_failed op_malformed',
    );
  });
});

describe('a trustline', () => {
  const intent = (params: object = {}) => ({ mode: 'enableToken', tokenId: token().text, params });
  const changeTrust = (limit: bigint): Operation => ({ type: 'changeTrust', asset: token(), limit });

  /** Encodes and sends, and forces the same operation. */
  async function change(line: LineSettings | undefined, limit: bigint | undefined, setup: () => void = () => {}) {
    const scene = <T>(run: () => Promise<T>) =>
      rig.engine.rehearse(() => {
        place('sender', line);
        setup();
        return run();
      });
    const { sender } = parties();
    const wishes = limit === 0n ? { remove: true } : limit === undefined ? {} : { limit: limit.toString() };
    const sent = await scene(async () => {
      const before = rig.engine.accountState(sender.address);
      const outcome = await rig.send(sender, intent(wishes));
      const after = rig.engine.accountState(sender.address);
      const locked = (after?.minBalance ?? 0n) - (before?.minBalance ?? 0n);
      const facts = (await rig.chain.accountState(sender.address)).balances;
      return { ...outcome, locked, tokens: facts.tokens?.map(({ token: { id }, amount }) => [id, amount]) };
    });
    const forced = await scene(() => rig.force(sender, changeTrust(limit ?? most)));
    return { ...sent, forced };
  }

  it('is made, and locks one base reserve', async () => {
    expect(await change(undefined, undefined)).toMatchObject({
      errors: [],
      warnings: [],
      result: 'done',
      forced: 'done',
      locked: 5_000_000n,
      tokens: [[token().text, '0']],
      roundTrips: 1,
    });
  });

  it('is changed, and locks nothing', async () => {
    const changed = await change({ balance: 10n, buying: 5n, limit: 100n }, 15n);
    expect(changed).toMatchObject({ errors: [], result: 'done', locked: 0n, tokens: [[token().text, '10']] });
  });

  it('is removed, and frees its reserve', async () => {
    expect(await change({}, 0n)).toMatchObject({
      errors: [],
      result: 'done',
      locked: -5_000_000n,
      tokens: [],
      roundTrips: 1,
    });
  });

  it.each([
    ['below what it holds', { balance: 16n }, 15n, 'wish.invalid', 'op_invalid_limit'],
    ['below what it holds and buys', { balance: 10n, buying: 6n }, 15n, 'wish.invalid', 'op_invalid_limit'],
    ['while it holds something', { balance: 1n }, 0n, 'token.unremovable', 'op_invalid_limit'],
    ['while offers buy', { buying: 1n }, 0n, 'token.unremovable', 'op_invalid_limit'],
    ['before it is there', undefined, 0n, 'token.unremovable', 'op_invalid_limit'],
  ] as const)('is neither changed nor removed %s', async (_, line, limit, code, chainCode) => {
    const { errors, result, forced } = await change(line, limit);
    expect({ errors, result, forced }).toEqual({ errors: [code], result: undefined, forced: `tx_failed ${chainCode}` });
  });

  it('is not removed while shares of a pool use it', async () => {
    const { sender } = parties();
    const withShares = <T>(run: () => Promise<T>) =>
      rig.engine.rehearse(() => {
        place('sender', { poolUseCount: 1 });
        return run();
      });
    // The stand-in has no pools. Horizon lists those of an account.
    const reserves = [{ asset: token().text, amount: '1.0000000' }];
    rig.engine.intercept(({ path, query }) =>
      path === '/liquidity_pools' && query.get('account') === sender.address
        ? { status: 200, body: { _embedded: { records: [{ id: 'ab'.repeat(32), reserves }] } } }
        : undefined,
    );
    const { errors } = await withShares(() => rig.send(sender, intent({ remove: true })));
    rig.engine.intercept(undefined);
    expect(errors).toEqual(['token.unremovable']);
    expect(await withShares(() => rig.force(sender, changeTrust(0n)))).toBe('tx_failed op_cannot_delete');
  });

  it('is not made beside 1000 entries', async () => {
    const entries = (subentries: number) => () =>
      rig.engine.placeAccount(parties().sender.address, { subentries, balance: 10n ** 12n });
    expect(await change(undefined, undefined, entries(999))).toMatchObject({ errors: [], result: 'done' });
    expect(await change(undefined, undefined, entries(1_000))).toMatchObject({
      errors: ['account.full'],
      forced: 'tx_failed op_too_many_subentries',
    });
    expect(await change({}, 15n, entries(999))).toMatchObject({ errors: [], result: 'done' });
  });

  it('is not made without its reserve', async () => {
    const least = 3n * 5_000_000n + 100n;
    const holds = (balance: bigint) => () => rig.engine.placeAccount(parties().sender.address, { balance });
    expect(await change(undefined, undefined, holds(least))).toMatchObject({ errors: [], result: 'done' });
    expect(await change(undefined, undefined, holds(least - 1n))).toMatchObject({
      errors: ['balance.insufficientForDeposit'],
      forced: 'tx_failed op_low_reserve',
    });
  });

  it('is made, changed and removed exactly where the chain does it, for any line', async () => {
    let done = 0;
    const near = fc.constantFrom('none', 'least', 'limit');
    const limits = fc.oneof(fc.constantFrom(0n, undefined), amounts);
    const property = fc.asyncProperty(lines, limits, near, fc.bigInt(-1n, 1n), async (line, any, where, off) => {
      const least = line && line.balance + line.buying;
      const wanted = (where === 'least' ? least : where === 'limit' ? line?.limit : undefined) ?? any;
      const limit = wanted === undefined || wanted + off > most || wanted + off < 0n ? wanted : wanted + off;
      const { errors, result, forced } = await change(line, limit);
      if (errors.length === 0) {
        expect([result, forced]).toEqual(['done', 'done']);
        done += 1;
      } else expect(forced).toBe('tx_failed op_invalid_limit');
    });
    await fc.assert(property, { numRuns: turns(60) });
    expect(done).toBeGreaterThan(turns(5, 0));
  });

  it('is not made by the issuer', async () => {
    const { issuer } = parties();
    const { errors } = await rig.engine.rehearse(() => rig.send(issuer, intent()));
    expect(errors).toEqual(['token.invalid']);
    expect(await rig.engine.rehearse(() => rig.force(issuer, changeTrust(most)))).toBe('tx_failed op_malformed');
  });

  it('without an issuer is removed, and neither made nor changed', async () => {
    const { issuer, recipient, sender } = parties();
    const without = <T>(line: LineSettings | undefined, run: () => Promise<T>) =>
      rig.engine.rehearse(async () => {
        place('sender', line);
        await rig.force(issuer, { type: 'accountMerge', destination: recipient.address });
        return run();
      });
    for (const [line, params] of [
      [undefined, {}],
      [{}, { limit: '15' }],
    ] as const) {
      const { errors } = await without(line, () => rig.send(sender, intent(params)));
      expect(errors).toEqual(['token.unknown']);
      expect(await without(line, () => rig.force(sender, changeTrust(15n)))).toBe('tx_failed op_no_issuer');
    }
    expect(await without({}, () => rig.send(sender, intent({ remove: true })))).toMatchObject({ result: 'done' });
  });

  it('waits for approval where the issuer approves, and the tokens arrive after it only', async () => {
    const { engine } = rig;
    const { sender } = parties();
    const { regulated } = engine.tokenIds;
    await engine.rehearse(async () => {
      const made = await rig.send(sender, { mode: 'enableToken', tokenId: regulated });
      expect(made).toMatchObject({ errors: [], warnings: ['token.needsApproval'], result: 'done' });
      const [holder] = engine.accounts;
      if (holder === undefined) throw new Error('There is no holder.');
      const send = () =>
        rig.send(holder, {
          mode: 'transferToken',
          tokenId: regulated,
          recipientAddress: sender.address,
          amount: '1',
        });
      expect((await send()).errors).toEqual(['recipient.notApproved']);
      engine.placeTrustline(sender.address, regulated, { authorized: true });
      expect(await send()).toMatchObject({ errors: [], result: 'done' });
    });
  });

  it('of an issuer that can take tokens back is told, and is as told', async () => {
    const { sender, issuer } = parties();
    await rig.engine.rehearse(async () => {
      rig.engine.placeAccount(issuer.address, { flags: { revocable: true, clawback: true } });
      expect(await rig.send(sender, intent())).toMatchObject({ warnings: ['token.controlled'], result: 'done' });
      const again = await rig.send(sender, intent());
      expect(again.warnings).toEqual(['token.alreadyEnabled', 'token.controlled']);
    });
  });
});

describe('the family', () => {
  const shared = () => ({ mode: 'transferToken', tokenId: token().text, amount: '40' });
  const kinds: readonly (readonly [string, () => object, object, LineSettings | undefined, bigint])[] = [
    ['a payment', () => ({ ...shared(), recipientAddress: parties().recipient.address }), {}, { balance: 100n }, 60n],
    [
      'a claimable balance',
      () => ({ ...shared(), recipientAddress: parties().nobody.address, params: { claimable: true } }),
      { reclaimAfterSeconds: '604800' },
      { balance: 100n },
      60n,
    ],
    [
      'a new trustline',
      () => ({ mode: 'enableToken', tokenId: token().text }),
      { limit: most.toString() },
      undefined,
      0n,
    ],
    [
      'another limit',
      () => ({ mode: 'enableToken', tokenId: token().text, params: { limit: '500' } }),
      { limit: '500' },
      { balance: 100n },
      100n,
    ],
    [
      'the end of a trustline',
      () => ({ mode: 'enableToken', tokenId: token().text, params: { remove: true } }),
      { limit: '0' },
      {},
      0n,
    ],
  ];

  it.each(kinds)('sends %s, and knows its hash', async (_, intent, params, line, left) => {
    await rig.engine.rehearse(async () => {
      const { sender } = parties();
      place('sender', line);
      place('recipient', {});
      const sent = await rig.broadcast(sender, intent());
      expect(sent.params).toMatchObject(params);
      await rig.engine.closeLedger();
      const response = await fetch(`${rig.engine.url}/transactions/${sent.hash}`);
      expect(await response.json()).toMatchObject({ hash: sent.hash, successful: true });
      expect(await rig.engine.balance(sender.address, token().text)).toBe(left);
    });
  });
});

describe('what is read', () => {
  it('is what the chain has', async () => {
    const { engine, chain } = rig;
    for (const { address } of engine.accounts) {
      const { balances } = await chain.accountState(address);
      const state = engine.accountState(address);
      expect(balances.native).toEqual({
        available: (state?.available ?? 0n).toString(),
        total: (state?.balance ?? 0n).toString(),
        unconfirmed: '0',
      });
      for (const { token: held, amount } of balances.tokens ?? [])
        expect(amount).toBe((await engine.balance(address, held.id)).toString());
    }
  });

  it('follows reserves, sponsorships and offers', async () => {
    const { engine, chain } = rig;
    const { sender, recipient } = parties();
    await engine.rehearse(async () => {
      place('sender', { balance: 5n });
      engine.placeTrustline(sender.address, engine.tokenIds.usdc, { sponsor: recipient.address });
      engine.setLiabilities(sender.address, { selling: 3n });
      for (const { address } of [sender, recipient]) {
        const { balances } = await chain.accountState(address);
        expect(balances.native?.available).toBe(engine.accountState(address)?.available.toString());
      }
      const { balances } = await chain.accountState(sender.address);
      expect(balances.native?.available).toBe((10_000n * 10_000_000n - 3n * 5_000_000n - 3n).toString());
      expect(balances.tokens).toHaveLength(2);
    });
  });

  it.each(['demo', 'usdc', 'regulated', 'longCode'] as const)('holds the token %s', async (name) => {
    const id = rig.engine.tokenIds[name];
    expect(await rig.chain.token(id)).toMatchObject({ id, ticker: id.split(':')[0], decimals: '7' });
  });

  it('holds no token that nobody enabled', async () => {
    await expect(rig.chain.token(`NEVER:${parties().issuer.address}`)).rejects.toThrow('nobody has enabled it');
    await expect(rig.chain.token(`NEVER:${parties().nobody.address}`)).rejects.toThrow('its issuer does not exist');
  });
});
