import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Refused } from '#contract/language/caller.ts'
import type { InputOf, Operation, OutputOf } from '#contract/language/operation.ts'
import { call } from './call.ts'
import { epoch } from './clock.ts'
import { joined } from './pages.ts'
import { mayPass, queryClient, triesAfter, waitBefore } from './query.ts'
import { useSession } from './session.ts'
import { useStore } from './store.ts'

/** Reads an operation; with `enabled` false nothing is requested yet. */
export const useRead = <O extends Operation>(operation: O, input: InputOf<O>, { enabled = true } = {}) =>
  useQuery({
    queryKey: keyOf(operation, input),
    queryFn: ({ signal }) => call(operation, input, { signal }),
    enabled,
    placeholderData: keepPreviousData,
  })

/** Starts a read before the component that needs it is rendered. Never throws: that component reads again and shows the error. */
export const readBefore = <O extends Operation>(operation: O, input: InputOf<O>) =>
  queryClient.prefetchQuery({
    queryKey: keyOf(operation, input),
    queryFn: ({ signal }) => call(operation, input, { signal }),
  })

/** A paged list, page after page: `rows` so far, `total` in all, `more` and `loadMore` for the next page. */
export function useList<O extends Operation>(operation: O, input: InputOf<O>, { enabled = true } = {}) {
  const query = useInfiniteQuery({
    queryKey: [...keyOf(operation, input), 'pages'],
    queryFn: ({ signal, pageParam }) => call.listed(operation, { ...input, pageNumber: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => {
      const have = pages.reduce((sum, { rows }) => sum + (rows as unknown[]).length, 0)
      return have < (total ?? 0) ? pages.length + 1 : undefined
    },
    enabled,
    placeholderData: keepPreviousData,
  })
  return {
    ...query,
    rows: query.data && (joined(query.data.pages.map(({ rows }) => rows as unknown[])) as OutputOf<O>),
    total: query.data?.pages[0]?.total ?? 0,
    more: query.hasNextPage,
    loadMore: () => void query.fetchNextPage(),
  }
}

/** A whole list, read in pages of 200; for lists that are edited as a whole, such as a register. */
export const useWhole = <O extends Operation>(operation: O, input: InputOf<O>, { enabled = true } = {}) =>
  useQuery({ enabled, ...whole(operation, input) })

/** The same, read from the server now: neither from the cache nor from a request that is already under way. */
export async function wholeNow<O extends Operation>(operation: O, input: InputOf<O>) {
  const read = whole(operation, input)
  await queryClient.cancelQueries({ queryKey: read.queryKey, exact: true })
  return queryClient.fetchQuery({ ...read, staleTime: 0 })
}

const whole = <O extends Operation>(operation: O, input: InputOf<O>) => ({
  queryKey: [...keyOf(operation, input), 'whole'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const all: unknown[] = []
    for (let pageNumber = 1; ; pageNumber++) {
      const { rows, total } = await call.listed(operation, { ...input, pageNumber, pageSize: 200 }, { signal })
      all.push(...(rows as unknown[]))
      if (all.length >= (total ?? 0) || (rows as unknown[]).length === 0) return all as OutputOf<O>
    }
  },
})

/** How long ago the newest answer to a read came, in ms; null before the first. */
export function ageOf({ path }: Operation): number | null {
  const ofRead = queryClient.getQueryCache().findAll({ predicate: ({ queryKey }) => queryKey[1] === path })
  const newest = Math.max(0, ...ofRead.map(({ state }) => state.dataUpdatedAt))
  return newest === 0 ? null : epoch() - newest
}

/** Marks the reads of an operation's family as stale, so that they are requested again. */
export const stale = (operation: Operation) => queryClient.invalidateQueries({ queryKey: [familyOf(operation)] })

/** After a write, the shown reads of its family are requested again; cached reads of other families when they are next shown. */
export const staleAfter = (operation: Operation) => {
  void queryClient.invalidateQueries({ refetchType: 'none' })
  return stale(operation)
}

/** Takes the answer of a write as what the read of the same shape would answer now. */
export const putAnswer = <O extends Operation>(operation: O, input: InputOf<O>, answer: OutputOf<O>) =>
  queryClient.setQueryData(keyOf(operation, input), answer)

/** Reads less of what is shown, and puts it into the answer that is there. */
export async function readPart<O extends Operation>(
  operation: O,
  { shown, less }: { shown: InputOf<O>; less: InputOf<O> },
  put: (before: OutputOf<O>, now: OutputOf<O>) => OutputOf<O>,
) {
  const now = await call(operation, less)
  changeAnswer(operation, shown, (before) => put(before, now))
}

/** Changes the answer of a read that is there, for what is shown before a write is answered. */
export const changeAnswer = <O extends Operation>(
  operation: O,
  input: InputOf<O>,
  change: (before: OutputOf<O>) => OutputOf<O>,
) => queryClient.setQueryData<OutputOf<O>>(keyOf(operation, input), (before) => before && change(before))

/**
 * A write. It has an idempotency key, so that sending it again after a lost answer has no second effect. It marks the reads of its
 * family as stale. So does the refusal that somebody else has changed the row: the person then starts again from the stored row.
 */
export function useWrite<O extends Operation>(operation: O) {
  return useMutation({
    mutationFn: (input: InputOf<O>) => writing(operation, input),
    onSuccess: () => staleAfter(operation),
    onError: (problem) => void (isOvertaken(problem) && stale(operation)),
  })
}

/** Whether a write was refused because somebody else has changed the same row meanwhile. */
export const isOvertaken = (problem: unknown): problem is Refused =>
  problem instanceof Refused && problem.status === 409

/**
 * Whether the signed-in person may call an operation in a school (if omitted, the default one), which a school that waits for approval
 * may not with every write. For hiding controls, not for protection.
 */
export function useMay(operation: Operation, schoolId?: string): boolean {
  const { status, schools, appPermissions } = useSession()
  const { defaultSchoolId } = useStore(({ defaults }) => defaults)
  const { access } = operation
  const school = schools.find(({ id }) => id === (schoolId ?? defaultSchoolId))
  const waits = operation.writes && !operation.whileInactive && school?.active === false
  if (waits && (access.to === 'member' || access.to === 'staff')) return false
  switch (access.to) {
    case 'anyone':
      return true
    case 'signedIn':
      return status === 'in' && (access.key === null || appPermissions.includes(access.key))
    case 'platform':
      return access.keys.some((key) => appPermissions.includes(key))
    case 'self':
    case 'selfOrGrant':
      return status === 'in'
    case 'anySchool':
      return (
        access.platformKeys.some((key) => appPermissions.includes(key)) ||
        schools.some(({ permissions }) => access.keys.some((key) => permissions.includes(key)))
      )
    case 'member':
      return school !== undefined
    case 'staff':
      return access.all
        ? access.keys.every((key) => school?.permissions.includes(key))
        : access.keys.some((key) => school?.permissions.includes(key))
  }
}

/** Sends a write until it is answered: a failure that may pass is retried with the same key, as often as a read. */
export async function writing<O extends Operation>(operation: O, input: InputOf<O>, key: string = crypto.randomUUID()) {
  for (let failures = 0; ; failures++) {
    try {
      return await call(operation, input, { key })
    } catch (problem) {
      if (failures === triesAfter(problem) || operation.secret || !mayPass(problem)) throw problem
      await new Promise((wait) => setTimeout(wait, waitBefore(failures, problem)))
    }
  }
}

const familyOf = ({ path }: Operation) => path.slice(0, path.lastIndexOf('/'))

const keyOf = (operation: Operation, input: unknown) => [familyOf(operation), operation.path, input] as const
