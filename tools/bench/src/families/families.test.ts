import type { StandIn } from '@isochain/conformance/hand-ins/stand-in.ts';
import type { Chain } from '@isochain/core';
import { families as familiesOfGateway } from '@isochain/gateway/src/families.ts';
import { describe, expect, it } from 'vitest';
import { type BenchFamily, families } from './index.ts';

/** A chain that asks a stand-in directly, without HTTP. */
async function connect(family: BenchFamily, standIn: StandIn): Promise<Chain> {
  const fetch = async (input: string | URL | Request, init: RequestInit = {}) => {
    const { method = 'GET', body } = init;
    const path = String(input).replace('http://upstream.test/base', '');
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body ?? '');
    const answer = standIn({ method, path, body: text });
    return new Response(answer.body, { status: answer.status ?? 200, headers: answer.headers ?? {} });
  };
  const loaded = await familiesOfGateway[family.name]?.();
  if (loaded === undefined) throw new Error(`${family.name} is not built`);
  return loaded.connect(family.chainId, {
    fetch,
    endpoints: [{ url: 'http://upstream.test/base', ...family.endpoint }],
  });
}

describe('families', () => {
  it('are all families of the gateway', () => {
    expect(families.map(({ name }) => name).toSorted()).toEqual(Object.keys(familiesOfGateway).toSorted());
  });
});

describe.each(families)('the stand-in of $name', (family) => {
  it('answers everything that a transfer needs', async () => {
    const { status, transaction } = await (await connect(family, family.answer)).encode(family.transfer(1));
    expect(status).toEqual({ errors: [], warnings: [] });
    expect(transaction.encoded).not.toEqual([]);
  });

  it('answers everything that the state of an account needs', async () => {
    const { balances } = await (await connect(family, family.answer)).accountState(family.account(1));
    expect(Number(balances.native?.available)).toBeGreaterThan(0);
  });

  it('is refused when it lies', async () => {
    const chain = await connect(family, family.lie);
    await expect(chain.encode(family.transfer(1))).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it('has another sender for each number', () => {
    const senders = [0, 1, 2, 255, 256, 100_000].map((number) => family.transfer(number).senderAddress);
    expect(new Set(senders).size).toBe(6);
  });

  it('has a public key', async () => {
    expect((await connect(family, family.answer)).addresses(family.publicKey).addresses).not.toEqual([]);
  });
});
