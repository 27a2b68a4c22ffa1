/** The maximum number of rows for one statement: they fit into its time limit and into one event. */
export const portions = <T>(all: readonly T[], size = 500): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, nth) => all.slice(nth * size, (nth + 1) * size))
