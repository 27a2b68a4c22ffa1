/** The code of a screen did not come: the network is away, or a newer version of the product took its place. */
export class NotFetched extends Error {}

/** Fetches what a screen is made of. */
export const fetched = <Fetched>(load: () => Promise<Fetched>): Promise<Fetched> =>
  load().catch((cause: unknown) => {
    throw new NotFetched('The code of a screen did not come', { cause })
  })
