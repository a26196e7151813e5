import { describe, expect, it } from 'vitest';
import { type Fake, fakeChain } from '../test/fake-chain.ts';
import { createFamily } from './connect.ts';
import type { ConnectOptions } from './connect-options.ts';
import type { ChainFamily } from './family.ts';
import { Chain } from './service/chain.ts';

const opened: [string, ConnectOptions][] = [];
const stellar: ChainFamily<Fake> = {
  name: 'stellar',
  chainIds: ['stellar', 'stellar-testnet'],
  bytes: () => fakeChain().adapter.bytes,
  open({ chainId, bytes, options }) {
    opened.push([chainId, options]);
    return { ...fakeChain().adapter, bytes };
  },
};
const family = createFamily(stellar);

describe('connect', () => {
  it('opens a chain of the family, with the options', () => {
    const chain = family.connect('stellar', { timeoutMs: 5 });
    expect(chain).toBeInstanceOf(Chain);
    expect(chain.id).toBe('stellar');
    expect(opened.at(-1)).toEqual(['stellar', { timeoutMs: 5 }]);
  });

  it('needs no options', () => {
    family.connect('stellar');
    expect(opened.at(-1)).toEqual(['stellar', {}]);
  });

  it('says which family a chain is of when it is another', () => {
    expect(() => family.connect('base' as never)).toThrow(
      new TypeError('base is not a chain of the stellar family but of evm'),
    );
  });

  it.each(['atlantis', '__proto__', 'toString', ''])('says that %j is of none', (text) => {
    expect(() => family.connect(text as never)).toThrow(
      new TypeError(`${text} is not a chain of the stellar family but of none`),
    );
  });

  describe('of a chain that has stopped', () => {
    const stopped = { since: '2026-08-10', reason: 'It was wound down.' };
    const ended = createFamily({ ...stellar, stopped: { stellar: stopped } });
    const own = ['https://own-node.test'];

    it('opens it without any endpoint of its own', () => {
      const chain = ended.connect('stellar', { timeoutMs: 5 });
      expect(opened.at(-1)).toEqual(['stellar', { timeoutMs: 5, endpoints: [] }]);
      expect(chain.detail().stopped).toEqual(stopped);
      expect(JSON.stringify(chain.detail().supportedFeatures)).not.toContain('true');
    });

    it.each([{}, { endpoints: [] }, { endpoints: undefined }])('refuses every call with %j', async (options) => {
      const chain = ended.connect('stellar', options);
      const verbs = Object.getOwnPropertyNames(Chain.prototype).filter(
        (name) => !['constructor', 'id', 'detail'].includes(name),
      );
      expect(verbs).toContain('encode');
      for (const verb of verbs) {
        // Each is given nothing that it could use: it must not get as far as that.
        const call = async () => (chain as unknown as Record<string, () => unknown>)[verb]?.();
        await expect(call(), verb).rejects.toMatchObject({
          code: 'chain.stopped',
          message: 'Stellar has been stopped since 2026-08-10: It was wound down.',
          problems: [{ context: { chain: 'Stellar', ...stopped } }],
        });
      }
      await expect(chain.validate({}, [{}])).rejects.toMatchObject({ code: 'chain.stopped' });
    });

    it('serves it over endpoints that somebody configured, with a warning on encode', async () => {
      const chain = ended.connect('stellar', { endpoints: own });
      expect(opened.at(-1)).toEqual(['stellar', { endpoints: own }]);
      expect(chain.detail()).toEqual({ ...family.connect('stellar').detail(), stopped });
      const intent = { mode: 'transfer', senderAddress: 'acct-a', recipientAddress: 'acct-b', amount: '500' };
      const usual = await family.connect('stellar').encode(intent);
      const { transaction, status } = await chain.encode(intent);
      expect(transaction).toEqual(usual.transaction);
      expect(usual.status.warnings).toEqual([]);
      expect(status.warnings).toEqual([
        {
          code: 'chain.ended',
          message:
            'The public network of Stellar has been stopped since 2026-08-10: the transaction reaches only nodes that the operator of this service chose. It was wound down.',
          context: { chain: 'Stellar', ...stopped },
        },
      ]);
    });

    it('leaves its other chains as they are', () => {
      const chain = ended.connect('stellar-testnet');
      expect(opened.at(-1)).toEqual(['stellar-testnet', {}]);
      expect(chain.detail()).not.toHaveProperty('stopped');
    });
  });

  it('shows which chains there are', () => {
    expect(family.chainIds).toEqual(['stellar', 'stellar-testnet']);
    expect(family.family.name).toBe('stellar');
  });
});
