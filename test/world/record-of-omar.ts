import type { Calendar } from './calendar.ts'
import { idOf } from './ids.ts'
import type { Lists, Rows } from './insert.ts'
import { people } from './people.ts'
import { recordRow } from './record-rows.ts'
import { birthDate } from './student-rows.ts'
import { students } from './students.ts'

const { omar } = students

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
