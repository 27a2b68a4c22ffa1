import { type RawBuilder, sql } from 'kysely'
import type { Reach } from '#server/db/reach.ts'
import { inReach } from '#server/db/rows.ts'

/**
 * Whether parents see the marks of the exam `w`. If they were published without a person, they were visible at once, when the
 * exam was set.
 */
export const marksState = sql<'draft' | 'atOnce' | 'published'>`case
  when w.published_at is null then 'draft' when w.published_by is null then 'atOnce' else 'published' end`

/**
 * The drafts among the results `r` that a reach must not show, although row-level security allows them. The call of a teacher
 * about their own child sees the whole class, but in the courses of other teachers they are only a parent. Null if nothing must
 * be hidden.
 */
export function draftsHidden(
  reach: Reach,
  exam: { inSchool?: string; classRoom: string; course: string },
): RawBuilder<boolean> | null {
  if (reach.of !== 'classes' || !reach.childIds) return null
  const { personId } = reach
  return sql<boolean>`r.is_draft and not ${inReach({ of: 'classes', personId }, exam)}`
}
