import { fold } from '#contract/language/fold.ts'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'

/** The role that a cell names: by the usual word for a position, or by the name of the role. */
export function roleNamed(cell: string, roles: readonly { id: string; name: string }[]): string | null {
  const key = fold(cell)
  if (teachers.has(key)) return 'teacher'
  const id = officeWords.get(key)
  return roles.find((role) => role.id === id || fold(role.name) === key)?.id ?? null
}

const office: [{ id: string; nameAr: string }, string][] = [
  [builtInRoles.schoolManager, 'manager, principal, head teacher, headmaster, مدير, المدير, مديره, ناظر'],
  [builtInRoles.schoolDeputy, 'deputy, vice principal, deputy head, وكيل, الوكيل, وكيله'],
  [
    builtInRoles.schoolRegistrar,
    'registrar, student affairs, شؤون الطلاب, شئون الطلاب, شؤون طلاب, شئون طلاب, شؤون الطلبه, شئون الطلبه, شؤون طلبه, شئون طلبه, مسؤول شؤون الطلبه, مسجل',
  ],
  [builtInRoles.schoolAccountant, 'accountant, bursar, محاسب, المحاسب, محاسبه, الحسابات'],
  [
    builtInRoles.schoolCounsellor,
    'counsellor, counselor, social worker, اخصائي اجتماعي, اخصائيه اجتماعيه, الاخصائي, مرشد',
  ],
]

const officeWords = new Map(
  office.flatMap(([{ id, nameAr }, words]) => [nameAr, ...words.split(', ')].map((word) => [fold(word), id] as const)),
)

const teachers = new Set(
  [
    'teacher',
    'school teacher',
    'معلم',
    'معلمة',
    'مدرس',
    'مدرسة',
    'أستاذ',
    'أستاذة',
    'معلم أول',
    'معلم خبير',
    'مدرس أول',
    'هيئة التدريس',
    'معلمة أولى',
    'معلم أول أ',
    'معلمة أول أ',
    'معلم مساعد',
    'كبير معلمين',
    'مدرسة أولى',
    'class teacher',
    'form tutor',
    'homeroom teacher',
    'subject teacher',
    'head of department',
  ].map((word) => fold(word)),
)
