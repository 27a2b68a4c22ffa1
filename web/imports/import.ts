import { type InfiniteData, useQuery } from '@tanstack/react-query'
import { imports } from '#contract/imports/imports.ts'
import type { InputOf, OutputOf } from '#contract/language/operation.ts'
import { writing } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { queryClient } from '#web/lib/query.ts'
import { currentOf } from '#web/records/change.ts'

export type Import = OutputOf<typeof imports.get>
export type Folder = OutputOf<typeof imports.folder>
export type ImportKind = Import['kind']
export type SheetColumn = Import['columns'][number]
export type ImportRow = OutputOf<typeof imports.rows>[number]
export type ProblemKind = Import['problemKinds'][number]
export type Show = NonNullable<InputOf<typeof imports.rows>['show']>

/** The list in the settings where that which was imported stands. */
export const listOf = { students: 'students', guardians: 'students', staff: 'teachers', courses: 'course' } as const

/** Whether the server works on it by itself. */
export const isBusy = ({ state }: Pick<Import, 'state'>) => ['waiting', 'running', 'undoing'].includes(state)

/** One import; requested again as long as the server works on it. */
export const useImport = (importId: string) =>
  useQuery({
    queryKey: keyOf(importId),
    queryFn: ({ signal }) => call(imports.get, { importId }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isBusy(data) ? 700 : false),
  })

type Whole = typeof imports.setColumns | typeof imports.leaveOut | typeof imports.start | typeof imports.undo

/**
 * Changes the whole import: the screen shows the answer at once, and the rows are requested again. Refused because somebody
 * else changed it meanwhile, it shows what they made of it.
 */
export async function changeImport<O extends Whole>(operation: O, input: InputOf<O>): Promise<Import> {
  const answer = await writing<Whole>(operation, input).catch((problem: unknown) => {
    const current = currentOf(imports.get, problem)
    if (current) putImport(current)
    throw problem
  })
  putImport(answer)
  void queryClient.invalidateQueries({ queryKey: [family, imports.rows.path] })
  void queryClient.invalidateQueries({ queryKey: [family, imports.list.path] })
  return answer
}

/** Writes into one row. It stays where it is shown, though it may no longer belong there, so that nothing moves meanwhile. */
export async function changeRow(input: InputOf<typeof imports.changeRow>): Promise<ImportRow> {
  const { import: changed, row } = await writing(imports.changeRow, input)
  putImport(changed)
  putRow(changed.id, row)
  return row
}

/** Decides whether a row is a new student or one who is there. */
export async function decideRow(input: InputOf<typeof imports.decide>) {
  const { import: changed, row } = await writing(imports.decide, input)
  putImport(changed)
  putRow(changed.id, row)
}

/** Leaves rows out or takes them in again, which are shown as they are now where they stand. */
export async function leaveOut(importId: string, rows: ImportRow[], leftOut: boolean) {
  putImport(await writing(imports.leaveOut, { importId, rows: rows.map(({ row }) => row), leftOut }))
  if (leftOut) for (const row of rows) putRow(importId, { ...row, outcome: 'leftOut' })
  else void queryClient.invalidateQueries({ queryKey: [family, imports.rows.path] })
}

export const putImport = (changed: Import) => queryClient.setQueryData(keyOf(changed.id), changed)

const family = 'Import'

const keyOf = (importId: string) => [family, imports.get.path, { importId }]

/** Wherever a row of an import is shown. */
function putRow(importId: string, changed: ImportRow) {
  queryClient.setQueriesData<InfiniteData<{ rows: ImportRow[] }>>(
    {
      queryKey: [family, imports.rows.path],
      predicate: ({ queryKey }) => (queryKey[2] as { importId: string }).importId === importId,
    },
    (pages) =>
      pages && {
        ...pages,
        pages: pages.pages.map((page) => ({
          ...page,
          rows: page.rows.map((row) => (row.row === changed.row ? changed : row)),
        })),
      },
  )
}
