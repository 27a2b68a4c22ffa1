/**
 * How Node runs tests and journeys: a run is short, so collecting young objects seldom and compiling only what is hot saves
 * more than it costs, and both cores have enough to do without threads of their own for it.
 */
export const shortLived = [
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--interrupt-budget=1000000',
  '--single-threaded',
]
