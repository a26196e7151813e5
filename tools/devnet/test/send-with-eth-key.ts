import { AuthInfo, Fee, ModeInfo, SignDoc, SignerInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { SigningKey } from 'ethers';
import type { CosmosAccount, CosmosEngine } from '../src/cosmos/index.ts';

/** A kind of key that cosmjs does not know. */
interface EthKey {
  /** Of the public key. */
  readonly typeUrl: string;
  /** Of the sign document, in hex. */
  readonly hash: (bytes: Uint8Array) => string;
}

/** Signs and broadcasts one message. Answers what the node said: 'accepted', or why not. */
export async function sendWithEthKey(
  engine: CosmosEngine,
  sender: CosmosAccount,
  message: { readonly typeUrl: string; readonly value: Uint8Array },
  { typeUrl, hash }: EthKey,
): Promise<string> {
  const { info } = await engine.rest<{ info: { account_number: string; sequence: string } }>(
    `/cosmos/auth/v1beta1/account_info/${sender.address}`,
  );
  const bodyBytes = TxBody.encode(TxBody.fromPartial({ messages: [message] })).finish();
  const gas = 300_000n;
  const fee = { denom: engine.denom, amount: String(gas * 20_000_000_000n) };
  const authInfoBytes = AuthInfo.encode(
    AuthInfo.fromPartial({
      signerInfos: [
        SignerInfo.fromPartial({
          // Field 1, 33 bytes.
          publicKey: { typeUrl, value: Buffer.from(`0a21${sender.publicKey}`, 'hex') },
          modeInfo: ModeInfo.fromPartial({ single: { mode: 1 } }),
          sequence: BigInt(info.sequence),
        }),
      ],
      fee: Fee.fromPartial({ amount: [fee], gasLimit: gas }),
    }),
  ).finish();
  const accountNumber = BigInt(info.account_number);
  const document = SignDoc.fromPartial({ bodyBytes, authInfoBytes, chainId: engine.nativeChainId, accountNumber });
  const { r, s } = new SigningKey(sender.privateKey).sign(hash(SignDoc.encode(document).finish()));
  const signature = Buffer.from(`${r.slice(2)}${s.slice(2)}`, 'hex');
  const bytes = TxRaw.encode(TxRaw.fromPartial({ bodyBytes, authInfoBytes, signatures: [signature] })).finish();
  const response = await fetch(`${engine.url}/cosmos/tx/v1beta1/txs`, {
    method: 'POST',
    body: JSON.stringify({ tx_bytes: Buffer.from(bytes).toString('base64'), mode: 'BROADCAST_MODE_SYNC' }),
  });
  // Injective refuses with an HTTP status, others within an answer of status 200.
  const answer = (await response.json()) as { message?: string; tx_response?: { code: number; raw_log: string } };
  const { tx_response: checked, message: refusal = '' } = answer;
  if (checked === undefined) return refusal;
  return checked.code === 0 ? 'accepted' : `code ${checked.code}: ${checked.raw_log}`;
}
