import { recordHeading } from '#server/exchange/exports/folder/records.ts'
import type { FolderFiles } from './folders.ts'

const first = ['سليم', 'تالا', 'نور', 'يوسف', 'ليلى', 'مريم', 'آدم', 'حمزة', 'فريدة', 'جنى']
const middle = ['حسن', 'كريم', 'عادل', 'هاني', 'شادي', 'طارق', 'عماد', 'وليد', 'سامح', 'ناصر']
const last = [
  'الشاذلي',
  'الجندي',
  'البدري',
  'المراغي',
  'العدوي',
  'الفيومي',
  'النجار',
  'السيوفي',
  'الدمنهوري',
  'الأسيوطي',
]

/** Names that differ from each other, so many as there are students in a large school. */
const nameOf = (nth: number) => [
  first[nth % 10]!,
  middle[Math.floor(nth / 10) % 10]!,
  `${last[Math.floor(nth / 100) % 10]!} ${letters(Math.floor(nth / 1000))}`.trim(),
]
const letters = (nth: number) => (nth === 0 ? '' : `ال${first[nth % 10]!}${middle[Math.floor(nth / 10) % 10]!}`)

/**
 * A folder of OneRoster 1.1 of so many students, forty in a class, with their mothers and a teacher for each class, or so many
 * teachers, whom one can reach. */
export function largeFolder(students: number, teachers?: number): FolderFiles {
  const all = Array.from({ length: students }, (_, nth) => nth)
  const rooms = Array.from({ length: Math.ceil(students / 40) }, (_, nth) => nth)
  const title = (room: number) => `فصل ${4 + (room % 3)}/${Math.floor(room / 3) + 10}`
  return {
    'manifest.csv': [
      ['propertyName', 'value'],
      ['oneroster.version', '1.1'],
    ],
    'orgs.csv': [recordHeading('name', 'type'), ['o1', '', '', 'مدرسة الواحة', 'school']],
    'courses.csv': [recordHeading('title'), ['k0', '', '', 'Homeroom'], ['k1', '', '', 'برمجة']],
    'classes.csv': [
      recordHeading('title', 'grades', 'courseSourcedId', 'classType'),
      ...rooms.flatMap((room) => [
        [`h${room}`, '', '', title(room), `0${4 + (room % 3)}`, 'k0', 'homeroom'],
        [`c${room}`, '', '', `برمجة ${title(room)}`, `0${4 + (room % 3)}`, 'k1', 'scheduled'],
      ]),
    ],
    'users.csv': [
      recordHeading(
        'orgSourcedIds',
        'role',
        'givenName',
        'middleName',
        'familyName',
        'sms',
        'agentSourcedIds',
        'grades',
      ),
      ...all.map((nth) => [
        `u${nth}`,
        '',
        '',
        'o1',
        'student',
        ...nameOf(nth),
        '',
        `g${nth}`,
        `0${4 + (Math.floor(nth / 40) % 3)}`,
      ]),
      ...all.map((nth) => [
        `g${nth}`,
        '',
        '',
        'o1',
        'mother',
        'أم',
        '',
        nameOf(nth)[2]!,
        `012${10_000_000 + nth}`,
        '',
        '',
      ]),
      ...Array.from({ length: teachers ?? rooms.length }, (_, nth) => {
        const phone = teachers === undefined ? '' : `011${20_000_000 + nth}`
        return [`t${nth}`, '', '', 'o1', 'teacher', 'معلمة', 'فصل', `رقم ${nth}`, phone, '', '']
      }),
    ],
    'enrollments.csv': [
      recordHeading('classSourcedId', 'userSourcedId', 'role'),
      ...all.flatMap((nth) => [
        [`eh${nth}`, '', '', `h${Math.floor(nth / 40)}`, `u${nth}`, 'student'],
        [`ec${nth}`, '', '', `c${Math.floor(nth / 40)}`, `u${nth}`, 'student'],
      ]),
      ...rooms.map((room) => [`et${room}`, '', '', `c${room}`, `t${room}`, 'teacher']),
    ],
    'demographics.csv': [
      recordHeading('birthDate', 'sex'),
      ...all.map((nth) => [
        `u${nth}`,
        '',
        '',
        `201${nth % 6}-0${1 + (nth % 9)}-1${nth % 9}`,
        nth % 2 === 0 ? 'male' : 'female',
      ]),
    ],
  }
}
