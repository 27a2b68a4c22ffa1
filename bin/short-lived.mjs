/** With it, only hot code is optimised. From version 22 on, Node does not know it, and does not start with it. */
const compilingLate = Number(process.versions.node.split('.')[0]) < 22 ? ['--interrupt-budget=250000'] : []

/**
 * How Node runs tests and journeys. These processes live for a short time: rare collections of young objects and compiling only hot
 * code save more than they cost. Both cores are busy anyway, so V8 gets no threads of its own.
 */
export const shortLived = [
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  ...compilingLate,
  '--single-threaded',
]
