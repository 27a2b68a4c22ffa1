import { readFileSync } from 'node:fs'
import { daysFrom } from '#server/base/days.ts'
import type { Calendar } from './calendar.ts'
import { classes } from './classes.ts'
import { idOf } from './ids.ts'
import { pdfOf } from './pdf-files.ts'
import { fileOf } from './drawings/pictures.ts'
import type { Row, Rows } from './insert.ts'
import { people } from './people.ts'
import { schools } from './schools.ts'
import { students } from './students.ts'

export const posts = {
  trip4a: { id: idOf('post', 'trip of 4a') },
  openDay: { id: idOf('post', 'open day') },
  delta: { id: idOf('post', 'of delta') },
  planned: { id: idOf('post', 'planned for the staff') },
  draft: { id: idOf('post', 'draft for 5a') },
}

const ofNile = { school_id: schools.nile.id, public: false, important: false }

/** Announcements of two schools: with a question to the families of a class, to everybody, and of the other school. */
export function postRows({ today }: Calendar): Rows {
  const written: Row[] = [
    {
      ...ofNile,
      id: posts.trip4a.id,
      author_id: people.supervisor.id,
      title: 'رحلة إلى المتحف المصري الكبير',
      body: 'يخرج الفصل يوم الخميس القادم من الثامنة صباحًا حتى الثانية ظهرًا.\nتشمل الرحلة الأتوبيس وتذكرة الدخول ووجبة خفيفة.',
      answers: ['يشارك', 'لا يشارك'],
      answer_by: daysFrom(today, 5),
      published_at: `${daysFrom(today, -2)}T09:00:00Z`,
      publish_at: null,
    },
    {
      ...ofNile,
      id: posts.openDay.id,
      author_id: people.manager.id,
      title: 'يوم مفتوح لأولياء الأمور',
      body: 'ندعوكم إلى زيارة المدرسة والتعرف على المعلمين والمعامل وفناء الأنشطة، من العاشرة صباحًا إلى الواحدة ظهرًا.',
      public: true,
      published_at: `${daysFrom(today, -6)}T08:00:00Z`,
    },
    {
      ...ofNile,
      id: posts.planned.id,
      author_id: people.manager.id,
      title: 'اجتماع المعلمين نهاية الشهر',
      body: 'نلتقي في غرفة الاجتماعات بعد الحصة السابعة لمراجعة خطة الاختبارات.',
      publish_at: `${daysFrom(today, 6)}T06:00:00Z`,
    },
    {
      ...ofNile,
      id: posts.draft.id,
      author_id: people.manager.id,
      title: 'توزيع كتب الفصل الدراسي الثاني',
      body: 'يتسلم كل طالب كتبه من المكتبة، ويُرجى إحضار حقيبة مناسبة.',
    },
    {
      ...ofNile,
      id: posts.delta.id,
      school_id: schools.delta.id,
      author_id: people.otherManager.id,
      title: 'مواعيد استلام الكتب',
      body: 'تُسلَّم الكتب في المكتبة طوال هذا الأسبوع.',
      published_at: `${daysFrom(today, -3)}T08:30:00Z`,
    },
  ]
  const inNile = { school_id: schools.nile.id }
  return [
    ['posts', written],
    [
      'post_audience',
      [
        { ...inNile, post_id: posts.trip4a.id, kind: 'class', target_id: classes.class4a.id },
        { ...inNile, post_id: posts.openDay.id, kind: 'school', target_id: null },
        { ...inNile, post_id: posts.planned.id, kind: 'staff', target_id: null },
        { ...inNile, post_id: posts.draft.id, kind: 'class', target_id: classes.class5a.id },
        { school_id: schools.delta.id, post_id: posts.delta.id, kind: 'school', target_id: null },
      ],
    ],
    [
      'attachments',
      [
        {
          ...inNile,
          id: idOf('attachment', 'picture of the open day'),
          kind: 'picture',
          name: 'المدرسة.webp',
          content: hexOf(readFileSync(fileOf('school-nile'))),
          post_id: posts.openDay.id,
          uploaded_by: people.manager.id,
        },
        {
          ...inNile,
          id: idOf('attachment', 'plan of the trip'),
          kind: 'file',
          name: 'برنامج الرحلة.pdf',
          content: hexOf(pdfOf()),
          post_id: posts.trip4a.id,
          uploaded_by: people.supervisor.id,
        },
      ].map((row) => ({ ...row, position: 0, created_at: `${daysFrom(today, -2)}T09:00:00Z` })),
    ],
    [
      'post_readers',
      [
        {
          ...inNile,
          post_id: posts.trip4a.id,
          person_id: people.parent.id,
          student_ids: [students.omar.id],
          addressed: true,
        },
      ],
    ],
  ]
}

/** Bytes in the format that PostgreSQL reads from JSON. */
const hexOf = (bytes: Buffer) => `\\x${bytes.toString('hex')}`
