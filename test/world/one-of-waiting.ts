import type pg from 'pg'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { today } from './clock.ts'
import { insert } from './insert.ts'
import { absenceRows } from './one-of-absence.ts'
import { world } from './world.ts'

const { nile, omar, class4a, manager, deputy, registrar, parent } = world

/** One of everything that waits for a decision in the first school, beside the payment and the invitations that the world has. */
export async function insertOneOfWaiting(client: pg.ClientBase) {
  const inSchool = { school_id: nile.id }
  const { rows: years } = await client.query<{ id: string }>(
    'select id from school_years where school_id = $1 order by id limit 1',
    [nile.id],
  )
  const year = years[0]!.id
  const ofOmar = { ...inSchool, student_id: omar.id }
  const known = { inSchool, result: ofOmar, person: manager.id, classRoom: class4a.id, year, date: daysFrom(today, -7) }
  for (const [table, row] of absenceRows(known)) {
    if (table.endsWith('_settings')) continue
    await insert(client, table, [row.steps === '[]' ? { ...row, steps: [] } : row])
  }
  const draft = { made_by: registrar.id, file_name: 'فصل ٤أ.xlsx', source: 'table', columns: [], rows: 20, problems: 2 }
  await insert(client, 'imports', [{ ...inSchool, id: newId(), ...draft }])
  const next = { from_year_id: year, to_year_id: newId(), to_year_name: '2027/2028', options: {}, made_by: manager.id }
  await insert(client, 'promotions', [{ ...inSchool, id: newId(), ...next }])
  await insert(client, 'phone_changes', [
    {
      ...inSchool,
      id: newId(),
      person_id: parent.id,
      old_number: '01000000005',
      new_number: '01000000995',
      requested_by: deputy.id,
      requested_at: `${today}T08:00:00Z`,
    },
  ])
  const invited = { teacher_name: 'معلم جديد', phone_number: '01000000996', invited_by: manager.id }
  await insert(client, 'staff_invitations', [{ ...inSchool, id: newId(), ...invited }])
}
