/** Why a node does not take a transaction: a code of `protocol.Return.response_code`, and the node's own text. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** A refusal of an actuator: java-tron's ContractValidateException. */
export function invalid(text: string): Refusal {
  return new Refusal('CONTRACT_VALIDATE_ERROR', `Contract validate error : ${text}`);
}

/** Too little TRX for bandwidth, activation, memo or signatures. The node keeps its reason to itself. */
export function poor(): Refusal {
  return new Refusal('BANDWITH_ERROR', 'Account resource insufficient error.');
}
