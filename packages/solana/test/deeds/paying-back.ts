import type { SolanaEngine } from '@isochain/devnet/solana';
import { type Address, address, type Instruction, type KeyPairSigner } from '@solana/kit';
import { getInitializeInstruction, getWithdrawInstruction } from '@solana-program/stake';
import { getCreateAccountInstruction } from '@solana-program/system';
import {
  getCloseAccountInstruction,
  getInitializeAccount3Instruction,
  getTransferInstruction,
} from '@solana-program/token';
import { newSigner, send, tokenAccountOf, tokenOf } from './outside.ts';

const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const stakeProgram = address('Stake11111111111111111111111111111111111111');
const wrappedSol = address('So11111111111111111111111111111111111111112');
/** Deposits of accounts with 165 and with 200 bytes. */
const deposit = 2_039_280n;
const stakeDeposit = 2_282_880n;

interface Two {
  readonly engine: SolanaEngine;
  readonly from: KeyPairSigner;
  readonly to: Address;
}

/** A token account for one transaction. */
function open(payer: KeyPairSigner, account: KeyPairSigner, mint: Address, lamports: bigint): Instruction[] {
  return [
    getCreateAccountInstruction({ payer, newAccount: account, lamports, space: 165n, programAddress: tokenProgram }),
    getInitializeAccount3Instruction({ account: account.address, mint, owner: payer.address }),
  ];
}

/** Wraps coins, moves a part of them, and unwraps both: what swaps do. The sender gets the rest and one deposit back, the recipient the part and the other. */
export async function wrapAndUnwrap({ engine, from, to }: Two): Promise<string> {
  const [mine, theirs] = [await newSigner(), await newSigner()];
  return send(engine, from, [
    ...open(from, mine, wrappedSol, deposit + 1_000_000_000n),
    ...open(from, theirs, wrappedSol, deposit),
    getTransferInstruction({
      source: mine.address,
      destination: theirs.address,
      authority: from,
      amount: 250_000_000n,
    }),
    getCloseAccountInstruction({ account: mine.address, destination: from.address, owner: from }),
    getCloseAccountInstruction({ account: theirs.address, destination: to, owner: from }),
  ]);
}

/** Tokens go to another account of the sender, and from there partly back and partly on. Its deposit comes back. */
export async function tokensThereAndBack({ engine, from, to }: Two): Promise<string> {
  const between = await newSigner();
  const [source, destination] = [await tokenAccountOf(engine, from.address), await tokenAccountOf(engine, to)];
  const move = (start: Address, end: Address, amount: bigint) =>
    getTransferInstruction({ source: start, destination: end, authority: from, amount });
  return send(engine, from, [
    ...open(from, between, tokenOf(engine), deposit),
    move(source, between.address, 9_000n),
    move(between.address, destination, 2_000n),
    move(between.address, source, 7_000n),
    getCloseAccountInstruction({ account: between.address, destination: from.address, owner: from }),
  ]);
}

/** A stake account that is made and emptied: a part goes to the recipient, and the rest comes back. */
export async function stakeAndWithdraw({ engine, from, to }: Two): Promise<string> {
  const stake = await newSigner();
  const withdraw = (recipient: Address, args: bigint) =>
    getWithdrawInstruction({ stake: stake.address, recipient, withdrawAuthority: from, args });
  return send(engine, from, [
    getCreateAccountInstruction({
      ...{ payer: from, newAccount: stake, lamports: stakeDeposit + 3_000_000_000n },
      ...{ space: 200n, programAddress: stakeProgram },
    }),
    getInitializeInstruction({
      stake: stake.address,
      arg0: { staker: from.address, withdrawer: from.address },
      arg1: { unixTimestamp: 0n, epoch: 0n, custodian: from.address },
    }),
    withdraw(to, 1_000_000_000n),
    withdraw(from.address, stakeDeposit + 2_000_000_000n),
  ]);
}
