import { rawTransaction } from '../bytes/layout.ts';
import { noSequenceNumber, rawBytes } from '../bytes/raw-transaction.ts';
import { signedBytes, transactionId } from '../bytes/signed-transaction.ts';
import type { NodeTransaction, Request } from '../upstream/node-transaction.ts';
import { type KnownCall, readCall } from './payload.ts';
import { readSignatures } from './signature.ts';

// The id of a transaction is the hash of all that was signed. So a node that shows another transaction under an id is found out.

/**
 * Whether the id follows from the transaction. True for those that are not checked: calls that are not understood, scripts, payloads that were
 * encrypted, and signatures of other kinds.
 *
 * @param chainId - 1 on mainnet, 2 on testnet. The node's JSON does not hold it.
 */
export function provesItsId({ hash, request }: NodeTransaction, chainId: number): boolean {
  if (request === undefined) return true;
  const known = readCall(request.payload);
  const signatures = readSignatures(request.signature);
  if (known === undefined || signatures === undefined) return true;
  const { sender, payer } = signatures;
  return encodingsOf(request, known, chainId).some((raw) => transactionId(signedBytes(raw, sender, payer)) === hash);
}

/** The transaction in all the forms that have this JSON. */
function encodingsOf(request: Request, { call }: KnownCall, chainId: number): Uint8Array[] {
  const { sequenceNumber = noSequenceNumber, nonce, payload, signature, ...others } = request;
  const common = { ...others, chainId };
  if (nonce !== undefined) return [rawBytes({ ...common, call, replay: { nonce } })];
  return [
    rawBytes({ ...common, call, replay: { sequenceNumber } }),
    // The payload of AIP-129 may also be used with a sequence number.
    rawTransaction
      .serialize({
        ...common,
        sequenceNumber,
        payload: {
          Payload: {
            V1: {
              executable: {
                EntryFunction: { ...call, typeArguments: [...call.typeArguments], arguments: [...call.arguments] },
              },
              extraConfig: { V1: { multisigAddress: null, replayProtectionNonce: null } },
            },
          },
        },
      })
      .toBytes(),
  ];
}
