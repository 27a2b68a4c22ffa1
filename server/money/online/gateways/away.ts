/**
 * A gateway could not be reached, or answered something that it never answers. `refused`: it is well and refused this request, so that nothing was
 * done, with this `status`. The message is for the log and names no key.
 */
export class GatewayAway extends Error {
  readonly status: number | undefined

  constructor(message: string, { refused }: { refused?: number } = {}) {
    super(message)
    this.status = refused
  }
}

/** Whether a gateway surely did nothing, because it refused. */
export const isRefused = (problem: unknown) => problem instanceof GatewayAway && problem.status !== undefined
