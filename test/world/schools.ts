import { named } from './ids.ts'
import { people } from './people.ts'

/** Two active schools, one that was never activated, and one that was closed. */
export const schools = named('school', {
  nile: {
    name: 'مدرسة ضفاف النيل',
    about:
      'مدرسة ابتدائية تجمع بين تعليم جاد وحياة مدرسية دافئة. فصولنا صغيرة العدد، ومعلمونا يعرفون كل طالب باسمه، ولدينا مكتبة مفتوحة طوال اليوم ومعمل علوم وحديقة يعتني بها الأطفال بأنفسهم.\n\nنلتقي بأولياء الأمور في مطلع كل شهر لنتابع معًا تقدم أبنائهم.',
    vision: 'أن يحب كل طفل يومه المدرسي، وأن يغادرنا قارئًا واثقًا يعرف كيف يسأل وكيف يتعلم.',
    adminId: people.manager.id,
    state: 'active',
  },
  delta: {
    name: 'مدرسة زهور الدلتا',
    about:
      'مدرسة حديثة العهد في قلب الدلتا، بدأت بفصلين وتكبر عامًا بعد عام. نهتم بالقراءة المبكرة والحساب الذهني والرسم، ونخصص ساعة كل يوم للعب الحر.',
    vision: 'تعليم هادئ يراعي خطوة كل طفل، وشراكة صادقة مع الأسرة.',
    adminId: people.otherManager.id,
    state: 'active',
  },
  pending: {
    name: 'مدرسة شمس الصعيد',
    about: 'مدرسة جديدة تستعد لاستقبال أول دفعة من طلابها في العام القادم.',
    vision: 'فرصة تعليم جيدة قريبة من البيت.',
    adminId: people.pendingManager.id,
    state: 'pending',
  },
  closed: {
    name: 'مدرسة واحة المعرفة',
    about: 'مدرسة ابتدائية صغيرة توقفت عن استقبال الطلاب مؤقتًا.',
    vision: 'بيئة آمنة يتعلم فيها الصغار بثقة.',
    adminId: people.closedManager.id,
    state: 'closed',
  },
})

const { nile, delta, closed } = schools

const grade = (school: { id: string }, level: number, name: string) => ({ schoolId: school.id, level, name })

/** level: the number of the grade, from which the ages of its students are computed. */
export const grades = named('grade', {
  grade4: grade(nile, 4, 'الصف الرابع'),
  grade5: grade(nile, 5, 'الصف الخامس'),
  grade6: grade(nile, 6, 'الصف السادس'),
  deltaGrade1: grade(delta, 1, 'الصف الأول'),
  deltaGrade2: grade(delta, 2, 'الصف الثاني'),
  deltaGrade3: grade(delta, 3, 'الصف الثالث'),
  closedGrade: grade(closed, 1, 'الصف الأول'),
})

const course = (school: { id: string }, name: string, description: string, language = 'Arabic') => ({
  schoolId: school.id,
  language,
  name,
  description,
})

export const courses = named('course', {
  arabic: course(nile, 'اللغة العربية', 'القراءة والكتابة والنحو والنصوص'),
  maths: course(nile, 'الرياضيات', 'الأعداد والهندسة والقياس'),
  science: course(nile, 'العلوم', 'الكائنات الحية والمادة والطاقة'),
  social: course(nile, 'الدراسات الاجتماعية', 'جغرافيا مصر وتاريخها والمواطنة'),
  english: course(nile, 'اللغة الإنجليزية', 'المحادثة والقراءة والكتابة', 'English'),
  art: course(nile, 'التربية الفنية', 'الرسم والأشغال اليدوية'),
  deltaArabic: course(delta, 'اللغة العربية', 'القراءة والخط والإملاء'),
  deltaMaths: course(delta, 'الحساب', 'العدّ والجمع والطرح'),
  deltaArt: course(delta, 'الرسم', 'الرسم والتلوين'),
  closedArabic: course(closed, 'اللغة العربية', 'القراءة والكتابة'),
})

const year = (school: { id: string }, current: boolean) => ({ schoolId: school.id, current })

/** Their names and months depend on the day on which the world is loaded. */
export const years = named('year', {
  nileYear: year(nile, true),
  nilePastYear: year(nile, false),
  deltaYear: year(delta, true),
  deltaPastYear: year(delta, false),
  closedPastYear: year(closed, false),
})
