/** Fields under the names that wallets, explorers and other services give them. They are not near in spelling, so `nearest` cannot find them. */
const usualNames: Readonly<Record<string, string>> = {
  note: 'memo',
  comment: 'memo',
  message: 'memo',
  text: 'memo',
  tag: 'memo',
  destinationtag: 'memo',
  paymentid: 'memo',
  from: 'senderAddress',
  sender: 'senderAddress',
  to: 'recipientAddress',
  recipient: 'recipientAddress',
  destination: 'recipientAddress',
  receiver: 'recipientAddress',
  value: 'amount',
  quantity: 'amount',
  max: 'useMaxAmount',
  sendmax: 'useMaxAmount',
  token: 'tokenId',
  contract: 'tokenId',
  contractaddress: 'tokenId',
  asset: 'tokenId',
  mint: 'tokenId',
  publickey: 'senderPubKey',
  validator: 'validatorAddress',
  gaslimit: 'gas',
  sequence: 'nonce',
};

/** The field that another service calls by this name. */
export function namedElsewhere(name: string): string | undefined {
  const folded = name.toLowerCase().replaceAll(/[-_]/g, '');
  return Object.hasOwn(usualNames, folded) ? usualNames[folded] : undefined;
}
