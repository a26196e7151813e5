import type { Problem } from '@isochain/core';
import { changedControl } from '@isochain/core/movements';
import * as z from 'zod';
import { type Address, addressOfNode } from '../address/address.ts';
import { address } from '../upstream/fields.ts';
import type { NodeEvent, Outcome, Request } from '../upstream/node-transaction.ts';

// Who may spend from an account (aptos-labs/aptos-core, framework: account.move, multisig_account.move, account_abstraction.move).

const key = z.union([address, z.string().regex(/^0x[0-9a-f]+$/i)]);

const rotated = z.object({ account: address, new_authentication_key: key });
const rotatedByHandle = z.object({ new_authentication_key: key });
const guid = z.object({ account_address: address });
const owners = z.object({ multisig_account: address.optional(), owners_added: z.array(address).min(1) });
const others = z.object({ account: address });

const accountChange = z.object({
  type: z.literal('write_resource'),
  address,
  data: z.object({ type: z.literal('0x1::account::Account'), data: z.object({ authentication_key: key }) }),
});

/** Calls that change the key, or let another account sign. Not all of them have events. */
const call = z.object({ function: z.string(), arguments: z.array(z.unknown()) });

/** The changes of who may spend that a successful transaction made. */
export function controlOf(request: Request | undefined, { events, changes, isSuccess }: Outcome): Problem[] {
  if (!isSuccess) return [];
  const found = new Map<string, Problem>();
  const add = (account: Address, by: string) => found.set(`${account} ${by}`, changedControl(account, by));
  for (const event of events) for (const [account, by] of changeIn(event)) add(account, by);
  const { data: called } = call.safeParse(request?.payload);
  const [, name = ''] = /^0x0*1::account::(\w+)$/.exec(called?.function ?? '') ?? [];
  if (request === undefined || called === undefined || name === '') return [...found.values()];
  if (/^(rotate_authentication_key|upsert_ed25519_backup_key)/.test(name) && found.size === 0) {
    const [first] = called.arguments;
    const offerer =
      name.endsWith('_with_rotation_capability') && typeof first === 'string' ? addressOfNode(first) : undefined;
    const account = offerer ?? request.sender;
    const written = changes.flatMap((change) => accountChange.safeParse(change).data ?? []);
    const own = written.find((change) => change.address === account);
    if (own !== undefined) add(account, own.data.data.authentication_key);
  }
  if (/^offer_(signer|rotation)_capability$/.test(name)) {
    const to = called.arguments.flatMap((value) => (typeof value === 'string' ? (addressOfNode(value) ?? []) : []));
    // The proof is bytes, and the recipient is the last address.
    const by = to.at(-1);
    if (by !== undefined) add(request.sender, by);
  }
  return [...found.values()];
}

function changeIn({ type, data, guid: id }: NodeEvent): (readonly [Address, string])[] {
  switch (type) {
    case '0x1::account::KeyRotation': {
      const { data: read } = rotated.safeParse(data);
      return read === undefined ? [] : [[read.account, read.new_authentication_key]];
    }
    case '0x1::account::KeyRotationEvent': {
      const [{ data: read }, { data: named }] = [rotatedByHandle.safeParse(data), guid.safeParse(id)];
      return read === undefined || named === undefined ? [] : [[named.account_address, read.new_authentication_key]];
    }
    case '0x1::multisig_account::AddOwners':
    case '0x1::multisig_account::AddOwnersEvent': {
      const [{ data: read }, { data: named }] = [owners.safeParse(data), guid.safeParse(id)];
      const account = read?.multisig_account ?? named?.account_address;
      return read === undefined || account === undefined ? [] : read.owners_added.map((owner) => [account, owner]);
    }
    case '0x1::account_abstraction::UpdateDispatchableAuthenticator': {
      const { data: read } = others.safeParse(data);
      return read === undefined ? [] : [[read.account, 'a function that checks signatures']];
    }
    default:
      return [];
  }
}
