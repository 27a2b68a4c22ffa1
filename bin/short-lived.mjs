/** The option with which only hot code is optimised. From version 22 on, Node does not know it, and does not start with it. */
export function compilingLate(budget) {
  return Number(process.versions.node.split('.')[0]) < 22 ? [`--interrupt-budget=${budget}`] : []
}

/**
 * How Node runs tests and journeys. These processes live for a short time: rare collections of young objects and compiling only hot
 * code save more than they cost. Both cores are busy anyway, so V8 gets no threads of its own.
 */
export const shortLived = [
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  ...compilingLate(250_000),
  '--single-threaded',
]
