import { parseArgs } from 'node:util'
import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { desk } from '#contract/teaching/absence/desk.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { withClient } from '#server/db/client.ts'
import { generatedYear } from '#test/world/generated-absence.ts'
import { world } from '#test/world/world.ts'
import { demoSchool, productOver } from './demo-school.ts'
import { cpuOfPostgres } from './machine.ts'

/**
 * `node bin/bench.mjs absence`: the CPU time, of the server and PostgreSQL together, of the absence desk, of counting a whole
 * school, and of saving a register with its counting. Other work of the machine changes these numbers little.
 */
const { values } = parseArgs({
  options: { pupils: { type: 'string', default: '2000' }, rounds: { type: 'string', default: '20' } },
})
const [pupils, rounds] = [Number(values.pupils), Number(values.rounds)]
const school = await demoSchool('absence')
const { connection, today } = school

await withClient(connection, async (client) => {
  const sql = async (text: string, given?: unknown[]) => (await client.query(text, given)).rows
  const { nile, manager } = world
  const { year } = await generatedYear(sql, { school: nile, pupils, today, takenBy: manager.id })
  await sql(
    `insert into attendance_sheets (school_id, class_room_id, date, saved_by)
     select school_id, id, $2, $3 from class_rooms where school_id = $1 on conflict do nothing`,
    [nile.id, today, manager.id],
  )
  await sql(
    `insert into attendance_marks (id, school_id, class_room_id, student_id, date, state, supervisor_id)
     select gen_random_uuid(), school_id, class_room_id, id, $2, (array['present','present','present','present','present','present',
       'present','present','absent','late'])[1 + abs(hashtext(id::text)) % 10], $3
     from students where school_id = $1 and active`,
    [nile.id, today, manager.id],
  )
  // Today must be a school day, for the registers that are saved below.
  await sql('update school_week set open_weekdays = 127 where school_id = $1', [nile.id])
  await sql('delete from calendar_days where school_id = $1 and $2 between from_day and to_day', [nile.id, today])
  const steps = JSON.stringify([3, 7, 15].map((at) => ({ at, name: `step ${at}`, action: 'letter', points: null })))
  await sql(
    `insert into absence_rules (school_id, id, position, name, counts, period, counted, late_days, steps)
     values ($1, gen_random_uuid(), 0, 'running', 'running', 'year', 'unexcused', null, $2),
       ($1, gen_random_uuid(), 1, 'separate', 'separate', 'year', 'all', 3, $2)`,
    [nile.id, steps],
  )
  await sql('vacuum analyze')

  const product = await productOver(connection)
  const call = await product.as(manager)
  const [{ pid }] = (await sql('select pg_backend_pid() as pid')) as [{ pid: number }]

  const cost = async (what: string, times: number, act: (turn: number) => Promise<unknown>) => {
    await act(0)
    const [node, postgres] = [process.cpuUsage(), cpuOfPostgres(pid)!]
    for (let turn = 1; turn <= times; turn++) await act(turn)
    const { user, system } = process.cpuUsage(node)
    const ms = [user + system, cpuOfPostgres(pid)! - postgres].map((used) => used / times / 1000)
    console.log(
      `${what.padEnd(44)} Node ${ms[0]!.toFixed(1)} + PostgreSQL ${ms[1]!.toFixed(1)} = ${(ms[0]! + ms[1]!).toFixed(1)} ms`,
    )
  }
  const { students } = await call(desk.get, { schoolId: nile.id })
  console.log(`${pupils} pupils, ${students.length} of them on the desk`)
  await cost('the desk', rounds, () => call(desk.get, { schoolId: nile.id }))
  const everybody = year.map(({ id }) => id)
  const record = (ids: string[]) => sql('select record_absence_steps($1, $2, $3)', [nile.id, ids, today])
  await cost('counting of the whole school', 3, () => record(everybody))
  const room = year.filter(({ classRoomId }) => classRoomId === year[0]!.classRoomId).slice(0, 40)
  await cost('counting of 40 pupils after their register', rounds, () => record(room.map(({ id }) => id)))
  const save = (turn: number) =>
    call(attendance.save, {
      classRoomId: room[0]!.classRoomId,
      date: today,
      students: room.map(({ id }, at) => ({
        studentId: id,
        state: (at + turn) % 9 === 0 ? ('absent' as const) : ('present' as const),
      })),
    })
  await cost('save of a register of 40', rounds, save)
  await sql('update absence_rules set active = false')
  await cost('the same in a school without rules', rounds, save)
  await call(absenceRules.get, { schoolId: nile.id })
  await product.close()
})
await school.close()
