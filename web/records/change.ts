import type { InputOf, Operation, OutputOf } from '#contract/language/operation.ts'
import { fromWire } from '#contract/language/wire-names.ts'
import { isOvertaken, useWrite } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query.ts'

/** A change of a setting. Settings depend on each other (a class shows its grade's name), so all reads become stale. */
export function useChange<O extends Operation>(operation: O) {
  const { mutateAsync } = useWrite(operation)
  return async (input: InputOf<O>): Promise<OutputOf<O>> => {
    try {
      const answer = await mutateAsync(input)
      void queryClient.invalidateQueries()
      return answer
    } catch (problem) {
      if (isOvertaken(problem)) void queryClient.invalidateQueries()
      throw problem
    }
  }
}

/** The row as it is stored now, if a change was refused because somebody else has changed it meanwhile; else null. */
export const currentOf = <O extends Operation>(operation: O, error: unknown) =>
  isOvertaken(error) && error.current ? (fromWire(operation.output, error.current) as OutputOf<O>) : null
