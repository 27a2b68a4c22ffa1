import type { imports } from '#contract/exchange/imports/imports.ts'
import { repeatedMeanings } from '#contract/exchange/imports/import-shapes.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import type { Context } from '#server/call/implement.ts'
import type { NamedName } from '#server/exchange/imports/imports.queries.ts'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { tableGround } from '#server/exchange/imports/tables/courses.queries.ts'
import { givableRoles } from '#server/people/teachers/invited-roles.rules.ts'
import { feeItemsOf } from '#server/money/fees/settings.queries.ts'
import { knownNames } from './names.queries.ts'

type SetColumns = Context<typeof imports.setColumns>['input']
type Answer = OutputOf<typeof imports.get>

/** The columns with the meanings that were sent. Each meaning may be used once, but those of which each course has its own. */
export function meant({ columns }: Answer, answers: NonNullable<SetColumns['columns']>) {
  const all = columns.map(({ position: _, hidden: __, ...column }) => column)
  for (const { position, meaning, dayOrder, numberKind, recordFieldId, fullMark, fillDown } of answers) {
    const column = all[position]
    if (!column || (meaning === 'ownField' && !recordFieldId)) throw invalid('Invalid input')
    const means = recordFieldId ? 'ownField' : (meaning ?? null)
    all[position] = {
      ...column,
      meaning: means,
      recordFieldId: recordFieldId ?? null,
      guess: means === column.meaning ? column.guess : null,
      ...(numberKind !== undefined && { numberKind }),
      ...(fullMark !== undefined && { fullMark }),
      ...(fillDown !== undefined && { fillDown }),
      ...(dayOrder !== undefined && { dayOrder, dayOrderChosen: dayOrder !== null }),
    }
  }
  const used = all.flatMap(({ meaning, recordFieldId }) =>
    repeatedMeanings.some((one) => one === meaning) ? [] : (recordFieldId ?? meaning ?? []),
  )
  mustDiffer(used, 'Two columns cannot mean the same')
  return all
}

export function named(names: NamedName[], answers: NonNullable<SetColumns['names']>): NamedName[] {
  const meant = answers.map(({ grade = null, ...one }) => ({ ...one, grade }))
  const others = names.filter(
    (one) => !meant.some(({ kind, name, grade }) => kind === one.kind && name === one.name && grade === one.grade),
  )
  return [...others, ...meant.flatMap(({ kind, name, grade, id }) => (id ? [{ kind, name, grade, id }] : []))]
}

type Chosen = Pick<SetColumns, 'classRoomId' | 'relationId' | 'columns'> & { names: NamedName[] }

/** Checks that what was chosen belongs to the school. */
export async function mustBeKnown(
  { db, school }: Pick<Context<typeof imports.setColumns>, 'db' | 'school'>,
  { classRoomId, relationId, names, columns }: Chosen,
) {
  const { classes, relations, fields } = await knownNames(db, school.id)
  const idsOf = (kind: NamedName['kind']) => names.filter((one) => one.kind === kind).map(({ id }) => id)
  const chosenFields = (columns ?? []).flatMap(({ recordFieldId }) => recordFieldId ?? [])
  const chosen = (kind: 'class' | 'relation', id: string | null | undefined) => [...idsOf(kind), ...(id ? [id] : [])]
  const known = (rows: { id: string }[], ids: string[]) => ids.every((id) => rows.some((row) => row.id === id))
  if (!known(fields, chosenFields)) throw notFound()
  if (!known(classes, chosen('class', classRoomId)) || !known(relations, chosen('relation', relationId)))
    throw notFound()
  const choices = {
    feeItem: () => feeItemsOf(db, school.id),
    role: async () => [builtInRoles.schoolTeacher, ...(await givableRoles(db, school.id))],
    course: async () => (await tableGround(db, school.id)).courses,
  }
  for (const kind of ['feeItem', 'role', 'course'] as const) {
    const ids = idsOf(kind)
    if (ids.length > 0 && !known(await choices[kind](), ids)) throw notFound()
  }
}
