import { linesWithoutValues } from '#server/db/without-values.ts'

/** Ends the process at an error that nobody caught, as Node does, but without the values of rows that Node would print. */
export function endOnCrash() {
  process.on('uncaughtException', (problem) => {
    console.error(`Kashkool ends because of an error that nobody caught. ${linesWithoutValues(problem)}`)
    process.exit(1)
  })
}
