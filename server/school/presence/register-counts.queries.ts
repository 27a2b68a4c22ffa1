import { sql } from 'kysely'
import { isSettled } from './settled-marks.queries.ts'

/**
 * Joins how many are present, late, absent and excused in the register of the sheet `s`, as `counted.counts` in this order. They
 * are those that were stored with the sheet, or its marks are counted, if something but a save has changed them since.
 */
export const joinCounts = (schoolId: string) => sql`
  cross join lateral (
    select case when s.counted_version = s.version then s.counts else (
      select array[count(*) filter (where m.state = 'present'), count(*) filter (where m.state = 'late'),
        count(*) filter (where m.state = 'absent'), count(*) filter (where m.state = 'excused')]::smallint[]
      from attendance_marks m
      where m.school_id = ${schoolId} and m.class_room_id = s.class_room_id and m.date = s.date and ${isSettled}) end as counts
    offset 0) counted`

/** Whether a sheet is a register: one whose marks were all removed is not. */
export const hasCounts = sql<boolean>`counted.counts <> '{0,0,0,0}'`
