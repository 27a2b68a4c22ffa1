import { daysFrom } from '#server/base/days.ts'
import type { Calendar } from './calendar.ts'
import { idOf } from './ids.ts'
import { people } from './people.ts'
import { schools } from './schools.ts'
import { students } from './students.ts'

const { nile } = schools
const { omar, laila, classmate } = students
const { supervisor, teacher, parent, mother, manager, deputy, classmatesParent } = people

type Said = { by: { id: string }; at: string; body: string; readBy?: { id: string }[] }

type Story = {
  id: string
  student: { id: string }
  asker: { id: string }
  subject: string
  responsible: { id: string } | null
  turn: 'school' | 'asker' | 'done'
  answerBy?: string
  texts: Said[]
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const at = (moment: string) => `(timestamp '${moment}' at time zone 'Africa/Cairo')`

/** A thread with its texts; what was written out of the hours of who reads it is seen later. */
function told({ id, student, asker, subject, responsible, turn, answerBy, texts }: Story): string[] {
  const last = texts.at(-1)!
  const isOfSchool = ({ by }: Said) => by.id !== asker.id
  return [
    `insert into threads (school_id, id, student_id, asker_id, both_parents, subject, responsible_id, begun_by, begun_by_school, turn, in_row, texts,
       last_at, answer_by, created_at)
     values ('${nile.id}', '${id}', '${student.id}', '${asker.id}', true, '${subject}', ${responsible ? `'${responsible.id}'` : 'null'}, '${texts[0]!.by.id}',
       ${isOfSchool(texts[0]!)}, '${turn}', ${turn === 'done' ? 0 : 1}, ${texts.length}, ${at(last.at)}, ${answerBy ? `'${answerBy}'` : 'null'}, ${at(texts[0]!.at)})`,
    ...texts.flatMap((said, nth) => {
      const read = [said.by, ...(said.readBy ?? [])]
      const visible = isOfSchool(said)
        ? at(said.at)
        : `next_message_time('${nile.id}', ${responsible ? `'${responsible.id}'` : 'null'}, ${at(said.at)})`
      return [
        `insert into thread_texts (school_id, id, thread_id, student_id, number, author_id, by_school, body, sent_at, visible_from, notified_at)
         select '${nile.id}', gen_random_uuid(), '${id}', '${student.id}', ${nth + 1}, '${said.by.id}', ${isOfSchool(said)}, ${quoted(said.body)}, ${at(said.at)},
           ${visible}, case when ${visible} <= now() then ${visible} end`,
        `insert into thread_reads (school_id, id, thread_id, student_id, person_id, up_to, read_at)
         select '${nile.id}', gen_random_uuid(), '${id}', '${student.id}', p::uuid, ${nth + 1}, ${at(said.at)} + interval '10 minutes' * (n - 1)
         from unnest(array[${read.map((one) => `'${one.id}'`).join(', ')}]) with ordinality as r (p, n)`,
      ]
    }),
  ]
}

/** The messages of the demo: one that was answered, one out of hours, one that waits for the family, and one that is late. */
export function threadsOfMorning({ today, schoolDays }: Calendar): string[] {
  const [last = today, before = last] = schoolDays
  const longAgo = schoolDays[6] ?? before
  const evening = daysFrom(today, -1)
  const hours = [0, 1, 2, 3, 4].map((weekday) => `('${nile.id}', '${supervisor.id}', ${weekday}, '12:00', '14:00')`)
  return [
    `insert into message_settings (school_id, opens, office_ids, words)
     values ('${nile.id}', '{supervisor,teacher,counsellor,office}', '{${manager.id},${deputy.id}}', '{غبي,فاشل}')`,
    `insert into message_hours (school_id, person_id, weekday, from_time, to_time) values ${hours.join(', ')}`,
    ...told({
      id: idOf('thread', 'marks of omar'),
      student: omar,
      asker: parent,
      subject: 'marks',
      responsible: supervisor,
      turn: 'asker',
      texts: [
        {
          by: parent,
          at: `${before} 12:10`,
          body: 'السلام عليكم. درجة عمر في اختبار العلوم أقل من المعتاد. هل هناك ما يحتاج إلى مراجعته في البيت؟',
          readBy: [supervisor, mother],
        },
        {
          by: supervisor,
          at: `${last} 12:25`,
          body: 'وعليكم السلام. أخطأ في وحدة الطاقة فقط. أرسلت معه ورقة تدريب، وسأعيد معه الاختبار القصير يوم الأحد.',
          readBy: [mother],
        },
      ],
    }),
    ...told({
      id: idOf('thread', 'absence of omar'),
      student: omar,
      asker: mother,
      subject: 'absence',
      responsible: supervisor,
      turn: 'school',
      answerBy: daysFrom(today, 3),
      texts: [
        {
          by: mother,
          at: `${evening} 21:35`,
          body: 'عمر متعب الليلة وقد يتأخر غدًا عن الحصة الأولى. هل يفوته اختبار؟',
        },
      ],
    }),
    ...told({
      id: idOf('thread', 'trip of laila'),
      student: laila,
      asker: parent,
      subject: 'other',
      responsible: null,
      turn: 'done',
      texts: [
        {
          by: parent,
          at: `${before} 10:05`,
          body: 'هل تعود حافلة الرحلة إلى المدرسة أم إلى البيوت؟',
          readBy: [manager],
        },
        {
          by: manager,
          at: `${before} 10:40`,
          body: 'إلى المدرسة في الثانية ظهرًا، ومنها بالحافلات المعتادة.',
          readBy: [parent],
        },
        { by: parent, at: `${before} 11:00`, body: 'شكرًا لكم.', readBy: [manager] },
      ],
    }),
    ...told({
      id: idOf('thread', 'behaviour of a classmate'),
      student: classmate,
      asker: classmatesParent,
      subject: 'behaviour',
      responsible: teacher,
      turn: 'school',
      answerBy: daysFrom(longAgo, 3),
      texts: [
        {
          by: classmatesParent,
          at: `${longAgo} 11:20`,
          body: 'يشكو ابني من مضايقات في الفسحة. أرجو متابعة الأمر وإخباري بما يحدث.',
          readBy: [teacher],
        },
      ],
    }),
  ]
}
