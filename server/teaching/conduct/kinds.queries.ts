import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'

export type StoredKind = {
  id: string
  kindName: string
  isMerit: boolean
  level: number | null
  points: number
  measures: string[]
  parentsSee: boolean
  source: string | null
  version: number
}

type Draft = Omit<StoredKind, 'id' | 'version' | 'level' | 'source'> & {
  id?: string | null | undefined
  level?: number | null | undefined
  source?: string | null | undefined
}

const columns = sql`id, name as kind_name, is_merit, level, points, to_jsonb(measures) as measures, parents_see, source, version`

/** The kinds of a school that were not removed, in their order. */
export async function conductKindsOf(db: Db, schoolId: string) {
  const { rows } = await sql<StoredKind>`
    select ${columns} from conduct_kinds where school_id = ${schoolId} and removed_at is null order by position, id`.execute(
    db,
  )
  return rows
}

export async function conductKindOf(db: Db, schoolId: string, id: string) {
  const { rows } = await sql<StoredKind>`
    select ${columns} from conduct_kinds where school_id = ${schoolId} and id = ${id} and removed_at is null`.execute(
    db,
  )
  return rows[0]
}

type Settings = { fullMark: number | null; startsAt: number | null; version: number }

export async function conductSettingsOf(db: Db, schoolId: string): Promise<Settings> {
  const { rows } = await sql<Settings>`
    select full_mark, starts_at, version from conduct_settings where school_id = ${schoolId}`.execute(db)
  return rows[0] ?? { fullMark: null, startsAt: null, version: 1 }
}

/** Locks the settings of a school until the call ends. Creates them if there are none. */
export async function lockConductSettings(db: Db, schoolId: string) {
  const { rows } = await sql<{ version: number }>`
    insert into conduct_settings (school_id) values (${schoolId})
    on conflict (school_id) do update set version = conduct_settings.version
    returning version`.execute(db)
  return rows[0]!.version
}

export const saveConductSettings = (db: Db, schoolId: string, { fullMark, startsAt }: Omit<Settings, 'version'>) =>
  sql`update conduct_settings set full_mark = ${fullMark}, starts_at = ${startsAt}, version = version + 1, modified_at = now()
    where school_id = ${schoolId}`.execute(db)

/**
 * Stores the complete list of a school's kinds. A changed kind gets the next version; a kind that is not in the list is
 * removed.
 */
export async function storeKinds(db: Db, schoolId: string, kinds: readonly Draft[]) {
  const drafts = kinds.map((kind, at) => ({ ...kind, id: kind.id ?? newId(), position: at }))
  const kept = drafts.map(({ id }) => id)
  await sql`
    update conduct_kinds set removed_at = now(), modified_at = now()
    where school_id = ${schoolId} and removed_at is null and not id = any (${kept}::uuid[])`.execute(db)
  await sql`
    insert into conduct_kinds as k (school_id, id, position, name, is_merit, level, points, measures, parents_see, source)
    select ${schoolId}, d.id, d.position, d."kindName", d."isMerit", d.level, d.points, d.measures, d."parentsSee", d.source
    from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb) as d (id uuid, position integer, "kindName" text, "isMerit" boolean,
      level smallint, points numeric, measures text[], "parentsSee" boolean, source text)
    on conflict (school_id, id) do update set position = excluded.position, name = excluded.name, is_merit = excluded.is_merit,
      level = excluded.level, points = excluded.points, measures = excluded.measures, parents_see = excluded.parents_see,
      source = excluded.source, version = k.version + 1, modified_at = excluded.modified_at
    where (k.position, k.name, k.is_merit, k.level, k.points, k.measures, k.parents_see, k.source) is distinct from
      (excluded.position, excluded.name, excluded.is_merit, excluded.level, excluded.points, excluded.measures,
        excluded.parents_see, excluded.source)`.execute(db)
}
