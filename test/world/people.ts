import { named } from './ids.ts'

export const person = (phone: string, firstName: string, middleName: string, lastName: string) => ({
  phone,
  firstName,
  middleName,
  lastName,
})

/** All named people. They are invented, and all have the password `kashkool`. */
export const people = named('person', {
  admin: person('01000000001', 'سامح', 'فوزي', 'الديب'),
  manager: person('01000000002', 'نجلاء', 'حسين', 'البنداري'),
  supervisor: person('01000000003', 'طارق', 'عبدالعزيز', 'شلبي'),
  teacher: person('01000000004', 'منى', 'سعيد', 'الحلواني'),
  parent: person('01000000005', 'كريم', 'ماهر', 'الجندي'),
  otherManager: person('01000000006', 'وائل', 'صبحي', 'الشناوي'),
  // Teaches at Nile, with a child at Delta.
  dual: person('01000000007', 'رانيا', 'توفيق', 'الغمراوي'),

  pendingManager: person('01000000010', 'ماجدة', 'رمزي', 'بشاي'),
  closedManager: person('01000000011', 'عادل', 'نصر', 'القاضي'),
  // Has the role School Manager at Nile without being its administrator.
  deputy: person('01000000012', 'إيمان', 'رشاد', 'الصباغ'),
  // Has two keys of Nile directly, and no role there.
  registrar: person('01000000013', 'سوسن', 'كامل', 'الطوخي'),

  // Linked to Nile with a course, but to no class.
  idleTeacher: person('01000000014', 'شريف', 'لطفي', 'البحيري'),
  // Was a teacher at Nile. Only the registers that they took remain.
  removedTeacher: person('01000000015', 'أشرف', 'زكي', 'المنياوي'),
  mathsTeacher: person('01000000016', 'حسام', 'فتحي', 'البرعي'),
  scienceTeacher: person('01000000017', 'هبة', 'جلال', 'الزيات'),
  englishTeacher: person('01000000018', 'داليا', 'مراد', 'الصاوي'),
  arabicTeacher: person('01000000019', 'محمود', 'عثمان', 'الفيومي'),
  secondSupervisor: person('01000000020', 'هدى', 'إسماعيل', 'البسيوني'),
  thirdSupervisor: person('01000000021', 'جمال', 'رضوان', 'العطار'),
  deltaTeacher: person('01000000022', 'سحر', 'وجدي', 'المحلاوي'),
  deltaSupervisor: person('01000000023', 'عماد', 'شوقي', 'الدمنهوري'),
  closedTeacher: person('01000000024', 'نادر', 'بدوي', 'السيوفي'),

  // The mother of Omar, not linked to Laila.
  mother: person('01000000030', 'نهى', 'عصام', 'الشافعي'),
  classmatesParent: person('01000000031', 'هاني', 'رفعت', 'النجار'),
  parentOfThree: person('01000000032', 'ياسر', 'حلمي', 'الخولي'),
  parentInBoth: person('01000000033', 'أحمد', 'صالح', 'الرفاعي'),
  guardian: person('01000000034', 'فريدة', 'أنور', 'السعدني'),
  unpaidParent: person('01000000035', 'مصطفى', 'شاكر', 'الحداد'),
  inactiveParent: person('01000000036', 'خالد', 'بهجت', 'المصري'),
  // Was linked to Omar's classmate; the link has ended.
  formerParent: person('01000000037', 'عبير', 'منصور', 'الليثي'),
  deltaParent: person('01000000038', 'باسم', 'نعيم', 'حنا'),
  closedParent: person('01000000039', 'رامي', 'سمير', 'العدوي'),
  // Has an account and belongs to no school.
  newcomer: person('01000000040', 'مروة', 'حامد', 'الشربيني'),
})
