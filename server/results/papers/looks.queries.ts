import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'

export type Template = Switches & {
  schoolId: string
  kind: string
  size: string
  header: string | null
  footer: string | null
  signatures: { title: string; name: string | null; latinName?: string }[]
  version: number
}

/** The templates that a school has chosen; other kinds have the default look. */
export async function templatesOf(db: Db, schoolId: string): Promise<Template[]> {
  const rows = await db
    .selectFrom('paperTemplates')
    .where('schoolId', '=', schoolId)
    .select(['schoolId', 'kind', 'size', 'header', 'footer', 'version'])
    .select(sql<Template['signatures']>`signatures`.as('signatures'))
    .select(sql<Switches>`options`.as('options'))
    .execute()
  return rows.map(({ options, ...row }) => ({ ...row, ...options }))
}

type Switches = {
  showsRecord: boolean
  showsPhoto: boolean
  showsAttendance: boolean
  showsRank: boolean
  easternDigits: boolean
}

/** Stores how papers of a kind look. Returns false if the stored version is not `baseVersion`; null changes any version. */
export async function storeTemplate(db: Db, template: Omit<Template, 'version'>, baseVersion: number | null) {
  const { schoolId, kind, size, header, footer, signatures, ...options } = template
  const [signed, switches] = [JSON.stringify(signatures), JSON.stringify(options)]
  // Without a stored template there is only version 1.
  const stored =
    (baseVersion ?? 1) === 1
      ? sql`
    insert into paper_templates (school_id, id, kind, size, header, footer, signatures, options, version)
    values (${schoolId}, ${newId()}, ${kind}, ${size}, ${header}, ${footer}, ${signed}::jsonb, ${switches}::jsonb, 2)
    on conflict (school_id, kind) do update set size = excluded.size, header = excluded.header, footer = excluded.footer,
      signatures = excluded.signatures, options = excluded.options, version = paper_templates.version + 1, modified_at = excluded.modified_at
      where paper_templates.version = coalesce(${baseVersion}::integer, paper_templates.version)
    returning true as stored`
      : sql`
    update paper_templates set size = ${size}, header = ${header}, footer = ${footer}, signatures = ${signed}::jsonb,
      options = ${switches}::jsonb, version = version + 1, modified_at = now()
    where school_id = ${schoolId} and kind = ${kind} and version = ${baseVersion}
    returning true as stored`
  return (await stored.execute(db)).rows.length > 0
}
