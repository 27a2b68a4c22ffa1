/**
 * A gateway could not be reached, or answered something that it never answers. `refused`: it is well and refused this request, so that nothing was
 * done. The message is for the log and names no key.
 */
export class GatewayAway extends Error {
  readonly refused: boolean

  constructor(message: string, { refused = false } = {}) {
    super(message)
    this.refused = refused
  }
}

/** Whether a gateway surely did nothing, because it refused. */
export const isRefused = (problem: unknown) => problem instanceof GatewayAway && problem.refused
