import { getStarkKey, sign } from '@scure/starknet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountOf, nonceOf, read } from '../../test/starknet-desk.ts';
import { accountClassHashes } from './classes/hashes.ts';
import type { AccountKind, PlacedAccountOptions, StarknetStandIn } from './engine.ts';
import { readTransaction } from './node/transaction.ts';
import { startStarknet } from './starknet.ts';
import { ascii, hex, selectorOf, toFelt } from './vm/felt.ts';
import { amount, deployAccount, invoke } from './wallet.ts';

let engine: StarknetStandIn;
beforeAll(async () => {
  engine = await startStarknet();
});
afterAll(() => engine.stop());

interface Pair {
  readonly privateKey: string;
  readonly publicKey: string;
}
const pair = (seed: number): Pair => {
  const privateKey = `0x${(1_000_003n * BigInt(seed) + 17n).toString(16)}`;
  return { privateKey, publicKey: getStarkKey(privateKey) };
};
const [owner, second, guardian] = [pair(1), pair(2), pair(3)];

function rs(transaction: object, { privateKey }: Pair): [string, string] {
  const { hash } = readTransaction(transaction, ascii('SN_MAIN'));
  const { r, s } = sign(hash.toString(16).padStart(64, '0'), privateKey.slice(2).padStart(64, '0'));
  return [hex(r), hex(s)];
}

/** What the account says to signatures of a transfer: 'ok', or the words of the refusal. */
async function attempt(address: string, signature: (transaction: object) => readonly string[]): Promise<string> {
  const call = { to: engine.strk, name: 'transfer', calldata: ['0x1', ...amount(1n)] };
  const transaction = invoke(address, [call], await nonceOf(engine, address));
  const invoke_transaction = { ...transaction, signature: signature(transaction) };
  try {
    await engine.rpc('starknet_addInvokeTransaction', { invoke_transaction });
    return 'ok';
  } catch (error) {
    const { code, data } = error as { code: number; data?: string };
    return /\('([^']+)'\)\.\n$/.exec(data ?? '')?.[1] ?? String(code);
  }
}

const full =
  (...pairs: Pair[]) =>
  (transaction: object) => [
    hex(pairs.length),
    ...pairs.flatMap((one) => ['0x0', one.publicKey, ...rs(transaction, one)]),
  ];
const short =
  (...pairs: Pair[]) =>
  (transaction: object) =>
    pairs.flatMap((one) => rs(transaction, one));
let placed = 0;
const place = (kind: AccountKind, options: PlacedAccountOptions = {}) => {
  placed += 1;
  return engine.deployAccount(kind, owner.publicKey, { address: hex(0xacc0000 + placed), ...options });
};
const ask = (name: string, to: string) => read(engine, hex(selectorOf(name)), to);

describe('an Argent account', () => {
  it.each(['argent-0.4.0', 'argent-0.5.0'] as const)('of class %s takes the long and the short form', async (kind) => {
    const address = place(kind);
    expect(await attempt(address, full(owner))).toBe('ok');
    expect(await attempt(address, short(owner))).toBe('ok');
    expect(await attempt(address, full(second))).toBe('argent/invalid-owner-sig');
    const isOld = kind === 'argent-0.4.0';
    const needless = isOld ? 'argent/invalid-signature-length' : 'argent/invalid-guardian-sig';
    expect(await attempt(address, full(owner, guardian))).toBe(needless);
    const inShort = isOld ? 'argent/zero-pubkey' : 'argent/no-single-guardian-owner';
    expect(await attempt(address, short(owner, guardian))).toBe(inShort);
  });

  it('of class 0.3.1 takes r and s alone', async () => {
    const address = place('argent-0.3.1');
    expect(await attempt(address, short(owner))).toBe('ok');
    expect(await attempt(address, full(owner))).toBe('argent/invalid-signature-length');
    expect(await attempt(address, short(second))).toBe('argent/invalid-owner-sig');
    expect(await ask('get_guardian', address)).toEqual([0n]);
  });

  it('of class 0.3.0 takes version 3, which the network shows it as version 1', async () => {
    expect(await attempt(place('argent-0.3.0'), short(owner))).toBe('ok');
  });

  it('with a guardian needs both signatures', async () => {
    const address = place('argent-0.5.0', { guardian });
    expect(await attempt(address, full(owner))).toBe('argent/missing-guardian-sig');
    expect(await attempt(address, short(owner))).toBe('argent/missing-guardian-sig');
    expect(await attempt(address, full(owner, second))).toBe('argent/invalid-guardian-sig');
    expect(await attempt(address, full(owner, guardian))).toBe('ok');
    expect(await attempt(address, short(owner, guardian))).toBe('ok');
    expect(await ask('get_guardian', address)).toEqual([toFelt(guardian.publicKey)]);
    expect(await ask('get_guardian_guid', address)).toHaveLength(2);
    expect(await attempt(place('argent-0.4.0', { guardian }), full(owner))).toBe('argent/invalid-signature-length');
    const old = place('argent-0.3.1', { guardian });
    expect(await attempt(old, short(owner))).toBe('argent/invalid-signature-length');
    expect(await attempt(old, short(owner, guardian))).toBe('ok');
  });

  it('with a guardian of another curve answers no key', async () => {
    const address = place('argent-0.4.0', { guardian: { kind: 'secp256r1', publicKey: '0x7' } });
    await expect(ask('get_guardian', address)).rejects.toMatchObject({ code: 40 });
    expect(await attempt(address, full(owner))).toBe('argent/invalid-signature-length');
  });

  it('with several owners takes any of them, in the long form alone', async () => {
    const address = place('argent-0.5.0', { owners: [second] });
    expect(await attempt(address, full(second))).toBe('ok');
    expect(await attempt(address, full(owner))).toBe('ok');
    expect(await attempt(address, short(owner))).toBe('argent/no-single-stark-owner');
    await expect(ask('get_owner', address)).rejects.toMatchObject({ code: 40 });
  });

  it('with an owner of another curve takes no Stark signature', async () => {
    const address = place('argent-0.4.0', { ownerKind: 'eip191' });
    expect(await ask('get_owner_type', address)).toEqual([3n]);
    expect(await ask('get_owner', address)).toEqual([toFelt(owner.publicKey)]);
    expect(await attempt(address, full(owner))).toBe('argent/invalid-owner-sig');
    expect(await attempt(address, short(owner))).toBe('argent/no-single-stark-owner');
  });
});

