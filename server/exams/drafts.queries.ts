import { type RawBuilder, sql } from 'kysely'
import type { Reach } from '#server/access/reach.ts'
import { inReach } from '#server/db/rows.ts'

/** Whether parents see the marks of the exam `w`; published by nobody in particular means at once, when it was set. */
export const marksState = sql<'draft' | 'atOnce' | 'published'>`case
  when w.published_at is null then 'draft' when w.published_by is null then 'atOnce' else 'published' end`

/**
 * Which drafts among the results `r` a reach must not show although row-level security does: a teacher's call about their own
 * child sees the whole class, and of the courses of others they are a parent. Null where there are none.
 */
export function draftsHidden(
  reach: Reach,
  exam: { inSchool?: string; classRoom: string; course: string },
): RawBuilder<boolean> | null {
  if (reach.of !== 'classes' || !reach.childIds) return null
  const { personId } = reach
  return sql<boolean>`r.is_draft and not ${inReach({ of: 'classes', personId }, exam)}`
}
