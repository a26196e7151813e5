import {
  type Bytes,
  type ChainAdapter,
  type ChainId,
  catalogue,
  createFamily,
  type FamilyTypes,
  type OpenParts,
} from '@isochain/core';
import type { Families } from '../src/families.ts';

// A family that exists only here: it has what the built ones still lack (validators, token ids with slashes), and it can break in ways that
// they never should.

const named = (text: string) => ({ ok: true, canonical: text, value: text }) as const;

interface Fake extends FamilyTypes {
  values: Record<keyof FamilyTypes['values'], string>;
  modes: Record<never, never>;
}

const never = () => {
  throw new Error('not here');
};

function bytesOf(chainId: ChainId): Bytes<Fake> {
  return {
    chainId,
    identity: catalogue[chainId],
    // As on Cosmos chains: hashes of transactions, and coins that came over IBC.
    keyLikeIds: { transaction: ['bytes32'], token: ['bytes32AfterSlash'] },
    identifiers: {
      ...{ account: named, sender: named, recipient: named, token: named },
      ...{ validator: named, publicKey: named, transaction: named },
    },
    plan: {},
    assemble: never,
    finalize: never,
    told: {},
  };
}

function open({ bytes, upstream }: OpenParts<Fake>): ChainAdapter<Fake> {
  const validators = Array.from({ length: 3 }, (_, i) => ({
    address: `validator${i}`,
    name: `Validator ${i}`,
    commission: 0.05,
    stakedAmount: '1000',
  }));
  return {
    bytes,
    upstream,
    modes: {},
    memo: true,
    submit: async () => 'never',
    reads: {
      accountState: {
        parts: ['native', 'tokens'],
        async read(account, { parts }, operation) {
          // As an extended public key with many addresses: so many steps.
          for (let i = 0; i < Number(/^costly:(\d+)/.exec(account)?.[1] ?? 0); i++) await operation.compute(() => {});
          // Longer than any request may take.
          if (account === 'slow') await new Promise((resolve) => setTimeout(resolve, 900_000));
          if (account === 'broken') throw new TypeError('cannot read https://user:secret@upstream.invalid/key-in-path');
          return {
            ...(parts.has('native') ? { native: { available: '5', total: '7', unconfirmed: '0' } } : {}),
            ...(parts.has('tokens') ? { tokens: [] } : {}),
          };
        },
      },
      token: {
        async read(id) {
          if (id === 'missing') return { missing: 'nobody made it' };
          return { type: 'IBC', id, name: 'Token', ticker: 'TKN', decimals: '6' };
        },
      },
      validators: {
        async read({ limit, cursor }) {
          const start = Number(cursor ?? 0);
          const next = start + limit < validators.length ? String(start + limit) : undefined;
          return { validators: validators.slice(start, start + limit), next };
        },
      },
    },
  };
}

/** Serves the chains of the cosmos family. */
export const fakeFamilies: Families = {
  cosmos: async () =>
    createFamily<Fake>({
      name: 'cosmos',
      chainIds: ['cosmoshub', 'osmosis', 'kava'],
      upstreams: { rest: { isDefault: true, isNode: true } },
      publicEndpoints: () => ['https://user:secret@upstream.invalid/key-in-path'],
      context: () => undefined,
      bytes: bytesOf,
      open,
    }),
};