describe('other accounts', () => {
  it.each(['openzeppelin-1.0.0', 'openzeppelin-0.17'] as const)('%s take r and s', async (kind) => {
    const address = place(kind);
    expect(await ask('get_public_key', address)).toEqual([toFelt(owner.publicKey)]);
    expect(await attempt(address, short(owner))).toBe('ok');
    expect(await attempt(address, full(owner))).toBe('Account: invalid signature');
  });

  it('of Braavos take r and s, also behind a 1', async () => {
    const address = place('braavos');
    expect(await ask('get_signers', address)).toEqual([1n, toFelt(owner.publicKey), 0n, 0n]);
    expect(await ask('get_multisig_threshold', address)).toEqual([0n]);
    expect(await attempt(address, short(owner))).toBe('ok');
    expect(await attempt(address, (transaction) => ['0x1', ...rs(transaction, owner)])).toBe('ok');
    expect(await attempt(address, short(second))).toBe('INVALID_SIG');
  });

  it('of Braavos refuse a Stark key beside a strong signer or a multisig', async () => {
    const strong = place('braavos', { strongSigner: 'secp256r1' });
    expect(await ask('get_signers', strong)).toHaveLength(5);
    expect(await attempt(strong, short(owner))).toBe('INVALID_SIG');
    expect(await attempt(place('braavos', { multisigThreshold: 2 }), short(owner))).toBe('INVALID_SIG');
    expect(await attempt(place('braavos-moa'), short(owner))).toBe('INVALID_SIG');
  });

  it('are refused as senders if they are no accounts, or of a class that nobody knows', async () => {
    const token = engine.tokens[0]?.id ?? '';
    engine.setNonce(token, 0n);
    expect(await attempt(token, full(owner))).toBe('58');
    expect(await attempt(place('argent-0.4.0', { classHash: '0x123456' }), full(owner))).toBe('58');
  });
});

describe('a deployment', () => {
  it.each([
    ['argent-0.3.1', (key: bigint) => [key, 0n], short],
    ['argent-0.4.0', (key: bigint) => [0n, key, 1n], full],
    ['argent-0.5.0', (key: bigint) => [0n, key, 1n], full],
    ['openzeppelin-1.0.0', (key: bigint) => [key], short],
  ] as const)('of class %s is charged, and answers the address', async (kind, calldata, form) => {
    const key = pair(100);
    const address = engine.addressOf(kind, key.publicKey);
    const unsigned = deployAccount(accountClassHashes[kind], key.publicKey, calldata(toFelt(key.publicKey)));
    const deploy = (signature: readonly string[]) =>
      engine.rpc<{ contract_address: string }>('starknet_addDeployAccountTransaction', {
        deploy_account_transaction: { ...unsigned, signature },
      });
    await expect(deploy(form(key)(unsigned))).rejects.toMatchObject({ code: 54 });
    await engine.fund(address, 10n ** 18n);
    await expect(deploy(form(owner)(unsigned))).rejects.toMatchObject({ code: 55 });
    expect(toFelt((await deploy(form(key)(unsigned))).contract_address)).toBe(toFelt(address));
    expect(await engine.balance(address)).toBeLessThan(10n ** 18n);
    expect(await attempt(address, form(key))).toBe('ok');
    await expect(deploy(form(key)(unsigned))).rejects.toMatchObject({
      code: 52,
      data: expect.stringContaining('Account is already deployed (nonce=0x2).'),
    });
  });

  it('can be undone by the engine', async () => {
    const { address } = accountOf(engine, 3);
    await engine.rehearse(async () => {
      engine.undeploy(address);
      const where = { block_id: 'latest', contract_address: hex(toFelt(address)) };
      await expect(engine.rpc('starknet_getNonce', where)).rejects.toMatchObject({ code: 20 });
      expect(await engine.balance(address)).toBeGreaterThan(0n);
    });
    expect(await nonceOf(engine, address)).toBe(1n);
  });
});
