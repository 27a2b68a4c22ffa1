import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { byName, contains } from '#server/db/search.ts'

/** The lists shared by all schools, and the fields of their rows beside a name. */
const lists = {
  languages: ['description'],
  relationTypes: [],
  schoolTypes: ['description'],
  schoolContactTypes: ['description', 'iconUrl'],
  coinTypes: ['value', 'notes'],
  paymentTypes: ['notes', 'isActive'],
} as const satisfies Record<string, readonly (keyof Further)[]>

type Further = {
  description: string | null
  iconUrl: string | null
  value: number
  notes: string | null
  isActive: boolean
}

export type SharedList = keyof typeof lists

/** A row of a shared list as it is answered. */
export type Entry<L extends SharedList> = {
  id: string
  name: string
  createDate: string
  lastModifyDate: string
  version: number
} & Pick<Further, (typeof lists)[L][number]>

type Sought = { name?: string | null | undefined } & { [K in keyof Further]?: Further[K] | null | undefined }

/** Whether a shared list has a row of this id. */
export async function isListed(db: Db, list: SharedList, id: string) {
  const { rows } = await sql`select from ${sql.table(list)} where id = ${id}`.execute(db)
  return rows.length > 0
}

/** A shared list by name; texts match anywhere in their field, all other values must be equal. */
export function entriesOf<L extends SharedList>(db: Db, list: L, page: PageRequest, sought: Sought = {}) {
  let query = entryRows(db, list)
  for (const [field, value] of Object.entries(sought))
    if (value != null)
      query = query.where(
        typeof value === 'string' ? contains(field, value) : sql<boolean>`${sql.ref(field)} = ${value}`,
      )
  return paged(inOrder(query), page)
}

export const entryOf = async <L extends SharedList>(db: Db, list: L, id: string) =>
  (await entryRows(db, list).where(sql<boolean>`id = ${id}`).executeTakeFirst()) as Entry<L> | undefined

/** Stores a row and answers its id. */
export async function insertEntry(db: Db, list: SharedList, values: Record<string, unknown>) {
  const id = newId()
  const given = Object.entries(values).filter(([, value]) => value != null)
  await sql`insert into ${sql.table(list)} (id, ${sql.join(given.map(([column]) => sql.ref(column)))})
    values (${id}, ${sql.join(given.map(([, value]) => value))})`.execute(db)
  return id
}

/** Takes an inactive payment type of the same name into use again, with the notes and state given; null where there is none. */
export async function reuseType(
  db: Db,
  { name, notes, isActive }: { name: string; notes: string | null; isActive: boolean },
) {
  const { rows } = await sql<{ id: string }>`
    update payment_types set name = ${name}, notes = ${notes}, is_active = ${isActive},
      version = version + 1, modified_at = now()
    where fold(name) = fold(${name}) and not is_active returning id`.execute(db)
  return rows[0]?.id ?? null
}

/** The languages a school teaches in, by name. */
export const languagesIn = (db: Db, schoolId: string, page: PageRequest) =>
  paged(
    inOrder(
      entryRows(db, 'languages').where(
        sql<boolean>`exists (select from school_languages s
          where s.school_id = ${schoolId} and s.language_id = entry.id and s.removed_at is null)`,
      ),
    ),
    page,
  )

type Rows<L extends SharedList> = SelectQueryBuilder<{ entry: Entry<L> }, 'entry', Entry<L>>

const entryRows = <L extends SharedList>(db: Db, list: L) => {
  const columns = ['id', 'name', ...lists[list], 'version'].map((column) => sql.ref(column).as(column))
  return db
    .selectFrom(sql<Entry<L>>`${sql.table(list)}`.as('entry'))
    .select([...columns, sql`created_at`.as('createDate'), sql`modified_at`.as('lastModifyDate')]) as unknown as Rows<L>
}

const inOrder = <L extends SharedList>(query: Rows<L>) => query.orderBy(byName('name')).orderBy(sql`id`) as Rows<L>
