import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'

export type Template = Switches & {
  schoolId: string
  kind: string
  size: string
  header: string | null
  footer: string | null
  signatures: { title: string; name: string | null }[]
  version: number
}

/** The templates that a school has chosen; kinds without one look as the product proposes. */
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

/**
 * Stores how papers of a kind look; answers false where another version is stored than the one that was changed. Null changes
 * whichever is stored.
 */
export async function storeTemplate(db: Db, template: Omit<Template, 'version'>, baseVersion: number | null) {
  const { schoolId, kind, size, header, footer, signatures, ...options } = template
  const { rows } = await sql<{ stored: boolean }>`
    insert into paper_templates (school_id, id, kind, size, header, footer, signatures, options, version)
    select ${schoolId}::uuid, ${newId()}::uuid, ${kind}::text, ${size}::text, ${header}::text, ${footer}::text, ${JSON.stringify(signatures)}::jsonb,
      ${JSON.stringify(options)}::jsonb, 2
    where coalesce(${baseVersion}::integer, 1) = 1 or exists (select from paper_templates where school_id = ${schoolId} and kind = ${kind})
    on conflict (school_id, kind) do update set size = excluded.size, header = excluded.header, footer = excluded.footer,
      signatures = excluded.signatures, options = excluded.options, version = paper_templates.version + 1, modified_at = excluded.modified_at
      where paper_templates.version = coalesce(${baseVersion}::integer, paper_templates.version)
    returning true as stored`.execute(db)
  return rows.length > 0
}
