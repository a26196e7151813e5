import { AccountRole, type Address, type Instruction } from '@solana/kit';
import { writeAccount } from './accounts-db.ts';
import { concat, key, u8, u32, u64, utf8, zeros } from './bytes.ts';
import { faucet } from './faucet.ts';
import { type Key, keyOf } from './keys.ts';
import type { Node } from './node.ts';
import { send } from './operator.ts';
import { programs, sysvars } from './programs.ts';
import type { Validator } from './validator.ts';

export interface ValidatorOptions {
  /** The name in a validator-info account. Without a name there is no such account. */
  name?: string;
  /** Percent. Defaults to 5. */
  commission?: number;
  /** Lamports. Defaults to a million SOL. */
  activatedStake?: bigint;
  delinquent?: boolean;
}

const voteAccountSize = 3762n;

/** Room for the JSON. The rest is zeros. */
const infoSize = 576;

/** Makes a vote account with the vote program, so that the program writes its data. */
export function createValidator(node: Node, options: ValidatorOptions = {}): Validator {
  const { name, commission = 5, activatedStake = 10n ** 15n, delinquent = false } = options;
  const vote = keyOf(`vote account ${node.validators.length}`);
  const identity = keyOf(`identity ${node.validators.length}`);
  const rent = node.svm.minimumBalanceForRentExemption(voteAccountSize);
  send(node, [createAccount(vote, rent), initializeVote(vote, identity, commission)], [faucet, vote, identity]);
  if (name !== undefined) publishInfo(node, identity.address, name);
  const validator = {
    voteAccount: vote.address,
    identity: identity.address,
    name,
    commission,
    activatedStake,
    delinquent,
  };
  node.validators.push(validator);
  return validator;
}

function createAccount(account: Key, lamports: bigint): Instruction {
  return {
    programAddress: programs.system,
    accounts: [
      { address: faucet.address, role: AccountRole.WRITABLE_SIGNER },
      { address: account.address, role: AccountRole.WRITABLE_SIGNER },
    ],
    data: concat(u32(0), u64(lamports), u64(voteAccountSize), key(programs.vote)),
  };
}

/** VoteInit: node, authorized voter, authorized withdrawer, commission. */
function initializeVote(vote: Key, identity: Key, commission: number): Instruction {
  const authority = key(identity.address);
  return {
    programAddress: programs.vote,
    accounts: [
      { address: vote.address, role: AccountRole.WRITABLE },
      { address: sysvars.rent, role: AccountRole.READONLY },
      { address: sysvars.clock, role: AccountRole.READONLY },
      { address: identity.address, role: AccountRole.READONLY_SIGNER },
    ],
    data: concat(u32(0), authority, authority, authority, u8(commission)),
  };
}

/** Writes the account like `solana validator-info publish`. The engine lacks the config program. */
function publishInfo(node: Node, identity: Address, name: string): void {
  const text = utf8(
    JSON.stringify({ name, website: 'https://example.org', details: 'A validator of the isochain devnet' }),
  );
  const keys = concat(u8(2), key(programs.validatorInfo), u8(0), key(identity), u8(1));
  const used = concat(keys, u64(text.length), text);
  const data = concat(used, zeros(keys.length + infoSize - used.length));
  writeAccount(node.svm, keyOf(`validator info ${identity}`).address, {
    lamports: node.svm.minimumBalanceForRentExemption(BigInt(data.length)),
    data,
    owner: programs.config,
    executable: false,
  });
}
