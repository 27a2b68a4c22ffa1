import type { Calendar } from './calendar.ts'
import { idOf } from './ids.ts'
import type { Lists, Rows } from './insert.ts'
import { people } from './people.ts'
import { recordRow } from './record-rows.ts'
import { birthDate } from './student-rows.ts'
import { students } from './students.ts'

const { omar } = students

const [pictures, museum] = [idOf('form', 'pictures'), idOf('form', 'museum')]

/** His parents as the school knows them; both have accounts. */
const guardians = [
  { parent: people.parent, relation: 'father', name: 'كريم ماهر الجندي', job: 'مهندس', phone: '02 24000001' },
  { parent: people.mother, relation: 'mother', name: 'نهى عصام الشافعي', job: 'طبيبة', phone: '+20 2 25000001' },
].map((one) => ({ ...one, id: idOf('guardian', omar.id, one.relation) }))

/** The official record of Omar. Only the demo has it, because tests enter it themselves. */
export const recordOfOmar = (calendar: Calendar, { relations }: Lists): Rows => {
  const ofOmar = { school_id: omar.schoolId, student_id: omar.id }
  const record = recordRow(omar, birthDate(omar, calendar), calendar.firstDay)
  return [
    ['official_records', [{ ...record, official_name: 'عمر كريم ماهر الجندي' }]],
    [
      'guardians',
      guardians.map(({ id, relation, name, job, phone }) => ({
        ...ofOmar,
        id,
        name,
        job,
        phone,
        relation_id: relations.get(relation),
        lives_with: 'yes',
        may_fetch: 'yes',
        may_see: 'yes',
        from_day: calendar.firstDay,
      })),
    ],
    [
      'forms',
      [
        {
          school_id: omar.schoolId,
          id: pictures,
          kind: 'consent',
          title: 'صور الطلاب في مجلة المدرسة',
          body: 'أوافق على نشر صور ابني أو ابنتي من أنشطة المدرسة في مجلتها هذا العام. ولي أن أسحب موافقتي في أي وقت.',
          class_room_ids: [],
          places: null,
          made_by: people.manager.id,
        },
        {
          school_id: omar.schoolId,
          id: museum,
          kind: 'trip',
          title: 'رحلة إلى المتحف المصري الكبير',
          body: 'نذهب بالحافلة يوم الأحد القادم في التاسعة صباحًا ونعود في الثانية. يحمل كل طالب ماءً وقبعة.',
          class_room_ids: [omar.classRoomId],
          places: 15,
          made_by: people.supervisor.id,
        },
      ],
    ],
    [
      'health_alerts',
      [
        {
          ...ofOmar,
          id: idOf('alert', omar.id),
          kind: 'asthma',
          to_do: 'البخاخ في جيب الحقيبة الأمامي، نفختان. إن لم يتحسن خلال عشر دقائق فاتصلوا بنا.',
          shown: true,
          entered_by: people.mother.id,
          by_parent: true,
        },
      ],
    ],
    [
      'emergency_contacts',
      [
        {
          ...ofOmar,
          id: idOf('contacts', omar.id),
          given_by: people.mother.id,
          contacts: [
            { name: 'سعاد عصام الشافعي', relation: 'الجدة', phone: '+20 2 25000002', hours: null },
            { name: 'هبة ماهر الجندي', relation: 'العمة', phone: '02 24000003', hours: 'بعد الثالثة' },
          ],
        },
      ],
    ],
    [
      'record_proposals',
      [
        {
          ...ofOmar,
          id: idOf('proposal', omar.id, 'address'),
          field: 'address',
          former_value: record.address,
          value: '18 شارع عباس العقاد، الدور الرابع، مدينة نصر',
          note: 'انتقلنا إلى شقة أقرب إلى المدرسة.',
          asked_by: people.mother.id,
        },
        {
          ...ofOmar,
          id: idOf('proposal', omar.id, 'latinLast'),
          field: 'latinLast',
          value: 'Elgendy',
          asked_by: people.parent.id,
        },
      ],
    ],
    [
      'student_health',
      [
        {
          ...ofOmar,
          id: idOf('health', omar.id),
          health_notes: 'ربو خفيف، ومعه البخاخ في حقيبته.',
          pick_up_notes: 'تصطحبه الجدة أيام الثلاثاء.',
        },
      ],
    ],
  ]
}

/** Connects the guardians of that record with their accounts. */
export const guardiansOfOmar = guardians.map(
  ({ id, parent }) =>
    `update student_parents set guardian_id = '${id}'
     where student_id = '${omar.id}' and parent_id = '${parent.id}' and ended_at is null`,
)

/** The texts of the forms with their hashes, and twelve families who agreed to the trip; the others have not answered yet. */
export const formsAnswered = [
  `insert into form_texts (school_id, id, form_id, text_version, title, body, hash, made_by)
   select school_id, gen_random_uuid(), id, 1, title, body, encode(sha256(convert_to(jsonb_build_array(title, body)::text, 'UTF8')), 'hex'), made_by
   from forms where id in ('${pictures}', '${museum}')`,
  `insert into form_answers (school_id, id, form_id, student_id, text_version, agrees, agreed_at, answered_by, answered_at)
   select st.school_id, gen_random_uuid(), '${museum}', st.id, 1, true, now(), sp.parent_id, now()
   from students st join lateral (
     select parent_id from student_parents p
     where p.school_id = st.school_id and p.student_id = st.id and p.ended_at is null order by p.created_at, p.id limit 1) sp on true
   where st.class_room_id = '${omar.classRoomId}' and st.active and st.id <> '${omar.id}' order by st.code limit 12`,
]
