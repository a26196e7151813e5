/** A request that a service refuses. Each interface writes it in its own way. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** The HTTP status. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
