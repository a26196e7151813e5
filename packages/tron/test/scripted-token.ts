import { alice, bob, hexOf, type NodeFacts, Status } from './scripted-nodes.ts';

/** A TRC-20 token that is on no list. */
export const token: string = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';

/** A log, as nodes write it: addresses of 20 bytes. */
interface ScriptedLog {
  readonly contract?: string;
  readonly from?: string;
  readonly to?: string;
  readonly amount: bigint;
  /** Further topics, as those of non-fungible tokens. */
  readonly more?: readonly string[];
}

/** What a node says of a token. */
export interface ScriptedToken {
  readonly balance?: bigint | 'reverts';
  readonly energy?: number;
  readonly penalty?: number;
  readonly logs?: readonly ScriptedLog[];
  readonly decimals?: bigint | 'reverts';
  /** Hex of what `symbol()` answers. */
  readonly symbol?: string;
  readonly blacklisted?: readonly string[];
  /** Answers to `transfer` in place of the usual one. Merged into it. */
  readonly transfer?: Readonly<Record<string, unknown>>;
  /** Changes all answers. */
  readonly change?: (answer: Readonly<Record<string, unknown>>) => unknown;
}

const word = (value: bigint) => value.toString(16).padStart(64, '0');
const addressWord = (base58: string) => hexOf(base58).slice(2).padStart(64, '0');
const reverted = {
  result: { result: true, message: Buffer.from('REVERT opcode executed').toString('hex') },
  energy_used: 500,
  constant_result: [''],
  transaction: { ret: [{ ret: 'FAILED' }] },
};

/** The hash of `Transfer(address,address,uint256)` (EIP-20). */
const topic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** A node with a token. Shapes: tronprotocol/documentation-en, docs/api/http, triggerconstantcontract. */
export function tokenNode(said: ScriptedToken = {}, facts: NodeFacts = {}): NodeFacts {
  const { change = (answer: unknown) => answer } = said;
  return {
    ...facts,
    own: {
      '/wallet/triggerconstantcontract': (body: Record<string, string>) => change(withEcho(body, answerOf(said, body))),
      ...facts.own,
    },
  };
}

function withEcho(body: Record<string, string>, answer: Record<string, unknown>): Record<string, unknown> {
  const { data, owner_address, contract_address } = body;
  const parameter = { value: { data, owner_address, contract_address } };
  const contract = [{ parameter, type: 'TriggerSmartContract' }];
  return { ...answer, transaction: { ...(answer.transaction as object), raw_data: { contract } } };
}

function answerOf(said: ScriptedToken, { data = '' }: Record<string, string>): Record<string, unknown> {
  const { balance = 1_000_000n, decimals = 6n, blacklisted = [], energy = 29_650, penalty = 0 } = said;
  const ok = (output: string) => ({
    result: { result: true },
    energy_used: 935,
    constant_result: [output],
    transaction: { ret: [{}] },
  });
  switch (data.slice(0, 8)) {
    case '70a08231':
      return balance === 'reverts' ? reverted : ok(word(balance));
    case '313ce567':
      return decimals === 'reverts' ? reverted : ok(word(decimals));
    case '95d89b41':
      // bytes32, as older tokens have it.
      return ok(said.symbol ?? Buffer.from('OLD').toString('hex').padEnd(64, '0'));
    case '06fdde03':
      return reverted;
    case 'e47d6060': {
      const isListed = blacklisted.some((address) => data.endsWith(addressWord(address)));
      return said.blacklisted === undefined ? reverted : ok(word(isListed ? 1n : 0n));
    }
    case 'a9059cbb': {
      const amount = BigInt(`0x${data.slice(-64)}`);
      const { logs = [{ amount }] } = said;
      return {
        // Tether's returns false.
        ...ok(word(0n)),
        energy_used: energy,
        ...(penalty === 0 ? {} : { energy_penalty: penalty }),
        logs: logs.map((log) => ({
          address: hexOf(log.contract ?? token).slice(2),
          topics: [topic, addressWord(log.from ?? alice), addressWord(log.to ?? bob), ...(log.more ?? [])],
          data: word(log.amount),
        })),
        ...said.transfer,
      };
    }
    default:
      throw new Status(404);
  }
}
