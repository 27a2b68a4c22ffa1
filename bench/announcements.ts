import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { posts, postWriting } from '#contract/messages/posts/posts.ts'
import { civilDay, homeZone } from '#server/base/days.ts'
import { withClient } from '#server/db/client.ts'
import { publishDuePosts } from '#server/messages/posts/publishing-work.queries.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { world } from '#test/world/world.ts'
import { demoSchool, productOver } from './demo-school.ts'
import { cpuOfPostgres } from './machine.ts'

/**
 * `node bin/bench.mjs announcements`: an announcement to a whole school. It measures how long its writer waits, how long publishing
 * at the planned hour takes, and the work that follows, in elapsed time and CPU time.
 */
const { values } = parseArgs({
  options: { readers: { type: 'string', default: '5000' }, rounds: { type: 'string', default: '7' } },
})
const [readers, rounds] = [Number(values.readers), Number(values.rounds)]
const school = await demoSchool('announcements')
const { connection } = school

await withClient(connection, async (client) => {
  const sql = async (text: string, given?: unknown[]) => (await client.query(text, given)).rows
  const { nile, class4a, manager, parent } = world
  await sql(
    `insert into class_rooms (id, school_id, grade_id, language_id, name, gender, max_of_students)
     select gen_random_uuid(), school_id, grade_id, language_id, 'Hall ' || n, gender, 500
     from class_rooms, generate_series(0, $2::integer) n where id = $1`,
    [class4a.id, Math.ceil(readers / 500)],
  )
  await sql(
    `with person as (
       insert into users (id, phone_number, password_hash, first_name, middle_name, last_name)
       select gen_random_uuid(), '0157' || lpad(n::text, 7, '0'), password_hash, 'ولي', 'أمر', 'رقم ' || n
       from users, generate_series(1, $3::integer) n where id = $2 returning id, last_name
     ), child as (
       insert into students (id, school_id, class_room_id, code, first_name, middle_name, last_name, is_paid)
       select gen_random_uuid(), $1, c.id, 'ST' || lpad((800000000 + n)::text, 10, '0'), 'طالب', 'قياس', 'رقم ' || n, true
       from generate_series(1, $3::integer) n join class_rooms c on c.school_id = $1 and c.name = 'Hall ' || (n / 500)
       returning id, last_name
     )
     insert into student_parents (id, school_id, student_id, parent_id, relation_id, consent_by)
     select gen_random_uuid(), $1, child.id, person.id, (select id from relation_types limit 1), $4
     from child join person using (last_name)`,
    [nile.id, parent.id, readers, manager.id],
  )
  await sql('vacuum analyze')

  const product = await productOver(connection)
  const call = await product.as(manager)
  const [{ pid }] = (await sql('select pg_backend_pid() as pid')) as [{ pid: number }]

  const measured = async (what: string, act: () => Promise<unknown>, before = async () => {}) => {
    const took: number[] = []
    let [node, postgres] = [0, 0]
    for (let round = 0; round <= rounds; round++) {
      await before()
      const [at, cpu, ofPostgres] = [performance.now(), process.cpuUsage(), cpuOfPostgres(pid)!]
      await act()
      if (round === 0) continue
      took.push(performance.now() - at)
      const { user, system } = process.cpuUsage(cpu)
      node += (user + system) / 1000 / rounds
      postgres += (cpuOfPostgres(pid)! - ofPostgres) / rounds
    }
    took.sort((a, b) => a - b)
    console.log(
      `${what.padEnd(38)} ${took[rounds >> 1]!.toFixed(0)} ms, slowest ${took.at(-1)!.toFixed(0)} ms; Node ${node.toFixed(0)} + PostgreSQL ${(postgres / 1000).toFixed(0)} ms`,
    )
  }

  const audience = [{ kind: 'school' as const }]
  const draft = {
    schoolId: nile.id,
    title: 'إعلان للمدرسة كلها',
    body: 'نص الإعلان.',
    audience,
    answers: ['نعم', 'لا'],
  }
  let last = ''
  await measured('counting them before', () => call(postWriting.count, { schoolId: nile.id, audience }))
  await measured('publishing: the writer waits', async () => {
    last = (await call(postWriting.add, draft)).id
  })
  await sql('truncate outbox')
  await measured(
    'what follows: their inboxes',
    () => deliverAll(connection),
    async () => {
      last = (await call(postWriting.add, draft)).id
    },
  )
  const [{ many }] = (await sql('select count(*)::integer as many from inbox_items where subject_ids[1] = $1', [
    last,
  ])) as [{ many: number }]
  const soon = () => new Date(Date.now() + 40 * 86_400_000)
  await publishDuePosts(connection, soon())
  await measured(
    'the planned hour',
    async () => {
      if ((await publishDuePosts(connection, soon())) !== 1) throw new Error('one is due')
    },
    async () => {
      const day = civilDay(new Date(Date.now() + 20 * 86_400_000), homeZone)
      await call(postWriting.add, { ...draft, publishDay: day, publishTime: '08:00' })
    },
  )
  const [{ planned }] = (await sql(
    'select count(*)::integer as planned from post_readers where post_id = (select id from posts order by published_at desc nulls last limit 1)',
  )) as [{ planned: number }]
  await measured('a page of the report', () => call(postWriting.report, { postId: last }))
  await measured('the list of those who write', () => call(postWriting.written, { schoolId: nile.id }))
  const ofParent = await product.as(parent)
  await measured('the list of a parent', () => ofParent(posts.list, {}))
  await measured('the inbox of a parent', () => ofParent(inbox.items, {}))
  await measured('reminding everybody', async () => {
    await sql('update post_readers set reminded_at = null where post_id = $1', [last])
    await call(postWriting.remind, { postId: last })
  })
  console.log(`${many} inboxes, ${planned} readers of the planned one; load ${loadavg()[0]!.toFixed(1)}`)
  await product.close()
})
await school.close()
