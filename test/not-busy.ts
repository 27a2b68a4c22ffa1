/** Calls as a person would: again where the service says that it is busy, as it may on a slow machine. Nothing was stored then. */
export const untilNotBusy = <T>(call: () => Promise<T>): Promise<T> =>
  call().catch((refusal: { status?: number }) =>
    refusal.status === 503 ? untilNotBusy(call) : Promise.reject(refusal),
  )
