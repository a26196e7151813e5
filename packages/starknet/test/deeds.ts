import type { Deed, Scene, TestAccount } from '@isochain/conformance';
import type { StarknetStandIn } from '@isochain/devnet/starknet';
import { amount, invoke, signedBy } from '../../../tools/devnet/src/starknet/wallet.ts';
import { type Actor, actor } from './world/actor.ts';

// What happens on the chain beside the modes of the family, made by the stand-in's own wallet.

interface KeyHolder extends TestAccount, Actor {
  readonly publicKey: string;
}

type Calls = Parameters<typeof invoke>[1];

/** The stand-in has no contract but accounts, tokens and pools. A pool pays back in `withdraw`. */
export const withoutDeeds = { 'a contract that pays back': 'The stand-in runs no such contract.' } as const;

/** @param engineOf - The engine that runs now. */
export function deedsOn(engineOf: () => StarknetStandIn): Deed<KeyHolder>[] {
  /** Somebody who is none of the accounts that the suite looks at. */
  async function outsider({ engine: ledger }: Scene<KeyHolder>): Promise<KeyHolder> {
    const somebody = actor('outsider');
    const engine = engineOf();
    const address = engine.addressOf('argent-0.4.0', somebody.publicKey);
    if (engine.nonce(address) === 0n) engine.deployAccount('argent-0.4.0', somebody.publicKey, { amount: 0n });
    await ledger.fund(address, 10n ** 19n);
    return { ...somebody, address };
  }

  async function send(by: KeyHolder, calls: Calls, wanted = 'SUCCEEDED'): Promise<string> {
    const engine = engineOf();
    if (engine.nonce(by.address) === 0n) engine.deployAccount('argent-0.4.0', by.publicKey, { amount: 0n });
    const invoke_transaction = signedBy(by, invoke(by.address, calls, engine.nonce(by.address)));
    const { transaction_hash: hash } = await engine.rpc<{ transaction_hash: string }>('starknet_addInvokeTransaction', {
      invoke_transaction,
    });
    const told = await engine.rpc<{ execution_status?: string }>('starknet_getTransactionStatus', {
      transaction_hash: hash,
    });
    if (told.execution_status !== wanted) throw new Error(`${hash}: ${told.execution_status}`);
    return hash;
  }

  const transfer = (to: string, token: string, value: bigint) => ({
    ...{ to: token, name: 'transfer', calldata: [to, ...amount(value)] },
  });

  return [
    {
      kind: 'a transaction that fails',
      // The first call is taken back, too.
      make: ({ sender, recipient, engine }) =>
        send(
          sender,
          [transfer(recipient.address, tokenOf(engine), 5n), transfer(recipient.address, tokenOf(engine), 2n ** 128n)],
          'REVERTED',
        ),
    },
    {
      kind: 'fees that another account pays',
      name: 'tokens that somebody moves who may',
      async make(scene) {
        const { sender, recipient, engine } = scene;
        const other = await outsider(scene);
        const before = await engine.balance(sender.address);
        await send(sender, [{ to: tokenOf(engine), name: 'approve', calldata: [other.address, ...amount(11n)] }]);
        // The allowance cost its owner a fee.
        await engine.fund(sender.address, before - (await engine.balance(sender.address)));
        const calldata = [sender.address, recipient.address, ...amount(11n)];
        return send(other, [{ to: tokenOf(engine), name: 'transfer_from', calldata }]);
      },
    },
    {
      kind: 'several movements in one transaction',
      async make(scene) {
        const { sender, recipient, engine } = scene;
        const other = await outsider(scene);
        return send(sender, [
          transfer(recipient.address, engineOf().strk, 7n),
          transfer(recipient.address, tokenOf(engine), 5n),
          transfer(other.address, tokenOf(engine), 6n),
        ]);
      },
    },
    {
      kind: 'a sender from outside',
      make: async (scene) => send(await outsider(scene), [transfer(scene.recipient.address, engineOf().strk, 123n)]),
    },
  ];
}

function tokenOf({ tokens: [token] }: Scene<KeyHolder>['engine']): string {
  if (token === undefined) throw new Error('The engine has no token.');
  return token.id;
}
