/** The code of a screen could not be fetched: there is no network, or a newer version of the product has replaced it. */
export class NotFetched extends Error {}

/** Fetches the code and data of a screen. */
export const fetched = <Fetched>(load: () => Promise<Fetched>): Promise<Fetched> =>
  load().catch((cause: unknown) => {
    throw new NotFetched('The code of a screen did not come', { cause })
  })
