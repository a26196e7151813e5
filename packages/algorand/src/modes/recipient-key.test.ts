import { decodeAddress } from 'algosdk';
import { expect, it } from 'vitest';
import { connectTo, transfer } from '../../test/scripted-node.ts';
import { refusalOf } from '../../test/wish-rig.ts';

it('a recipient written as its public key in hex may be one, and the refusal says so', async () => {
  const key = Buffer.from(decodeAddress(transfer.recipientAddress).publicKey).toString('hex');
  const { chain, asked } = connectTo();
  const field = 'transaction.data.recipientAddress';
  expect(await refusalOf(chain.encode({ ...transfer, recipientAddress: key } as never))).toEqual([
    `secret.exposed ${field}: ${field} looks like a private key, or like a public key. If it is a private key, consider it lost: move everything that it holds to a new wallet, and never send such a thing to anybody. If it is a public key, it does not belong here.`,
  ]);
  expect(asked).toEqual([]);
});
