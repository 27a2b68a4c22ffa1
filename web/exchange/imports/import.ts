import { type InfiniteData, useQuery } from '@tanstack/react-query'
import { imports } from '#contract/exchange/imports/imports.ts'
import type { InputOf, OutputOf } from '#contract/language/operation.ts'
import { putAnswer, writing } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { paths } from '#web/lib/paths.ts'
import { queryClient } from '#web/lib/query.ts'
import { currentOf } from '#web/records/change.ts'

export type Import = OutputOf<typeof imports.get>
export type Folder = OutputOf<typeof imports.folder>
export type ImportKind = Import['kind']
export type SheetColumn = Import['columns'][number]
export type ImportRow = OutputOf<typeof imports.rows>[number]
export type ProblemKind = Import['problemKinds'][number]
export type Show = NonNullable<InputOf<typeof imports.rows>['show']>

/** The list that contains the imported rows, and where it is. */
export const listOf = {
  students: 'students',
  guardians: 'students',
  staff: 'teachers',
  courses: 'course',
  balances: 'fees',
  marks: 'students',
  attendance: 'students',
} as const
export const listAddress = (kind: ImportKind) => (kind === 'balances' ? paths.fees() : paths.settings(listOf[kind]))

/** Whether the server is working on the import. */
export const isBusy = ({ state }: Pick<Import, 'state'>) => ['waiting', 'running', 'undoing'].includes(state)

/** One import. It is requested again and again while the server is working on it. */
export const useImport = (importId: string) =>
  useQuery({
    queryKey: keyOf(importId),
    queryFn: ({ signal }) => call(imports.get, { importId }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isBusy(data) ? 700 : false),
  })

type Whole =
  | typeof imports.setColumns
  | typeof imports.leaveOut
  | typeof imports.decideAll
  | typeof imports.start
  | typeof imports.undo

/**
 * Changes the whole import. The screen shows the answer at once, and the rows are requested again. If the change is refused
 * because another person changed the import, their version is shown.
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

/** Writes into one row. The row stays where it is shown, even if it no longer belongs there, so that nothing moves. */
export async function changeRow(input: InputOf<typeof imports.changeRow>): Promise<ImportRow> {
  const { import: changed, row } = await writing(imports.changeRow, input)
  putImport(changed)
  putRow(changed.id, row)
  return row
}

/** Decides whether a row is a new student or an existing one. */
export async function decideRow(input: InputOf<typeof imports.decide>) {
  const { import: changed, row } = await writing(imports.decide, input)
  putImport(changed)
  putRow(changed.id, row)
}

/** Leaves rows out or includes them again. They stay where they are shown, with their new state. */
export async function leaveOut(importId: string, rows: ImportRow[], leftOut: boolean) {
  putImport(await writing(imports.leaveOut, { importId, rows: rows.map(({ row }) => row), leftOut }))
  if (leftOut) for (const row of rows) putRow(importId, { ...row, outcome: 'leftOut' })
  else void queryClient.invalidateQueries({ queryKey: [family, imports.rows.path] })
}

export const putImport = (changed: Import) => putAnswer(imports.get, { importId: changed.id }, changed)

const family = 'Import'

const keyOf = (importId: string) => [family, imports.get.path, { importId }]

/** Updates a row of an import in all places where it is shown. */
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
