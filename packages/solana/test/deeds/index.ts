import type { Deed, Scene, TestAccount } from '@isochain/conformance';
import type { SolanaEngine } from '@isochain/devnet/solana';
import { type Address, address, type Instruction, type KeyPairSigner, type TransactionSigner } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { getApproveInstruction, getTransferCheckedInstruction } from '@solana-program/token';
import { outsider, send, signerOf, tokenAccountOf, tokenOf } from './outside.ts';
import { stakeAndWithdraw, tokensThereAndBack, wrapAndUnwrap } from './paying-back.ts';

type Account = TestAccount & { readonly seed: Uint8Array };

interface Cast {
  readonly engine: SolanaEngine;
  readonly from: KeyPairSigner;
  readonly to: Address;
}

const coins = (source: TransactionSigner, destination: Address, amount: bigint): Instruction =>
  getTransferSolInstruction({ source, destination, amount });

/** @param authority - The owner, or somebody whom the owner allows it. */
async function tokens(
  engine: SolanaEngine,
  [owner, recipient]: readonly [string, string],
  authority: TransactionSigner,
  amount: bigint,
): Promise<Instruction> {
  return getTransferCheckedInstruction({
    source: await tokenAccountOf(engine, owner),
    mint: tokenOf(engine),
    destination: await tokenAccountOf(engine, recipient),
    ...{ authority, amount, decimals: 6 },
  });
}

/** What happens on Solana beside the family's own intents, made with @solana/kit and the clients of the programs. */
export function deedsOf(engine: () => SolanaEngine): Deed<Account>[] {
  const made =
    (act: (cast: Cast, scene: Scene<Account>) => Promise<string>) =>
    async (scene: Scene<Account>): Promise<string> => {
      const from = await signerOf(scene.sender);
      return act({ engine: engine(), from, to: address(scene.recipient.address) }, scene);
    };
  return [
    {
      kind: 'a transaction that fails',
      make: made(async ({ engine, from, to }) =>
        send(engine, from, [
          coins(from, to, 1_000_000_000n),
          await tokens(engine, [from.address, to], from, 2n ** 63n),
        ]),
      ),
    },
    {
      kind: 'a transaction that fails',
      name: 'a failure that another account pays for',
      make: made(async ({ engine, from, to }, { recipient }) =>
        send(engine, await signerOf(recipient), [
          coins(from, to, 1_000_000_000n),
          await tokens(engine, [from.address, to], from, 2n ** 63n),
        ]),
      ),
    },
    {
      kind: 'fees that another account pays',
      make: made(async ({ engine, from, to }) =>
        send(engine, await outsider(engine), [
          coins(from, to, 700_000_000n),
          await tokens(engine, [from.address, to], from, 1_234n),
        ]),
      ),
    },
    {
      kind: 'fees that another account pays',
      name: 'the recipient pays the fees of what it gets',
      make: made(async ({ engine, from, to }, { recipient }) => {
        const payer = await signerOf(recipient);
        return send(engine, payer, [
          coins(from, to, 50_000_000n),
          await tokens(engine, [from.address, to], from, 321n),
        ]);
      }),
    },
    {
      kind: 'several movements in one transaction',
      make: made(async ({ engine, from, to }, { recipient }) => {
        const other = (await outsider(engine)).address;
        const back = await signerOf(recipient);
        return send(engine, from, [
          coins(from, to, 300_000_000n),
          coins(from, other, 20_000_000n),
          await tokens(engine, [from.address, to], from, 5_000n),
          coins(from, to, 1n),
          // An exchange: the recipient signs, too.
          coins(back, from.address, 100_000_000n),
          await tokens(engine, [to, from.address], back, 2_000n),
        ]);
      }),
    },
    { kind: 'a contract that pays back', name: 'coins that are wrapped and unwrapped', make: made(wrapAndUnwrap) },
    { kind: 'a contract that pays back', name: 'tokens there and back', make: made(tokensThereAndBack) },
    { kind: 'a contract that pays back', name: 'a stake account for a moment', make: made(stakeAndWithdraw) },
    {
      kind: 'a sender from outside',
      make: made(async ({ engine, from, to }) => {
        const stranger = await outsider(engine);
        const source = await tokenAccountOf(engine, from.address);
        await send(engine, stranger, [
          getApproveInstruction({ source, delegate: stranger.address, owner: from, amount: 4_000n }),
        ]);
        return send(engine, stranger, [
          await tokens(engine, [from.address, to], stranger, 3_000n),
          coins(stranger, to, 40_000_000n),
          coins(stranger, from.address, 5n),
        ]);
      }),
    },
  ];
}
